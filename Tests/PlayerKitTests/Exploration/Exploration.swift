@testable import PlayerKit

/// Goes through every world that can be reached in a number of inputs.
struct Exploration {
  static let now = MonotonicInstant(sinceOrigin: .seconds(1000))

  /// Where it sets out from: an idle queue, one that plays on the shared engine with the next track
  /// ready, and one that plays on the player that stands alone.
  static let prologues: [[Input]] = [
    [],
    [.play, .whim(0, .load), .deliver(0), .whim(0, .loadNext), .deliver(0)],
    [.playEntry(2), .settle, .whim(1, .load), .deliver(1)],
  ]

  private(set) var states = 0
  private(set) var transitions = 0
  private(set) var violations: [String] = []
  private(set) var table = TransitionTable()

  /// Breadth first, so that the first violation is the shortest story.
  mutating func run(depth: Int) {
    var seen: Set<WorldKey> = []
    var frontier: [(world: World, story: [Input])] = []
    for story in Self.prologues {
      var world = World()
      for input in story { _ = world.perform(input) }
      if seen.insert(WorldKey(world)).inserted { frontier.append((world, story)) }
    }
    for _ in 0..<depth {
      var reached: [(World, [Input])] = []
      for (world, story) in frontier {
        for input in Input.all {
          var after = world
          guard after.perform(input) else { continue }
          transitions += 1
          let story = story + [input]
          check(world, input, after, story)
          record(world, input, after)
          // What is on its way is bounded, or the worlds would not be.
          guard after.engines.allSatisfy({ $0.letters.count <= 4 }) else { continue }
          if seen.insert(WorldKey(after)).inserted { reached.append((after, story)) }
        }
        if violations.count > 5 { return }
      }
      frontier = reached
      states = seen.count
    }
  }

  private mutating func record(_ before: World, _ input: Input, _ after: World) {
    var name = input.name
    switch input {
    case .whim: return
    case .deliver:
      guard let letter = after.delivered else { return }
      let isCurrent = before.machine.attempt?.load == letter.load
      let isNext = before.machine.preload?.load == letter.load
      guard isCurrent || isNext else { return }
      name = "\(isCurrent ? "current" : "next"): \(letter.kind.name)"
    default: break
    }
    table.add(
      name,
      from: before.machine.status.state,
      to: after.machine.status.state,
      notes: after.changes.compactMap(\.note)
    )
  }

  private mutating func check(_ before: World, _ input: Input, _ after: World, _ story: [Input]) {
    for violation in after.violations(after: input, from: before) {
      violations.append("\(violation), by \(story)")
    }
  }
}

extension World {
  /// What must hold after every input.
  fileprivate func violations(after input: Input, from before: World) -> [String] {
    var found: [String] = []
    func expect(_ isTrue: Bool, _ message: @autoclosure () -> String) {
      if !isTrue { found.append(message()) }
    }
    let status = machine.status
    let playback = status.playback

    expect(engines.filter(\.isSounding).count <= 1, "two engines sound")
    for engine in engines where engine.isSounding && engine.letters.isEmpty {
      guard engine.current?.isReleasing != true else { continue }
      expect(
        engine.current?.load == machine.attempt?.load && playback.wantsToPlay,
        "something sounds that is not the current load or not wanted"
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
    expect((playback.error == nil) || playback.state == .initial, "an error outside of init")
    expect((status.queue.current == nil) == status.queue.entries.isEmpty, "a queue without current")
    expect(
      Set(status.queue.playOrder) == Set(status.queue.entries.map(\.id)),
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
    return found
  }
}

extension World {
  /// Whether the load that was under way is gone, though it was never ready, did not fail, and no
  /// command took its place.
  private func lostLoad(from before: World, by input: Input) -> Bool {
    guard let load = before.machine.attempt?.load, machine.attempt?.load != load else {
      return false
    }
    guard case .deliver = input, before.outcomes[load]?.contains("ready") != true else {
      return false
    }
    switch delivered?.kind {
    case .failed, .superseded, .released: return delivered?.load != load
    case .loaded, .started, .starved, .fed, .sought, .suppressed, .relieved, .ended, nil:
      return true
    }
  }
}

extension QueueChange {
  /// What the table of the documentation tells of a change.
  fileprivate var note: String? {
    switch self {
    case .transition(let transition): "transition: \(transition.reason.rawValue)"
    case .failed(let failure): "error: \(failure.action.rawValue)"
    case .ended(.finished): "ended: finished"
    case .ended(.failed): "ended: failed"
    case .ended(.stopped): "ended: stopped"
    case .ended(.cleared): "ended: cleared"
    case .playback(.seekCompleted): "seekCompleted"
    case .playback(.discontinuity(let jump)): "jump: \(jump.reason.rawValue)"
    case .playback, .edited, .repeatMode, .shuffle: nil
    }
  }
}
