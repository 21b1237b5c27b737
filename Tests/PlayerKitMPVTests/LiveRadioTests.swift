import Foundation
import PlayerKit
import PlayerKitSystem
import PlayerKitTesting
import TestSupport
import Testing

@testable import PlayerKitMPV
@testable import PlayerKitMedia

extension EngineTests {
  @Suite("A live stream on the engine", .tags(.local))
  struct LiveRadioTests {
    /// A report, and the position of the load at that time.
    private struct Told: Sendable {
      let metadata: StreamMetadata
      let position: Duration
    }

    private static let interval = 44_100

    /// A station that has sent a few seconds ahead, as stations do, and then keeps the connection
    /// open. It sends a title every quarter of a second.
    private static func station(seconds: Int) throws -> LoopbackServer {
      let body = body(of: Signal.sweep(frames: 44_100 * seconds))
      let reply = LoopbackServer.Reply(
        headers: ["icy-metaint": "\(interval)", "icy-name": "Radio"],
        body: body,
        hasNoLength: true,
        stallAfter: body.count
      )
      return try LoopbackServer { request in
        request.headers["icy-metadata"] == "1" ? reply : .status(400)
      }
    }

    /// The body of a station for a signal, with a title between every two pieces.
    private static func body(of signal: Signal) -> Data {
      let wav = endless(signal)
      var body = Data()
      for (number, start) in stride(from: 0, to: wav.count, by: interval).enumerated() {
        let part = wav[start..<min(start + interval, wav.count)]
        body += part
        guard part.count == interval else { break }
        body += block("StreamTitle='\(number + 1)';")
      }
      return body
    }

    /// A WAV file of unknown length.
    private static func endless(_ signal: Signal) -> Data {
      var wav = signal.wav
      for offset in [4, 40] {
        wav.replaceSubrange(offset..<offset + 4, with: [255, 255, 255, 255])
      }
      return wav
    }

    private static func block(_ text: String) -> Data {
      let bytes = Data(text.utf8)
      let units = (bytes.count + 15) / 16
      return Data([UInt8(units)]) + bytes + Data(count: units * 16 - bytes.count)
    }

    @Test(
      "A stream whose format changes in the middle plays to its end, with any stated length",
      arguments: ["changing.mp3", "changing.ogg"],
      [false, true]
    )
    func changing(name: String, isLive: Bool) async throws {
      let data = try Fixture.data(name)
      let server = try LoopbackServer { request in
        isLive
          ? .init(headers: ["icy-name": "Radio"], body: data, hasNoLength: true)
          : .part(data, request)
      }
      var stage = try Stage(.file)
      let load = stage.nextLoad()
      let source = MediaSource(.remote(server.url("/\(name)")))
      stage.engine.load(stage.log.makeLoad(load, source))
      let end = try await stage.end(of: load)
      // An endless stream can only break off.
      #expect(isLive ? end.failure?.code == .interrupted : end == .ended(followedBy: nil))
      let media = try #require(stage.log.reports(of: load).compactMap(\.loadedMedia).first)
      #expect((media.duration == nil) == isLive)
      // Two seconds of 16-bit stereo at 44.1 kHz.
      let seconds = Double(try await stage.output().count) / (44_100 * 4)
      #expect(abs(seconds - 2) < 0.15, "\(seconds) s")
    }

    @Test(
      "A stream continues after the part that a server took the first request for",
      arguments: [["icy-metaint": "44100"], ["icy-name": "Radio"], [:]]
    )
    func askedForAPart(fields: [String: String]) async throws {
      let signal = Signal.sweep(frames: 44_100 * 5)
      let body = fields["icy-metaint"] == nil ? Self.endless(signal) : Self.body(of: signal)
      let server = try LoopbackServer { request in
        guard let range = request.range else {
          return .init(headers: fields, body: body, hasNoLength: true)
        }
        return .init(
          status: 206,
          headers: fields.merging(["Content-Range": "bytes 0-\(range.upperBound)/*"]) { $1 },
          body: body.prefix(range.count)
        )
      }
      var stage = try Stage(.file)
      let load = stage.nextLoad()
      stage.engine.load(stage.log.makeLoad(load, MediaSource(.remote(server.url("/live")))))
      let end = try await stage.end(of: load)
      #expect(fields.isEmpty ? end == .ended(followedBy: nil) : end.failure?.code == .interrupted)
      #expect(try await stage.output() == signal.pcm)
      #expect(server.requests.map { $0.range == nil } == [false, true])
    }

