#if os(Linux)
  import PlayerKit
  import TestSupport
  import Testing

  @testable import PlayerKitMPV

  extension EngineTests {
    /// Positions stay right while filters come and go. The engine plays a tone into a pipe.
    @Suite(.tags(.local), .timeLimit(.minutes(5)))
    struct SoundPositionTests {
      typealias Change = SoundChangeTests.Change

      private let stage: Stage
      private let load: LoadID
      private let seek: SeekID
      private var engine: MPVEngine { stage.engine }

      init() throws {
        var stage = try Stage(.driven)
        (load, seek) = (stage.nextLoad(), stage.nextSeek())
        self.stage = stage
      }

      private func play(at start: Duration = .zero) async throws -> PositionAnchor {
        let tone = Tones.signal([441], amplitude: 0.3, seconds: 20)
        engine.load(stage.log.makeLoad(load, try stage.wav(tone), at: start))
        return try #require(try await stage.wait(for: load, until: \.isLoaded).anchor)
      }

      private func set(_ change: Change) {
        var settings = OutputSettings()
        change.apply(to: &settings.processing)
        engine.setOutput(settings)
      }

      /// The error of the current position, if playback has continued from an anchor without a
      /// jump.
      private func error(since anchor: PositionAnchor) async throws -> Duration {
        let now = try await stage.position(of: load)
        return now.position - anchor.position(at: now.instant)
      }

      @Test("The position stays when a filter is added in mid-track", arguments: Change.allCases)
      func staysWithNewFilter(change: Change) async throws {
        let start = try await play(at: .seconds(8))
        try await stage.pass(.milliseconds(600))
        set(change)
        try await stage.pass(.milliseconds(900))
        let error = try await error(since: start)
        #expect(error.magnitude < .milliseconds(80), "\(error)")
        await stage.close()
      }

      @Test("A seek arrives, and playback continues from there", arguments: Change.allCases)
      func seekArrives(change: Change) async throws {
        set(change)
        _ = try await play()
        try await stage.pass(.milliseconds(300))
        engine.seek(to: .seconds(12), id: seek, load: load)
        let arrival = try await stage.wait(for: load, until: \.isSeekCompleted)
        let anchor = try #require(arrival.anchor)
        #expect((anchor.position - .seconds(12)).magnitude < .milliseconds(80), "\(anchor)")
        try await stage.pass(.milliseconds(600))
        let error = try await error(since: anchor)
        #expect(error.magnitude < .milliseconds(80), "\(error)")
        #expect(!stage.log.reports(of: load).contains { $0.isTerminal })
        await stage.close()
      }
    }
  }

  extension Duration {
    fileprivate var magnitude: Duration { self < .zero ? .zero - self : self }
  }
#endif
