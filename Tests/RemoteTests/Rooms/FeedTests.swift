import TestSupport
import Testing

@testable import PlayerKitRooms

@Suite("The pace of a feed", .tags(.local))
struct FeedPacerTests {
  private let start = ContinuousClock.now
  private let chunk = Duration.milliseconds(20)

  @Test("is ahead of real time by exactly the lead")
  func lead() {
    var pacer = FeedPacer(chunk: chunk, lead: .milliseconds(40))
    #expect(pacer.due == nil)
    #expect(pacer.next(at: start) == true)
    #expect(pacer.due == start - .milliseconds(20))
    #expect(pacer.next(at: start) == false)
    #expect(pacer.due == start)
    #expect(pacer.next(at: start) == false)
    #expect(pacer.due == start + .milliseconds(20))
    #expect(pacer.end == start + .milliseconds(60))
  }

  @Test("restarts after the server has run out, but not if it is only late")
  func late() {
    var pacer = FeedPacer(chunk: chunk, lead: .milliseconds(40))
    for _ in 0..<3 { _ = pacer.next(at: start) }
    #expect(pacer.next(at: start + .milliseconds(59)) == false)
    let late = start + .milliseconds(81)
    #expect(pacer.next(at: late) == true)
    #expect(pacer.end == late + chunk)
  }

  @Test("restarts after a stop")
  func stop() {
    var pacer = FeedPacer(chunk: chunk, lead: .milliseconds(40))
    _ = pacer.next(at: start)
    pacer.stop()
    #expect(pacer.due == nil)
    #expect(pacer.next(at: start) == true)
  }

  @Test("has chunks of the length that the stream names")
  func format() throws {
    let usual = try #require(FeedFormat([:]))
    #expect(usual.sampleRate == 48_000)
    #expect(usual.chunkBytes == 3_840)
    let other = try #require(FeedFormat(["sampleformat": "44100:16:2", "chunk_ms": "26"]))
    #expect(other.chunkBytes == 4_584)
    for text in ["44100:24:2", "44100:16:1", "44100:16", "x:16:2", "1:16:2", "999999999:16:2"] {
      #expect(FeedFormat(["sampleformat": text]) == nil)
    }
    #expect(FeedFormat(["chunk_ms": "0"]) == nil)
  }
}

@Suite("The stream for a feed", .tags(.pure))
struct FeedTargetTests {
  private let server = SnapcastAddress(host: "den.local")

  private func stream(
    _ name: String,
    _ scheme: String,
    host: String = "",
    _ options: [String: String] = [:]
  ) -> SnapcastStream {
    let source = SnapcastStream.Source(scheme: scheme, host: host, path: "/p", options: options)
    return SnapcastStream(id: SnapcastStream.ID(rawValue: name), source: source)
  }

  private func target(
    _ streams: [SnapcastStream],
    _ name: String? = nil,
    at server: SnapcastAddress? = nil
  ) throws -> FeedTarget {
    try FeedTarget(
      in: SnapcastStatus(streams: streams),
      wanted: name.map { SnapcastStream.ID(rawValue: $0) },
      at: server ?? self.server
    )
  }

  @Test("is the one named PlayerKit, or else the first one that accepts sound")
  func choice() throws {
    let first = stream("first", "tcp", host: "0.0.0.0:4953")
    let ours = stream("PlayerKit", "tcp", host: "[::]:4954", ["mode": "server"])
    let spotify = stream("s", "librespot")
    #expect(try target([spotify, first, ours]).stream.rawValue == "PlayerKit")
    #expect(try target([spotify, first]).stream.rawValue == "first")
    // The server's own host, not the address that it listens on.
    #expect(try target([ours]).way == .tcp(SnapcastAddress(host: "den.local", port: 4_954)))
  }

  @Test("can be a pipe if the server is on this machine")
  func pipe() throws {
    let pipe = stream("default", "pipe")
    #expect(throws: SnapcastError.self) { try target([pipe]) }
    let here = SnapcastAddress(host: "localhost")
    #expect(try target([pipe], at: here).way == .pipe("/p"))
  }

  @Test("is refused if it does not exist, or has another sample format")
  func refused() {
    let client = stream("c", "tcp", host: "x:1", ["mode": "client"])
    let deep = stream("d", "tcp", host: "x:1", ["sampleformat": "48000:24:2"])
    for name in ["c", "d", "none"] {
      #expect(throws: SnapcastError.self) { try target([client, deep], name) }
    }
    #expect(throws: SnapcastError.self) { try target([client, deep]) }
  }
}
