/// A pass through all entries of a queue by serial number. It visits each entry once, including
/// entries that are added meanwhile, because their numbers are new.
package struct InspectionWalk: Sendable, Hashable {
  /// The number of entries visited in one step.
  static let stride = 256

  /// The next serial number.
  private(set) var next = 0
  /// The last serial number of this pass.
  private(set) var last = Int.max
  /// The highest serial number that was issued before the pass began.
  private(set) var known: Int?

  /// Whether this pass is complete.
  private(set) var isDone = false

  /// Continues with entries that were added since the pass began. Returns `false` if there are
  /// none.
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

  /// Ends the walk for good.
  mutating func abandon() {
    self = InspectionWalk(next: .max, last: .max, known: .max)
    isDone = true
  }

  /// Visits some entries.
  ///
  /// - Returns: The first wanted entry. The walk continues after it.
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
