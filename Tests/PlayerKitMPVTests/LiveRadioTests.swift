import Foundation
import Locking
import PlayerKit
import Testing

@testable import PlayerKitMPV

extension EngineTests {
  @Suite("A live stream on the engine")
  struct LiveRadioTests {
    /// What was reported, and how far the load was heard then.
    private struct Told: Sendable {
      let metadata: StreamMetadata
      let position: Duration
    }

    private static let interval = 44_100

    /// A station that has sent a few seconds ahead, as stations do, and then keeps the line open. It
    /// sends a title a quarter of a second.
    private static func station(seconds: Int, rate: UInt32 = 44_100) throws -> LoopbackServer {
      var wav = Signal.sweep(frames: 44_100 * seconds).wav
      // Nobody knows the length.
      for offset in [4, 40] {
        wav.replaceSubrange(offset..<offset + 4, with: [255, 255, 255, 255])
      }
      var body = Data()
      for (number, start) in stride(from: 0, to: wav.count, by: interval).enumerated() {
        let part = wav[start..<min(start + interval, wav.count)]
        body += part
        guard part.count == interval else { break }
        body += block("StreamTitle='\(number + 1)';")
      }
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

    private static func block(_ text: String) -> Data {
      let bytes = Data(text.utf8)
      let units = (bytes.count + 15) / 16
      return Data([UInt8(units)]) + bytes + Data(count: units * 16 - bytes.count)
    }

    @Test(
      "whose format changes in the middle is played to its end, whatever length it states",
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
      var stage = try Stage(isRealTime: false)
      let load = stage.nextLoad()
      let source = MediaSource(.remote(server.url("/\(name)")))
      stage.engine.load(stage.log.makeLoad(load, source))
      let end = try await stage.log.end(of: load)
      #expect(end == .ended(followedBy: nil))
      let media = try #require(stage.log.reports(of: load).compactMap(\.loadedMedia).first)
      #expect((media.duration == nil) == isLive)
      // Two seconds, of samples of 16 bits in stereo at 44.1 kHz.
      let seconds = Double(try await stage.output().count) / (44_100 * 4)
      #expect(abs(seconds - 2) < 0.15, "\(seconds) s")
    }

    @Test("tells its titles when they are heard, and has no length and no way back")
    func titles() async throws {
      let server = try Self.station(seconds: 4)
      var stage = try Stage(isRealTime: true)
      let clock = SystemPlaybackClock()
      let load = stage.nextLoad()
      let told = Locked<[Told]>([])
      let anchor = Locked<PositionAnchor?>(nil)
      let log = stage.log
      stage.engine.load(
        EngineLoad(
          id: load,
          source: MediaSource(.remote(server.url("/live"))),
          position: .zero,
          isPlaying: true
        ) { report in
          if let new = report.anchor { anchor.withLock { $0 = new } }
          if case .metadata(let metadata) = report, let anchor = anchor.withLock(\.self) {
            let position = anchor.position(at: clock.now)
            told.withLock { $0.append(Told(metadata: metadata, position: position)) }
          }
          log.add(.init(load: load, report: report))
        }
      )
      let isSixth: @Sendable (LoadReport) -> Bool = { report in
        if case .metadata(let metadata) = report { metadata.title == "6" } else { false }
      }
      try await log.wait(for: load, within: .seconds(10), until: isSixth)
      await stage.engine.close()
      let media = try #require(log.reports(of: load).compactMap(\.loadedMedia).first)
      #expect(media.duration == nil)
      #expect(!media.isSeekable)
      let announced = told.withLock(\.self)
      #expect(announced.first?.metadata == StreamMetadata(name: "Radio"))
      for told in announced.dropFirst() {
        let number = try #require(told.metadata.title.flatMap { Int($0) })
        let expected = Duration.seconds(Double(number * Self.interval) / 176_400)
        let error = (told.position - expected) / .seconds(1)
        // A busy machine may be late, never early.
        #expect((-0.15...0.5).contains(error), "title \(number): \(error) s")
      }
      #expect(announced.dropFirst().compactMap(\.metadata.title) == (1...6).map(String.init))
    }
  }
}

extension LoadReport {
  fileprivate var loadedMedia: LoadedMedia? {
    if case .loaded(let media) = self { media } else { nil }
  }
}
