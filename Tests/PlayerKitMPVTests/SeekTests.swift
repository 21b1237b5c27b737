import Foundation
import PlayerKit
import TestSupport
import Testing

@testable import PlayerKitMPV

extension EngineTests {
  @Suite(.tags(.local), .timeLimit(.minutes(5)))
  struct SeekTests {
    let signal = Signal.sweep(frames: 200_000)

    @Test("Nothing before the start position is heard", arguments: [0.5, 1.25, 3.3])
    func nothingBeforeStartPosition(start: Double) async throws {
      var stage = try Stage(.file)
      let id = stage.nextLoad()
      stage.engine.load(
        stage.log.makeLoad(id, try stage.wav(signal), at: .seconds(start))
      )
      #expect(try await stage.end(of: id) == .ended(followedBy: nil))
      let loaded = stage.log.reports(of: id).filter { $0.isLoaded }
      #expect(loaded.count == 1)
      #expect(abs((loaded.first?.anchor?.position.seconds ?? 0) - start) < 0.001)
      let first = Int((start * 44_100).rounded())
      #expect(try await stage.output() == signal[first..<200_000].pcm)
    }

    @Test("A seek before the load is ready becomes its start position")
    func seekBeforeLoadReady() async throws {
      var stage = try Stage(.file)
      let (id, seek) = (stage.nextLoad(), stage.nextSeek())
      stage.engine.load(stage.log.makeLoad(id, try stage.wav(signal)))
      stage.engine.seek(to: .seconds(2), id: seek, load: id)
      #expect(try await stage.end(of: id) == .ended(followedBy: nil))
      let kinds = stage.log.reports(of: id).filter { $0.isLoaded || $0.isSeekCompleted }
      #expect(kinds.count == 2)
      #expect(kinds.last?.isSeekCompleted == true)
      #expect(try await stage.output() == signal[88_200..<200_000].pcm)
    }

    @Test("Of several seeks only the last is reported, and playback continues there")
    func severalSeeksOnlyLast() async throws {
      var stage = try Stage(.driven)
      let id = stage.nextLoad()
      stage.engine.load(stage.log.makeLoad(id, try stage.wav(signal)))
      try await stage.wait(for: id) { $0.isLoaded }
      var last = stage.nextSeek()
      let asked = stage.clock.now
      for position in [1.0, 3.0, 0.5, 2.0, 1.5] {
        last = stage.nextSeek()
        stage.engine.seek(to: .seconds(position), id: last, load: id)
      }
      let report = try await stage.wait(for: id) { [last] report in
        if case .seekCompleted(last, _) = report { true } else { false }
      }
      guard case .seekCompleted(_, let anchor) = report else { return }
      #expect(anchor.isFrom(.milliseconds(1_500), asked: asked))
      await stage.close()
      let completions = stage.log.reports(of: id).filter { $0.isSeekCompleted }
      #expect(completions.last == report)
      // The engine may settle an earlier seek before it gets the last one.
      #expect(completions.count <= 5)
      #expect(stage.log.reports(of: id).last == .released)
    }

    @Test("A seek while paused stays paused")
    func seekWhilePausedStays() async throws {
      var stage = try Stage(.driven)
      let (id, seek) = (stage.nextLoad(), stage.nextSeek())
      stage.engine.load(stage.log.makeLoad(id, try stage.wav(signal), isPlaying: false))
      let loaded = try await stage.wait(for: id) { $0.isLoaded }
      #expect(loaded.anchor?.speed == 0)
      stage.engine.seek(to: .seconds(2), id: seek, load: id)
      let report = try await stage.wait(for: id) { $0.isSeekCompleted }
      #expect(report.anchor?.speed == 0)
      #expect(abs((report.anchor?.position.seconds ?? 0) - 2) < 0.001)
      await stage.close()
    }

    @Test("After a seek to just before the end the tail is heard without a wait")
    func seekBeforeEnd() async throws {
      var stage = try Stage(.driven)
      let (a, b, seek) = (stage.nextLoad(), stage.nextLoad(), stage.nextSeek())
      stage.engine.load(stage.log.makeLoad(a, try stage.wav(signal)))
      stage.engine.setNext(stage.log.makeLoad(b, try stage.wav(signal)), after: a)
      try await stage.wait(for: a) { $0.isLoaded }
      try await stage.waitForPlaylist(of: 2)
      let target = Duration.seconds(200_000 / 44_100.0) - .milliseconds(150)
      stage.engine.seek(to: target, id: seek, load: a)
      try await stage.wait(for: b) { $0.isStarted }
      let reports = stage.log.reports(of: a)
      let arrival = try #require(reports.first { $0.isSeekCompleted }?.anchor)
      #expect(arrival.position == target)
      #expect(!reports.contains(.buffering(true)))
      await stage.close()
    }

    @Test("A position is as recent as the sound", arguments: [1, 4.0])
    func positionIsNew(rate: Double) async throws {
      var stage = try Stage(.driven)
      var settings = OutputSettings()
      settings.rate = rate
      stage.engine.setOutput(settings)
      let id = stage.nextLoad()
      stage.engine.load(stage.log.makeLoad(id, try stage.wav(.sweep(frames: 600_000))))
      try await stage.wait(for: id) { $0.isLoaded }
      for _ in 0..<20 {
        try await stage.pass(.milliseconds(40))
        let isNew = try await stage.ask { core -> Bool? in
          let before = core.handle.double("audio-pts") ?? .infinity
          let position = core.reading().position?.seconds ?? 0
          let after = core.handle.double("audio-pts") ?? 0
          return before - 0.005 <= position && position <= after + 0.005
        }
        #expect(isNew == true)
      }
      await stage.close()
    }

    @Test("A seek past the end is the end", arguments: [true, false])
    func seekPastEndEnd(isPlaying: Bool) async throws {
      var stage = try Stage(.driven)
      let (id, seek) = (stage.nextLoad(), stage.nextSeek())
      stage.engine.load(stage.log.makeLoad(id, try stage.wav(signal), isPlaying: isPlaying))
      try await stage.wait(for: id) { $0.isLoaded }
      stage.engine.seek(to: .seconds(100), id: seek, load: id)
      #expect(try await stage.end(of: id) == .ended(followedBy: nil))
      await stage.close()
    }

    @Test("A seek over http goes to its target")
    func seekOverHttpGoes() async throws {
      let wav = Signal.sweep(frames: 2_000_000)
      let data = wav.wav
      let server = try LoopbackServer { .part(data, $0) }
      var stage = try Stage(.file)
      let id = stage.nextLoad()
      stage.engine.load(
        stage.log.makeLoad(id, MediaSource(.remote(server.url("/a"))), at: .seconds(40))
      )
      #expect(try await stage.end(of: id) == .ended(followedBy: nil))
      #expect(try await stage.output() == wav[1_764_000..<2_000_000].pcm)
      #expect(server.requests.count < 8)
    }
  }
}
