import Foundation
import PlayerKit
import TestSupport
import Testing

@testable import PlayerKitMPV

extension EngineTests {
  /// A seek after libmpv has ended the track, before the engine knows that.
  @Suite(.tags(.local), .timeLimit(.minutes(5)))
  struct LateSeekTests {
    private let first = Signal.sweep(frames: 100_000)
    private let second = Signal.integer(frames: 60_000)

    /// A command that reaches libmpv after its decision to end the track, before the seek.
    enum Latecomer: CaseIterable {
      case seek, filter
    }

    /// - Returns: The sound, and the reports of the first track.
    private func seek(
      to position: Duration,
      after latecomer: Latecomer? = nil
    ) async throws -> (Data, [LoadEvent]) {
      var stage = try Stage(.file)
      let (a, b, seek) = (stage.nextLoad(), stage.nextLoad(), stage.nextSeek())
      stage.engine.load(stage.log.makeLoad(a, try stage.wav(first), isPlaying: false))
      stage.engine.setNext(stage.log.makeLoad(b, try stage.wav(second)), after: a)
      try await stage.wait(for: a) { $0.isLoaded }
      try await stage.waitForPlaylist(of: 2)
      // libmpv waits for the engine's thread before it leaves the track. So the test starts on that
      // thread; otherwise it could miss the moment.
      let isLeaving = await stage.engine.ask { core -> Bool? in
        core.run { $0.setPlaying(true, load: a) }
        let limit = ContinuousClock.now + .seconds(30)
        while core.handle.flag("playback-abort") == false, ContinuousClock.now < limit {
          usleep(200)
        }
        defer { core.run { $0.seek(to: position, id: seek, load: a) } }
        let isLeaving = core.handle.flag("playback-abort")
        switch latecomer {
        case .seek: core.command("seek", "0.5", "absolute+exact")
        case .filter: core.command("af", "add", "lavfi=[anull]")
        case nil: break
        }
        return isLeaving
      }
      #expect(isLeaving == true)
      #expect(try await stage.end(of: b) == .ended(followedBy: nil))
      return (try await stage.output(), stage.log.reports(of: a))
    }

    @Test("A seek past the end leaves the tail and the next track whole")
    func seekPastEndLeaves() async throws {
      let (heard, reports) = try await seek(to: .seconds(100))
      #expect(difference(heard, first.pcm + second.pcm) == nil)
      #expect(reports.last?.isEnd == true)
    }

    @Test("A seek back takes effect")
    func seekBackGoesBack() async throws {
      let (heard, reports) = try await seek(to: .seconds(1))
      #expect(difference(heard.suffix(second.pcm.count), second.pcm) == nil)
      let rest = first[44_100..<100_000].pcm
      #expect(difference(heard.dropLast(second.pcm.count).suffix(rest.count), rest) == nil)
      #expect(reports.contains { $0.isSeekCompleted })
      #expect(reports.last?.isEnd == true)
    }

    /// libmpv forgets that it is ending the track. It aborts the process unless the engine repeats
    /// that.
    @Test(
      "A command that reaches libmpv after the end does not end the process",
      arguments: Latecomer.allCases
    )
    func survivesLateCommands(_ latecomer: Latecomer) async throws {
      let (heard, reports) = try await seek(to: .seconds(1), after: latecomer)
      #expect(difference(heard.suffix(second.pcm.count), second.pcm) == nil)
      let rest = first[44_100..<100_000].pcm
      #expect(difference(heard.dropLast(second.pcm.count).suffix(rest.count), rest) == nil)
      #expect(reports.contains { $0.isSeekCompleted })
      #expect(reports.last?.isEnd == true)
    }

    @Test("A seek to the end that arrives after it leaves the tail and the next track whole")
    func keepsTail() async throws {
      let (heard, reports) = try await seek(to: .seconds(100), after: .seek)
      #expect(difference(heard, first.pcm + second.pcm) == nil)
      #expect(reports.last?.isEnd == true)
    }
  }
}

extension LoadEvent {
  fileprivate var isEnd: Bool { if case .ended = self { true } else { false } }
}