    @Test("A queue with retries continues a stream that breaks off")
    func brokenOff() async throws {
      let body = Self.endless(Signal.sweep(frames: 44_100))
      let count = Counter()
      let server = try LoopbackServer { _ in
        let isFirst = count.next() == 1
        var reply = LoopbackServer.Reply(
          headers: ["icy-name": "Radio \(isFirst ? 1 : 2)"],
          body: body,
          hasNoLength: true
        )
        if !isFirst { reply.stallAfter = body.count }
        return reply
      }
      let stage = try Stage(.driven)
      var configuration = QueuePlayer.Configuration()
      configuration.errorPolicy = .retry(count: 1, backoff: .milliseconds(10))
      let queue = stage.queue([], configuration)
      try queue.set([URLTrack(url: server.url("/live"))])
      queue.play()
      try await stage.wait(for: "the station to be back") {
        queue.state == .play && queue.playback.streamMetadata?.name == "Radio 2"
      }
      #expect(queue.playback.isLive)
      queue.stop()
      await stage.close()
    }

    @Test(
      "A stream that breaks off again and again keeps playing",
      arguments: ["changing.mp3"]
    )
    func reconnecting(name: String) async throws {
      let data = try Fixture.data(name)
      let count = Counter()
      let server = try LoopbackServer { _ in
        let number = count.next()
        // One request fails.
        if number == 2 { return .status(503) }
        let fields = ["icy-name": "Radio", "Content-Type": "audio/x-any"]
        return .init(headers: fields, body: data, hasNoLength: true)
      }
      var stage = try Stage(.file, reconnection: .seconds(60))
      let load = stage.nextLoad()
      stage.engine.load(stage.log.makeLoad(load, MediaSource(.remote(server.url("/\(name)")))))
      try await eventually("a fifth request") { count.value >= 5 }
      stage.engine.unload(load)
      #expect(try await stage.end(of: load) == .released)
      // At least three times two seconds of 16-bit stereo at 44.1 kHz.
      let seconds = Double(try await stage.output().count) / (44_100 * 4)
      #expect(seconds > 5, "\(seconds) s")
    }

    @Test("A stream that does not return in time fails")
    func gone() async throws {
      let body = Self.endless(Signal.sweep(frames: 44_100))
      let count = Counter()
      let server = try LoopbackServer { _ in
        let isFirst = count.next() == 1
        return isFirst
          ? .init(headers: ["icy-name": "Radio"], body: body, hasNoLength: true) : .status(503)
      }
      var stage = try Stage(.file, reconnection: .milliseconds(1_500))
      let load = stage.nextLoad()
      stage.engine.load(stage.log.makeLoad(load, MediaSource(.remote(server.url("/live")))))
      #expect(try await stage.end(of: load).failure?.code == .serverError)
      #expect(count.value >= 2)
      await stage.close()
    }

    @Test("A stream continues at the live edge after a long pause by the engine's clock")
    func liveEdge() async throws {
      let server = try Self.station(seconds: 4)
      var stage = try Stage(.driven)
      let load = stage.nextLoad()
      stage.engine.load(stage.log.makeLoad(load, MediaSource(.remote(server.url("/live")))))
      try await stage.wait(for: load) { $0.isLoaded }
      stage.engine.setPlaying(false, load: load)
      try await stage.wait(for: load) { $0.isPosition }
      try stage.passTime(.seconds(90))
      stage.engine.setPlaying(true, load: load)
      try await stage.wait(for: load) { report in
        if case .liveEdge(let anchor) = report { anchor.position >= .seconds(89) } else { false }
      }
      #expect(server.requests.count == 2)
      await stage.close()
    }

