/// A way through all entries of a queue, by their serial numbers: each is passed once, also those
/// that are added meanwhile, since their numbers are new.
package struct InspectionWalk: Sendable, Hashable {
  /// How many entries are passed in one step.
  static let stride = 256

  /// The serial number that comes next.
  private(set) var next = 0
  /// The last one of this pass.
  private(set) var last = Int.max
  /// Serial numbers up to this one were given before the pass began.
  private(set) var known: Int?

  /// Whether there is nothing more in this pass.
  private(set) var isDone = false

  /// Goes on with the entries that were added since the pass began. `false`: there are none.
  mutating func resume(in queue: PlayQueue) -> Bool {
    let issued = queue.serials.last
    guard let known else {
      self.known = issued
      return true
    }
    guard isDone else { return true }
    guard issued > known else { return false }
    self = InspectionWalk(next: known + 1, last: issued, known: issued)
    return true
  }

  /// Goes no further.
  mutating func abandon() {
    self = InspectionWalk(next: .max, last: .max, known: .max)
    isDone = true
  }

  /// Passes some entries.
  ///
  /// - Returns: the first wanted one. The walk goes on behind it.
  mutating func step(
    in queue: PlayQueue,
    where isWanted: (QueueEntry) -> Bool
  ) -> EntryID? {
    for _ in 0..<Self.stride {
      guard let serial = queue.base.places.firstKey(from: next), serial <= last else {
        isDone = true
        return nil
      }
      next = serial + 1
      let id = EntryID(scope: queue.scope, serial: serial)
      if let entry = queue[id], isWanted(entry) { return id }
    }
    return nil
  }
}

extension InspectionWalk {
  private init(next: Int, last: Int, known: Int) {
    self.next = next
    self.last = last
    self.known = known
  }
}
