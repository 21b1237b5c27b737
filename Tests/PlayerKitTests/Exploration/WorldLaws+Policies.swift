@testable import PlayerKit

extension World {
  /// The laws of policies, time, and outside events.
  func policyViolations(after input: Input, from before: World) -> [String] {
    var found: [String] = []
    func expect(_ isTrue: Bool, _ message: @autoclosure () -> String) {
      if !isTrue { found.append(message()) }
    }
    let playback = machine.playback.status
    let old = before.machine

    // Commands to a player.
    if let attempt = machine.attempt, let player = attempt.player,
      machine.activeLoads.last?.load == attempt.load
    {
      expect(
        outputs[player.ref, default: OutputSettings()].volume == playback.volume * playback.ducking,
        "a player has another volume"
      )
      let engine = engines[player.ref == PlayerRef(number: 2) ? 1 : 0]
      if engine.letters.isEmpty, let current = engine.current, current.load == attempt.load {
        expect(
          current.isPlaying == (playback.wantsToPlay && playback.interruptions.isEmpty)
            || current.isReleasing,
          "a player was told otherwise"
        )
      }
    }
    if case .ducking = input {
      expect(playback.volume == old.playback.status.volume, "ducking touched the volume")
    }
    if case .interruption = input {
      expect(
        playback.wantsToPlay == old.playback.status.wantsToPlay,
        "an interruption changed what is wanted"
      )
    }

    // Stops after the current track.
    if old.stopsHere, !input.isCommand {
      let wentOn = changes.contains { if case .transition = $0 { true } else { false } }
      expect(!wentOn, "it went on, though it was to stop")
    }
    if old.sleepTimer != nil, machine.sleepTimer == nil, !input.isCommand {
      let isOver = machine.attempt == nil
      expect(!playback.wantsToPlay || isOver, "the sleep timer is gone, and it plays on")
    }

    if input == .tick, let attempt = old.attempt, attempt.player != nil,
      !old.playback.status.isPlaying
    {
      expect(machine.attempt?.load == attempt.load, "a track that does not play ended by itself")
    }

    // Retries.
    if case .retrying(let instant) = machine.attempt?.stage {
      expect(machine.deadline.map { $0 <= instant } ?? false, "it waits to try again for ever")
    }
    expect((machine.attempt?.retries ?? 0) <= 1, "it tries more often than it may")
    if input == .retry { checkRetry(from: before, expect) }
    let actions = changes.compactMap { change -> ErrorAction? in
      if case .failed(let failure) = change { failure.action } else { nil }
    }
    if actions.last == .skip {
      expect(machine.failures < max(machine.queue.count, 1), "it skips without end")
    }
    if machine.attempt != nil, !isDebouncing {
      expect(
        machine.history.last?.entry.id == machine.queue.current,
        "what was begun is not in the history"
      )
    }
    return found
  }

  private func checkRetry(from before: World, _ expect: (Bool, @autoclosure () -> String) -> Void) {
    let old = before.machine
    let hasFailed = old.attempt == nil && old.playback.status.error != nil
    if case .retrying = old.attempt?.stage {
      expect(machine.attempt?.load == old.attempt?.load, "a retry began another load")
      if case .retrying = machine.attempt?.stage { expect(false, "a retry waits on") }
    } else if !hasFailed {
      expect(WorldKey(self) == WorldKey(before), "a retry of what has not failed did something")
    } else if machine.attempt != nil, machine.queue.current == old.queue.current {
      expect(
        machine.playback.status.resumeAt == old.playback.status.resumeAt,
        "a retry began elsewhere"
      )
      expect(
        machine.playback.status.wantsToPlay == old.wantsToPlayAgain,
        "a retry changed what is wanted"
      )
    }
  }
}

extension Input {
  /// Whether this is a user's command, and not an outside event.
  fileprivate var isCommand: Bool {
    switch self {
    case .whim, .deliver, .stale, .tick, .endSkips, .inspected, .inspectedLate, .described,
      .describedLate, .words, .wordsLate:
      false
    case .play, .pause, .next, .previous, .seek, .prepare, .stop, .rate, .removeCurrent,
      .moveFirstToLast, .playNext, .append, .insert, .set, .clear, .addPlayer, .repeatMode,
      .shuffle, .stopAfterCurrent, .playEntry, .removePlayer, .retry, .sleepAtEndOfTrack, .sleep,
      .cancelSleepTimer, .interruption, .ducking, .inspection, .wantsWords:
      true
    }
  }
}

extension World {
  /// Whether a burst of commands is in progress, whose result has not begun yet.
  fileprivate var isDebouncing: Bool {
    if case .debouncing = machine.attempt?.stage { true } else { false }
  }
}