    @Test("A stream absent after a long pause is waited for")
    func awayAtLiveEdge() async throws {
      let body = Self.endless(Signal.sweep(frames: 44_100 * 4))
      let count = Counter()
      let server = try LoopbackServer { _ in
        let number = count.next()
        if number == 2 { return .status(503) }
        let fields = ["icy-name": "Radio \(number)"]
        return .init(headers: fields, body: body, hasNoLength: true, stallAfter: body.count)
      }
      var stage = try Stage(.driven, networkTimeout: .seconds(60), reconnection: .seconds(300))
      let load = stage.nextLoad()
      stage.engine.load(stage.log.makeLoad(load, MediaSource(.remote(server.url("/live")))))
      try await stage.wait(for: load) { $0.isLoaded }
      stage.engine.setPlaying(false, load: load)
      try await stage.wait(for: load) { $0.isPosition }
      try stage.passTime(.seconds(90))
      stage.engine.setPlaying(true, load: load)
      try await stage.wait(for: load) { report in
        if case .liveEdge = report { true } else { false }
      }
      #expect(count.value == 3)
      await stage.close()
    }

    @Test(
      "A stream that was opened ahead and waited for long is opened again",
      arguments: [false, true]
    )
    func oldNext(isOld: Bool) async throws {
      let server = try Self.station(seconds: 4)
      let clock = ManualClock()
      let registry = StreamRegistry(clock: clock, longestWait: .seconds(60))
      let opener = SourceOpener(LoadingSettings())
      let entry = PlaylistEntryID(number: 1)
      registry.add(entry, source: opener.open(MediaSource(.remote(server.url("/live")))))
      let verdict = Locked<Verdict?>(nil)
      registry.examine(entry) { new in verdict.withLock { $0 = new } }
      try await eventually("a verdict") { verdict.withLock { $0 != nil } }
      clock.advance(by: .seconds(isOld ? 61 : 60))
      let stream = try #require(registry.open(StreamRegistry.name(of: entry)))
      var bytes = [UInt8](repeating: 0, count: 4)
      #expect(bytes.withUnsafeMutableBytes { stream.read(into: $0) } == 4)
      #expect(bytes == Array("RIFF".utf8))
      stream.close()
      opener.close()
      #expect(server.requests.count == (isOld ? 2 : 1))
    }

    @Test("A stream reports its titles when they are heard, and has no length and no seek")
    func titles() async throws {
      let server = try Self.station(seconds: 4)
      var stage = try Stage(.driven)
      let clock = stage.clock
      let load = stage.nextLoad()
      let told = Locked<[Told]>([])
      let anchor = Locked<PositionAnchor?>(nil)
      let log = stage.log
      stage.engine.load(
        EngineLoad(
          id: load,
          source: MediaSource(.remote(server.url("/live"))),
          position: .zero,
          isPlaying: true,
          album: AlbumContext()
        ) { report in
          if let new = report.anchor { anchor.withLock { $0 = new } }
          if case .metadata(let metadata) = report, let anchor = anchor.withLock(\.self) {
            let position = anchor.position(at: clock.now)
            told.withLock { $0.append(Told(metadata: metadata, position: position)) }
          }
          log.add(.init(load: load, report: report))
        }
      )
      let isSixth: @Sendable (LoadEvent) -> Bool = { report in
        if case .metadata(let metadata) = report { metadata.title == "6" } else { false }
      }
      try await stage.wait(for: load, until: isSixth)
      await stage.close()
      let media = try #require(log.reports(of: load).compactMap(\.loadedMedia).first)
      #expect(media.duration == nil)
      #expect(!media.isSeekable)
      let announced = told.withLock(\.self)
      #expect(announced.first?.metadata == StreamMetadata(name: "Radio"))
      for told in announced.dropFirst() {
        let number = try #require(told.metadata.title.flatMap { Int($0) })
        let expected = Duration.seconds(Double(number * Self.interval) / 176_400)
        let error = (told.position - expected) / .seconds(1)
        #expect(abs(error) < 0.15, "title \(number): \(error) s")
      }
      #expect(announced.dropFirst().compactMap(\.metadata.title) == (1...6).map(String.init))
    }
  }
}

extension LoadEvent {
  var loadedMedia: LoadedMedia? {
    if case .loaded(let media) = self { media } else { nil }
  }
}
