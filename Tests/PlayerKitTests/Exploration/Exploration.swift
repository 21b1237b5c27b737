import Foundation

@testable import PlayerKit

/// Visits every world that can be reached with a number of inputs.
struct Exploration {
  static let now = MonotonicInstant(sinceOrigin: .seconds(1000))

  /// The starting points: an idle queue, one that plays on the shared engine with the next track
  /// ready, and one that plays on the separate player.
  static let prologues: [[Input]] = [
    [],
    [.play, .whim(0, .load), .deliver(0), .whim(0, .loadNext), .deliver(0)],
    [.playEntry(2), .endSkips, .whim(1, .load), .deliver(1)],
  ]

  /// Inputs that are explored together.
  struct Realm {
    var errorPolicy = ErrorPolicy.skip
    var inputs: [Input]
    var prologues = Exploration.prologues
    var inspects = false
    var wantsWords = false
    static let everything = Realm(inputs: Input.all)
    static let policies = Realm(
      errorPolicy: .retry(count: 1, backoff: .seconds(1)),
      inputs: Input.policies,
      prologues: Exploration.prologues + [
        [.play, .whim(0, .failForNow), .deliver(0)]  // The next attempt is due soon.
      ]
    )
    static let inspection = Realm(
      inputs: Input.inspection,
      prologues: Exploration.prologues + [
        [.inspected(.found), .inspected(.failedForNow)],
        // The next track is on a server, and not open yet.
        [.play, .whim(0, .load), .deliver(0), .inspected(.found), .inspected(.postponed)],
      ],
      inspects: true
    )
    static let parts = Realm(
      inputs: Input.parts,
      prologues: Exploration.prologues + [
        // The current track has chapters and lyrics.
        [
          .inspected(.found), .play, .whim(0, .load), .deliver(0), .described, .inspected(.found),
          .words(true),
        ]
      ],
      inspects: true,
      wantsWords: true
    )
  }

  /// The exploration that all tests use: all realms, with the depth from the environment.
  static let shared: Exploration = {
    var exploration = Exploration()
    exploration.run(depth: depth)
    return exploration
  }()

  static let depth =
    ProcessInfo.processInfo.environment["EXPLORATION_DEPTH"].flatMap(Int.init) ?? 4

  /// The number of worlds in which every input was tried.
  private(set) var states = 0
  private(set) var transitions = 0
  private(set) var violations: [String] = []
  private(set) var table = TransitionTable()

  /// Breadth first, so that the first violation has the shortest sequence of inputs.
  mutating func run(depth: Int) {
    for realm in [Realm.everything, .policies, .inspection, .parts] { run(depth: depth, in: realm) }
  }

  private mutating func run(depth: Int, in realm: Realm) {
    var seen: Set<WorldKey> = []
    var frontier: [(world: World, story: [Input])] = []
    for story in realm.prologues {
      var world = World(
        errorPolicy: realm.errorPolicy,
        inspects: realm.inspects,
        wantsWords: realm.wantsWords
      )
      for input in story { _ = world.perform(input) }
      if seen.insert(WorldKey(world)).inserted { frontier.append((world, story)) }
    }
    for level in 1...max(depth, 1) {
      var reached: [(World, [Input])] = []
      for (world, story) in frontier {
        for input in realm.inputs {
          var after = world
          guard after.perform(input) else { continue }
          transitions += 1
          let story = story + [input]
          check(world, input, after, story)
          record(world, input, after)
          // The last level is not explored further.
          guard level < depth else { continue }
          // The reports in transit must be bounded, otherwise the worlds would be infinite.
          guard after.engines.allSatisfy({ $0.letters.count <= 4 }) else { continue }
          if seen.insert(WorldKey(after)).inserted { reached.append((after, story)) }
        }
        if violations.count > 5 { return }
      }
      frontier = reached
    }
    states += seen.count
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

extension QueueChange {
  /// The note about a change in the documentation's table.
  fileprivate var note: String? {
    switch self {
    case .transition(let transition): "transition: \(transition.reason.rawValue)"
    case .failed(let failure): "error: \(failure.action.rawValue)"
    case .ended(.finished): "ended: finished"
    case .ended(.failed): "ended: failed"
    case .ended(.stopped): "ended: stopped"
    case .ended(.takenOver): "ended: taken over"
    case .ended(.cleared): "ended: cleared"
    case .playback(.seekCompleted): "seekCompleted"
    case .playback(.discontinuity(let jump)): "jump: \(jump.reason.rawValue)"
    case .playback, .edited, .restored, .repeatMode, .shuffle, .stopsAfterCurrent, .sleepTimer,
      .sectionBegan, .sectionEnded, .willEnd, .metadata, .chapter, .lyrics, .line,
      .historyErased, .sourceFailed:
      nil
    }
  }
}
