import PlayerKit
import PlayerKitTesting
import TestSupport
import Testing

/// Negative controls: what breaks the contract must not pass as keeping it.
@Suite("The contract of players", .tags(.local), .timeLimit(.minutes(3)))
struct PlayerContractTests {
  @Test("refuses a player that breaks it", arguments: Fault.allCases)
  func refusesBrokenPlayer(fault: Fault) async throws {
    let harness = FakePlayerHarness.make { clock, media in
      BrokenPlayer(FakePlayer(clock: clock, media: media), fault)
    }
    let check = try #require(
      PlayerContract.checks.first { $0.description.contains(fault.refusedBy) }
    )
    await #expect(throws: (any Error).self) { try await check.run(on: harness) }
  }

  /// One way to break the contract, and part of the name of a check that notices.
  enum Fault: CaseIterable {
    case repeatsEnds, reportsAfterEnd, obeysStaleCommands, ignoresUnload, ignoresSeek, ignoresRate
    case pausesTwice, playsWhatItPrepares, ignoresPosition, forgetsSettings, namesNoCulprit
    case keepsStatus

    var refusedBy: String {
      switch self {
      case .repeatsEnds: "The end is told once"
      case .reportsAfterEnd: "An unloaded load is released"
      case .obeysStaleCommands: "Commands for another load"
      case .ignoresUnload: "An unloaded player says so"
      case .ignoresSeek: "A seek reads at once"
      case .ignoresRate: "At double speed"
      case .pausesTwice: "A command given twice"
      case .playsWhatItPrepares: "A prepared track loads"
      case .ignoresPosition: "begins there"
      case .forgetsSettings: "hold for later tracks"
      case .namesNoCulprit: "A missing track fails"
      case .keepsStatus: "The getters reflect"
      }
    }
  }
}

/// Passes all on to another player, with one fault.
private final class BrokenPlayer: Player {
  private let base: FakePlayer
  private let fault: PlayerContractTests.Fault

  init(_ base: FakePlayer, _ fault: PlayerContractTests.Fault) {
    self.base = base
    self.fault = fault
  }

  var playerType: PlayerType {
    fault == .namesNoCulprit ? PlayerType(rawValue: "other") : base.playerType
  }
  var events: EventSource<PlayerEvent> { base.events }
  var status: PlayerStatus {
    fault == .keepsStatus ? FakePlayer(clock: ManualClock()).status : base.status
  }
  var position: Duration { base.position }

  func prepare(_ request: LoadRequest) {
    if fault == .forgetsSettings { base.change(.all(OutputSettings())) }
    base.prepare(
      LoadRequest(
        id: request.id,
        track: request.track,
        position: fault == .ignoresPosition ? .zero : request.position,
        wantsToPlay: fault == .playsWhatItPrepares ? true : request.wantsToPlay,
        album: request.album
      ) { [fault] report in
        request.onReport(report)
        guard report.isTerminal else { return }
        if fault == .repeatsEnds { request.onReport(report) }
        if fault == .reportsAfterEnd { request.onReport(.buffering(true)) }
      }
    )
  }

  func control(_ command: LoadCommand, of load: LoadID) {
    let current = base.status.load ?? load
    base.control(command, of: fault == .obeysStaleCommands ? current : load)
  }

  func play() { base.play() }

  func pause() {
    base.pause()
    guard fault == .pausesTwice else { return }
    base.play()
    base.pause()
  }

  func pause(reason: WantsToPlayReason) { base.pause(reason: reason) }
  func beginInterruption(_ reason: SuppressionReason) { base.beginInterruption(reason) }
  func endInterruption(_ reason: SuppressionReason) { base.endInterruption(reason) }
  func beginDucking(to factor: Double, for reason: SuppressionReason) {
    base.beginDucking(to: factor, for: reason)
  }
  func endDucking(for reason: SuppressionReason) { base.endDucking(for: reason) }

  func seek(to position: Duration) { if fault != .ignoresSeek { base.seek(to: position) } }
  func unload() { if fault != .ignoresUnload { base.unload() } }

  func change(_ change: OutputChange) {
    if case .rate = change, fault == .ignoresRate { return }
    base.change(change)
  }
}
