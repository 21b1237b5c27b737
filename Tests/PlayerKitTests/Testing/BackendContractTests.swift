import PlayerKit
import PlayerKitSystem
import PlayerKitTesting
import TestSupport
import Testing

/// Negative controls: a backend that breaks the contract must not pass.
@Suite("The contract of backends", .tags(.local), .timeLimit(.minutes(3)))
struct BackendContractTests {
  @Test("refuses a backend that breaks it", arguments: Fault.allCases)
  func refusesBrokenPlayer(fault: Fault) async throws {
    let harness = FakePlayerHarness.make { clock, media in
      BrokenPlayer(FakePlayer(clock: clock, media: media), fault)
    }
    let check = try #require(
      BackendContract.checks.first { $0.description.contains(fault.refusedBy) }
    )
    await #expect(throws: (any Error).self) { try await check.run(on: harness) }
  }

  /// One violation of the contract, and part of the name of a check that detects it.
  enum Fault: CaseIterable {
    case repeatsEnds, reportsAfterEnd, obeysStaleCommands, ignoresUnload, ignoresSeek, ignoresRate
    case playsWhatItPrepares, ignoresPosition, forgetsSettings, namesNoCulprit

    var refusedBy: String {
      switch self {
      case .repeatsEnds: "The end is told once"
      case .reportsAfterEnd: "An unloaded load is released"
      case .obeysStaleCommands: "Commands for another load"
      case .ignoresUnload: "An unloaded load is released"
      case .ignoresSeek: "A seek reads at once"
      case .ignoresRate: "At double speed"
      case .playsWhatItPrepares: "A load reports that it is loaded"
      case .ignoresPosition: "begins there"
      case .forgetsSettings: "hold for later tracks"
      case .namesNoCulprit: "A missing track fails"
      }
    }
  }
}

/// Plays on a fake backend, with one fault.
private final class BrokenPlayer: Player {
  let core: PlayerCore
  let playerType: PlayerType

  init(_ base: FakePlayer, _ fault: BackendContractTests.Fault) {
    playerType =
      fault == .namesNoCulprit ? PlayerType(rawValue: "other") : base.playerType
    core = PlayerCore(backend: Backend(base, fault), clock: base.core.clock)
  }

  private final class Backend: PlayerBackend {
    private let player: FakePlayer
    private let fault: BackendContractTests.Fault
    private let current = Locked<LoadID?>(nil)

    init(_ player: FakePlayer, _ fault: BackendContractTests.Fault) {
      self.player = player
      self.fault = fault
    }

    var capabilities: PlayerCapabilities { player.capabilities }
    var gaplessGroup: GaplessGroup? { player.core.backend.gaplessGroup }

    func perform(_ command: PlaybackCommand, for sink: ReportSink) {
      let base = player.core.backend
      let broken = ReportSink { [fault] report, load in
        sink.report(report, of: load)
        guard report.isTerminal else { return }
        if fault == .repeatsEnds { sink.report(report, of: load) }
        if fault == .reportsAfterEnd { sink.report(.buffering(true), of: load) }
      }
      switch command {
      case .open(let request, let replaced):
        if fault == .forgetsSettings { base.perform(.apply(OutputSettings()), for: broken) }
        current.withLock { $0 = request.id }
        let other = LoadRequest(
          id: request.id,
          track: request.track,
          clip: request.clip,
          position: fault == .ignoresPosition ? .zero : request.position,
          wantsToPlay: fault == .playsWhatItPrepares ? true : request.wantsToPlay
        )
        base.perform(.open(other, replacing: replaced), for: broken)
      case .setPlaying(let isPlaying, let load):
        base.perform(.setPlaying(isPlaying, meant(load)), for: broken)
      case .seek where fault == .ignoresSeek, .release where fault == .ignoresUnload: break
      case .apply(let settings) where fault == .ignoresRate:
        var slow = settings
        slow.rate = 1
        base.perform(.apply(slow), for: broken)
      case .preload, .beginPreloaded, .cancelPreload, .seek, .measure, .release, .apply:
        base.perform(command, for: broken)
      }
    }

    private func meant(_ load: LoadID) -> LoadID {
      fault == .obeysStaleCommands ? current.withLock { $0 } ?? load : load
    }
  }
}
