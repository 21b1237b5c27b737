import Foundation
import PlayerKit
import PlayerKitSystem
import TestSupport
import Testing

@testable import PlayerKitMPV
@testable import PlayerKitMedia

/// Cached bytes of a resource that has changed on the server, or whose address has expired.
@Suite(.tags(.pure))
struct StaleBytesTests {
  private let address = HTTPAddress(url: URL(filePath: "/"))

  private static func bytes(_ head: Int, of total: Int64 = 4 << 20, tag: String) -> RetainedBytes {
    var kept = RetainedBytes(total: total, validator: tag)
    kept.add(Data(count: head), at: 0, since: 0)
    return kept
  }

  /// A reader that begins with the cached head, and requests the rest.
  private static func begun(canRenew: Bool = false) throws -> HTTPReader {
    var reader = HTTPReader(canRenew: canRenew, kept: bytes(512 << 10, tag: "\"1\""))
    var buffer = [UInt8](repeating: 0, count: 300 << 10)
    let (step, actions) = buffer.withUnsafeMutableBytes { reader.read(into: $0) }
    #expect(step == .bytes(300 << 10))
    guard case .start(let request, _) = try #require(actions.first) else {
      Issue.record("Nothing is requested: \(actions)")
      return reader
    }
    #expect(request.offset == 512 << 10)
    #expect(request.validator == "\"1\"")
    return reader
  }

  private static func head(_ status: Int, _ fields: [String: String]) -> MediaResponseHead {
    MediaResponseHead(status: status) { fields[$0] }
  }

  private static let others: [MediaResponseHead] = [
    head(206, ["Content-Range": "bytes 524288-1572863/4000000", "ETag": "\"1\""]),
    head(416, ["Content-Range": "bytes */500000"]),
  ]

  @Test(
    "Another version is not mixed with the cached bytes, which are dropped",
    arguments: others.indices
  )
  func anotherVersionMixedWhat(index: Int) throws {
    var reader = try Self.begun()
    let actions = reader.received(Self.others[index], serial: 1)
    #expect(actions == [.forget, .cancel(serial: 1)])
    #expect(reader.kept == nil)
    #expect(reader.failure == HTTPFailure.changed)
    #expect(reader.failure?.isRetryable == true)
  }

  @Test("Another version at a renewed address is not mixed either", arguments: others.indices)
  func anotherVersionBehindRenewed(index: Int) throws {
    var reader = try Self.begun(canRenew: true)
    #expect(reader.received(Self.head(403, [:]), serial: 1) == [.cancel(serial: 1), .renew])
    guard case .start(let request, _)? = reader.renewed().first else {
      Issue.record("The reader does not continue.")
      return
    }
    #expect(request.offset == 512 << 10)
    #expect(reader.received(Self.others[index], serial: 2) == [.forget, .cancel(serial: 2)])
    #expect(reader.failure == HTTPFailure.changed)
  }

  private static let renamed: [MediaResponseHead] = [
    head(206, ["Content-Range": "bytes 524288-1572863/4194304", "ETag": "\"2\""]),
    head(200, ["Content-Length": "4194304", "ETag": "\"2\""]),
  ]

  @Test(
    "Another name continues only if the bytes are the same",
    arguments: renamed.indices,
    [true, false]
  )
  func bytesByAnotherName(index: Int, isSame: Bool) throws {
    var reader = try Self.begun()
    let actions = reader.received(Self.renamed[index], serial: 1)
    guard case .start(let request, _)? = actions.last else {
      Issue.record("The bytes are not compared: \(actions)")
      return
    }
    #expect(request.offset < 512 << 10)
    #expect(request.validator == nil)
    let again = "bytes \(request.offset)-1572863/4194304"
    let same = Self.head(206, ["Content-Range": again, "ETag": "\"3\""])
    #expect(reader.received(same, serial: request.serial) == [])
    let bytes = Data(repeating: isSame ? 0 : 1, count: 1 << 16)
    let taken = reader.received(bytes, serial: request.serial)
    #expect(reader.failure == (isSame ? nil : HTTPFailure.changed))
    #expect(taken.contains(.forget) != isSame)
  }

  @Test("Fewer bytes of the same version remove nothing")
  func lessSameVersionTakes() {
    let memory = ByteMemory()
    memory.keep(Self.bytes(100, tag: "\"1\""), of: address)
    var other = Self.bytes(50, tag: "\"1\"")
    other.add(Data(count: 30), at: 2 << 20, since: 2 << 20)
    memory.keep(other, of: address)
    #expect(memory.bytes(of: address)?.count == 130)
    memory.keep(Self.bytes(60, tag: "\"1\""), of: address)
    #expect(memory.bytes(of: address)?.count == 130)
    #expect(memory.bytes(of: address)?.window(from: 2 << 20)?.count == 30)
    // Nothing is left of another version.
    memory.keep(Self.bytes(10, tag: "\"2\""), of: address)
    #expect(memory.bytes(of: address)?.count == 10)
    memory.keep(Self.bytes(20, of: 1_000, tag: "\"2\""), of: address)
    #expect(memory.bytes(of: address)?.count == 20)
  }

  @Test("Two streams keep no more sought positions than one")
  func placesTwoStreamsSought() {
    var (one, other) = (Self.bytes(10, tag: "\"1\""), Self.bytes(10, tag: "\"1\""))
    for (place, count) in [(1 << 20, 40), (2 << 20, 40)] {
      one.add(Data(count: count), at: Int64(place), since: Int64(place))
    }
    for (place, count) in [(2 << 20, 60), (3 << 20, 40)] {
      other.add(Data(count: count), at: Int64(place), since: Int64(place))
    }
    let joined = one.joined(with: other)
    #expect(joined.count == 10 + 40 + 60)
    #expect(joined.window(from: 3 << 20) == nil)
  }
}

