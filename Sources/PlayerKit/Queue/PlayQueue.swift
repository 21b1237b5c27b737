/// The entries of a queue, their order, and which one is current. A value.
///
/// It is a collection of its entries in base order, the one in which they are shown: indices are of
/// that order. ``playOrder`` differs from it while the queue is shuffled.
///
/// Copies are cheap, also of a million entries: they share what they have in common. Whatever is
/// asked of a queue, and each edit, costs time that grows with the logarithm of its length.
public struct PlayQueue: Sendable {
  /// Entries that are to play next, from the first to the last, and all between them in play order.
  struct UpNext: Sendable, Hashable {
    var first: EntryID
    var last: EntryID
  }

  /// What happened since the end of the queue.
  struct AfterEnd: Sendable, Hashable {
    /// The first entry that was added.
    var added: EntryID?
    /// Whether shuffle was turned on or off. Then the place of the current entry does not tell what
    /// was added.
    var isReordered = false
  }

  /// Counts the edits.
  public internal(set) var version = 0
  /// The entry that is current; `nil` only where the queue is empty.
  public internal(set) var current: EntryID? { didSet { revision &+= 1 } }
  /// Whether the current entry has been played and nothing follows.
  package internal(set) var isAtEnd = false {
    didSet {
      revision &+= 1
      if !isAtEnd { afterEnd = nil }
    }
  }
  /// What follows the natural end.
  public var repeatMode = RepeatMode.off { didSet { revision &+= 1 } }

  /// The entries in base order.
  var base = EntryTree<QueueEntry>()
  /// The play order while shuffled.
  var shuffled: EntryTree<EntryID>?
  /// What was added to play next and has not been current yet.
  var upNext: UpNext?
  /// Known if all entries were played, or skipped as failed, and none was begun since.
  var afterEnd: AfterEnd?
  /// What the next lap begins with, once somebody has asked.
  var nextLapFirst: EntryID?
  /// Counts whatever changes, also what is no edit.
  var revision: UInt64 = 0
  /// Counts what was found in the media of entries. That is no edit, and no other change either.
  var findings: UInt64 = 0
  /// Tells the entries of this queue from those of others.
  var scope: UInt64
  /// Numbers the entries; shared by the copies.
  var serials = EntrySerials()
  var generator: SeededGenerator

  /// Makes an empty queue.
  ///
  /// - Parameter seed: what shuffling starts from; equal seeds shuffle equal edits alike.
  public init(seed: UInt64 = .random(in: .min ... .max)) {
    generator = SeededGenerator(seed: seed)
    // With the serial number it makes a positive `Int64`, for stores.
    scope = .random(in: 1..<1 << 23)
  }
}

// MARK: - Reading

extension PlayQueue {
  /// How many entries there are.
  public var count: Int { base.count }

  /// Whether there are no entries.
  public var isEmpty: Bool { base.root == nil }

  /// The entries in the order in which they play.
  public var playOrder: PlayOrder {
    PlayOrder(source: shuffled.map { .shuffled($0.root) } ?? .base(base.root))
  }

  /// The entry that is current.
  public var currentEntry: QueueEntry? { current.flatMap { self[$0] } }

  /// The index of the current entry.
  public var currentIndex: Int? { current.flatMap { index(of: $0) } }

  /// The index of an entry; `nil` where it is not in the queue.
  public func index(of entry: EntryID) -> Int? { base.index(of: entry) }

  /// Whether an entry is in the queue.
  public func contains(_ entry: EntryID) -> Bool {
    entry.scope == scope && base.places[entry.serial] != 0
  }

  /// The place of an entry in ``playOrder``; `nil` where it is not in the queue.
  public func playIndex(of entry: EntryID) -> Int? {
    shuffled.map { $0.index(of: entry) } ?? base.index(of: entry)
  }

  /// An entry; `nil` where it is not in the queue.
  public subscript(entry: EntryID) -> QueueEntry? {
    index(of: entry).flatMap { base[$0] }
  }

  /// What leads from an earlier version of this queue to this one, in base order, for a view of it.
  /// An entry that moved is removed and inserted, each associated with the other.
  ///
  /// What the versions share is not looked at: the cost is that of the edits between them. For a
  /// version that is no earlier one, or one of another queue, it is that of all entries.
  public func difference(from old: PlayQueue) -> CollectionDifference<EntryID> {
    base.difference(from: old.base)
  }
}

