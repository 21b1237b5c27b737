import PlayerKitTesting
import Testing

@testable import PlayerKit

/// A queue machine fed by hand. Nothing happens by itself.
struct HandFedQueue {
  let now = MonotonicInstant(sinceOrigin: .seconds(1))
  var machine: QueueStateMachine
  /// The pending inspection of an entry.
  private(set) var question: InspectionID?
  /// The pending walk.
  private(set) var walk: Walk?
  /// The ids of the inspected tracks, in order.
  private(set) var asked: [String] = []

  struct Walk {
    let id: InspectionID
    let walk: InspectionWalk

    /// The walk at the end of the queue.
    func advanced(in queue: PlayQueue) -> InspectionWalk {
      var walk = walk
      _ = walk.step(in: queue) { _ in false }
      return walk
    }
  }

  init(_ names: [String]) throws {
    machine = QueueStateMachine(ids: .unique(), seed: 1, configuration: .init())
    take(machine.add(PlayerRef(number: 0), for: .url, group: nil, now: now))
    take(
      try machine.edit(now: now) { (queue) throws(QueueError) in
        try queue.set(names.map { URLTrack(path: $0) })
      }
    )
  }

  /// Records inspections. A choice between players is answered at once.
  mutating func take(_ step: QueueEffects) {
    for command in step.commands {
      switch command {
      case .choose(let load, let track):
        take(machine.chosen(load, types: track.playerTypes, now: now))
      case .inspect(let id, _, let track, _):
        question = id
        asked.append(track.id)
      case .walk(let id, _, let walk, _): self.walk = Walk(id: id, walk: walk)
      case .cancelInspection(let id):
        if question == id { question = nil }
        if walk?.id == id { walk = nil }
      default: break  // Not related to inspections.
      }
    }
  }

  /// Answers the inspection.
  mutating func answer(_ outcome: InspectionOutcome) throws {
    let question = try #require(question)
    self.question = nil
    take(machine.inspected(question, outcome, now: now))
  }

  /// Ends the walk at an entry. No other entries remain.
  mutating func walk(to entry: EntryID?) throws {
    let walk = try #require(walk)
    self.walk = nil
    take(machine.walked(walk.id, walk.advanced(in: machine.queue), to: entry, now: now))
  }

  /// Reports that the current load can sound.
  mutating func load() throws {
    let load = try #require(machine.attempt?.load)
    let anchor = PositionAnchor(position: .zero, speed: 1, instant: now)
    let media = LoadedMedia(anchor: anchor, duration: .seconds(60), isSeekable: true)
    take(machine.report(.loaded(media), of: load, by: PlayerRef(number: 0), now: now))
  }
}