extension EngineTests {
  /// The same on the engine.
  @Suite(.tags(.local), .timeLimit(.minutes(5)))
  struct StaleMediaTests {
    private let old = Signal.sweep(frames: 300_000)
    private let new = Signal.integer(frames: 300_000)

    /// Plays `/a.wav` for a moment, so that its beginning is cached, and no request is in progress.
    private func begin(
      _ source: MediaSource,
      _ server: LoopbackServer,
      on stage: inout Stage
    ) async throws {
      let load = stage.nextLoad()
      stage.engine.load(stage.log.makeLoad(load, source, isPlaying: false))
      try await stage.wait(for: load) { $0.isLoaded }
      let last = old.wav.count - 1
      try await eventually("everything is requested") {
        server.requests.contains { ($0.range?.upperBound ?? 0) >= last }
      }
      stage.engine.unload(load)
      try await stage.end(of: load)
    }

    @Test("Media that changed on the server breaks off once, and then plays again")
    func whatChangedServerBreaks() async throws {
      let isChanged = Locked(false)
      let (old, new) = (old.wav, new.wav)
      let server = try LoopbackServer { request in
        guard isChanged.withLock(\.self) else { return .part(old, request) }
        var reply = LoopbackServer.Reply.part(new, request)
        reply.headers["ETag"] = "\"2\""
        return reply
      }
      var stage = try Stage(.file)
      let source = MediaSource(.remote(server.url("/a.wav")))
      try await begin(source, server, on: &stage)
      isChanged.withLock { $0 = true }
      let loads = [stage.nextLoad(), stage.nextLoad()]
      stage.engine.load(stage.log.makeLoad(loads[0], source))
      let failure = try await stage.end(of: loads[0]).failure
      #expect(failure?.code == .interrupted)
      #expect(failure?.isRetryable == true)
      stage.engine.load(stage.log.makeLoad(loads[1], source))
      #expect(try await stage.end(of: loads[1]) == .ended(followedBy: nil))
      #expect(try await stage.output().suffix(self.new.pcm.count) == self.new.pcm)
    }

    @Test("Playback from memory continues although its address has expired")
    func whatBeginsFromMemory() async throws {
      let isExpired = Locked(false)
      let renewals = Locked(0)
      let wav = old.wav
      let server = try LoopbackServer { request in
        let isRefused = request.target == "/a.wav" && isExpired.withLock(\.self)
        return isRefused ? .status(403) : .part(wav, request)
      }
      var stage = try Stage(.file)
      let source = MediaSource(.remote(server.url("/a.wav"))) {
        renewals.withLock { $0 += 1 }
        return MediaSource(.remote(server.url("/new.wav")))
      }
      try await begin(source, server, on: &stage)
      let before = server.requests.count
      isExpired.withLock { $0 = true }
      let load = stage.nextLoad()
      stage.engine.load(stage.log.makeLoad(load, source))
      #expect(try await stage.end(of: load) == .ended(followedBy: nil))
      #expect(try await stage.output() == old.pcm)
      #expect(renewals.withLock(\.self) == 1)
      // The beginning came from memory.
      let starts = server.requests.dropFirst(before).map { $0.range?.lowerBound ?? 0 }
      #expect(starts.allSatisfy { $0 > 0 }, "\(starts)")
    }
  }
}