// MARK: - What follows

extension PlayQueue {
  /// How many entries are still to come behind the current one in play order, in this lap.
  public var remaining: Int {
    guard let current, let place = playIndex(of: current) else { return 0 }
    return count - 1 - place
  }

  /// The entry that a command goes on to; `nil` at the end. Repeating one does not hold it back.
  mutating func successor() -> EntryID? {
    guard let current, let place = playIndex(of: current) else { return nil }
    if let afterEnd, afterEnd.isReordered, lastUpNext == nil {
      if let added = afterEnd.added, contains(added) { return added }
    } else if place + 1 < count {
      return playOrder[place + 1]
    }
    switch repeatMode {
    case .off, .one: return nil
    case .all: return lapFirst()
    }
  }

  /// The entry that follows the natural end of the current one.
  mutating func naturalSuccessor() -> EntryID? {
    repeatMode == .one ? current : successor()
  }

  /// The entry that a command goes back to; `nil` at the beginning.
  func predecessor() -> EntryID? {
    guard let current, let place = playIndex(of: current) else { return nil }
    if place > 0 { return playOrder[place - 1] }
    switch repeatMode {
    case .off, .one: return nil
    case .all: return playOrder.last
    }
  }

  /// Makes the natural or commanded successor current, into the next lap where that comes.
  mutating func advance(to entry: EntryID) {
    let isLapOver = current == playOrder.last || afterEnd?.isReordered == true
    if isShuffled, entry == nextLapFirst, isLapOver { beginLap(with: entry) }
    select(entry)
  }

  /// Makes an entry current, without reshuffling the rest.
  mutating func select(_ entry: EntryID) {
    nextLapFirst = nil
    current = entry
    isAtEnd = false
    renewUpNext()
  }

  /// Makes an entry current that a command named. While shuffled, the entry moves to the place
  /// after `anchor`, or to the front if that is `nil`, and all others keep their order.
  mutating func pick(_ entry: EntryID, after anchor: EntryID?) {
    let place = anchor.flatMap { playIndex(of: $0) }.map { $0 + 1 } ?? 0
    if entry != current, let old = shuffled?.index(of: entry), old != place {
      shrinkUpNext { $0 == entry }
      shuffled?.remove(CollectionOfOne(entry))
      let new = old < place ? place - 1 : place
      shuffled?.replaceSubrange(new..<new, with: [entry])
    }
    select(entry)
  }

  /// Begins a new lap with its first entry. While shuffled, in a new order that does not begin with
  /// the current entry.
  mutating func startNewLap() {
    let first = lapFirst()
    if isShuffled { beginLap(with: first) }
    if let first { select(first) }
  }

  /// What the next lap begins with, drawn once: never the entry that ends this one, unless it is
  /// alone.
  private mutating func lapFirst() -> EntryID? {
    guard isShuffled, count > 1, let last = current.flatMap({ playIndex(of: $0) }) else {
      return playOrder.first
    }
    if let nextLapFirst { return nextLapFirst }
    revision &+= 1
    let place = Int.random(in: 0..<count - 1, using: &generator)
    nextLapFirst = playOrder[place < last ? place : place + 1]
    return nextLapFirst
  }

  /// Draws the order of a lap. What waited to play next waits no more.
  mutating func beginLap(with first: EntryID?) {
    let leading = ContiguousArray([first].compactMap(\.self))
    shuffled = EntryTree(shuffling: base, leading: leading, using: &generator)
    upNext = nil
    nextLapFirst = nil
    revision &+= 1
  }
}

// MARK: - Shuffle

extension PlayQueue {
  /// Whether the play order is a shuffled one. If it is turned on, the current entry leads. After
  /// it come the entries that were added to play next, and then all others. If it is turned off,
  /// the base order holds again.
  public var isShuffled: Bool {
    get { shuffled != nil }
    set { setShuffled(newValue) }
  }

  mutating func setShuffled(_ isShuffled: Bool) {
    guard isShuffled != self.isShuffled else { return }
    revision &+= 1
    afterEnd?.isReordered = true
    nextLapFirst = nil
    if isShuffled {
      let leading = [current].compactMap(\.self) + waiting
      shuffled = EntryTree(
        shuffling: base,
        leading: ContiguousArray(leading),
        using: &generator
      )
    } else {
      shuffled = nil
      renewUpNext()
    }
  }
}
