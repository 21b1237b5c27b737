@testable import PlayerKit

extension World {
  /// The laws that must hold after every input.
  func violations(after input: Input, from before: World) -> [String] {
    var found: [String] = []
    func expect(_ isTrue: Bool, _ message: @autoclosure () -> String) {
      if !isTrue { found.append(message()) }
    }
    let status = machine.status
    let playback = status.playback

    expect(engines.filter(\.isSounding).count <= 1, "two engines sound")
    for engine in engines where engine.isCurrentSounding && engine.letters.isEmpty {
      guard engine.current?.isReleasing != true else { continue }
      expect(
        engine.current?.load == machine.attempt?.load && playback.wantsToPlay
          && playback.interruptions.isEmpty,
        "something sounds that is not the current load, not wanted, or interrupted"
      )
    }

    switch playback.state {
    case .initial: expect(machine.attempt == nil, "a load is under way in init")
    case .load, .pause:
      expect(!playback.wantsToPlay || playback.suppression != nil, "it wants to play and does not")
    case .loadToPlay, .play: expect(playback.wantsToPlay, "it plays and does not want to")
    }
    expect((playback.state == .initial) == (machine.attempt == nil), "state and attempt disagree")
    if let attempt = machine.attempt {
      expect(playback.load == attempt.load, "the status is of another load")
      expect(
        playback.track?.id == status.currentEntry?.track.id,
        "the status is of another track"
      )
      expect(status.endReason == nil, "it has ended and goes on")
    }
    let hasEnded = status.endReason?.endsIntent == true
    expect(!hasEnded || !playback.wantsToPlay, "it has ended and wants to play")
    expect((playback.error == nil) || playback.state == .initial, "an error outside of init")
    expect((status.entries.current == nil) == status.entries.isEmpty, "a queue without current")
    expect(
      Set(status.entries.playOrder) == Set(status.entries.map(\.id)),
      "the orders differ in their entries"
    )

    if case .stale = input {
      expect(changes.isEmpty, "a stale report was told")
      expect(WorldKey(self) == WorldKey(before), "a stale report changed something")
    }
    for (load, outcome) in outcomes {
      expect(outcome.filter { $0 == "end" }.count <= 1, "load \(load) ended twice")
      expect(outcome.last != "ready" || !outcome.dropLast().contains("end"), "ready after its end")
    }
    expect(
      !lostLoad(from: before, by: input),
      "a load vanished that was neither ready nor failed"
    )
    let states = changes.filter { if case .playback(.state) = $0 { true } else { false } }
    expect(states.count <= 2, "more than one change of state in a turn")
    return found + policyViolations(after: input, from: before)
      + inspectionViolations(after: input, from: before)
      + partViolations(after: input, from: before)
  }
}

extension World {
  /// Whether the pending load is gone, although it was never ready, did not fail, and was not
  /// replaced by a command.
  private func lostLoad(from before: World, by input: Input) -> Bool {
    guard let load = before.machine.attempt?.load, machine.attempt?.load != load else {
      return false
    }
    guard case .deliver = input, before.outcomes[load]?.contains("ready") != true else {
      return false
    }
    switch delivered?.kind {
    case .failed, .failedForNow, .superseded, .released: return delivered?.load != load
    case .opened, .openedLive, .loaded, .started, .starved, .fed, .sought, .suppressed, .relieved,
      .ended,
      .playedElsewhere, .pausedElsewhere, nil:
      return true
    }
  }
}
