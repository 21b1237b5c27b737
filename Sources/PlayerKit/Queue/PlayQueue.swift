/// The entries of a queue, their order, and the current entry. A value type.
///
/// It is a collection of its entries in base order, the order to display, and indices refer to that
/// order. ``playOrder`` differs from it while the queue is shuffled.
///
/// Copies share their common parts, so they are cheap even with a million entries. Every query and
/// every edit takes time logarithmic in the length of the queue.
public struct PlayQueue: Sendable {
  /// The block of entries to play next, from `first` to `last` in play order.
  struct UpNext: Sendable, Hashable {
    var first: EntryID
    var last: EntryID
  }

  /// What happened since the queue reached its end.
  struct AfterEnd: Sendable, Hashable {
    /// The first entry that was added.
    var added: EntryID?
    /// Whether shuffle was turned on or off. If so, the place of the current entry does not show
    /// which entries were added.
    var isReordered = false
  }

  /// The number of edits.
  public internal(set) var version = 0
  /// The current entry; `nil` only if the queue is empty.
  public internal(set) var current: EntryID? { didSet { revision &+= 1 } }
  /// Whether the current entry has been played and none follows.
  package internal(set) var isAtEnd = false {
    didSet {
      revision &+= 1
      if !isAtEnd { afterEnd = nil }
    }
  }
  /// The repeat mode.
  public var repeatMode = RepeatMode.off { didSet { revision &+= 1 } }

  /// The entries in base order.
  var base = EntryTree<QueueEntry>()
  /// The play order while shuffled.
  var shuffled: EntryTree<EntryID>?
  /// The entries that were added to play next and have not been current yet.
  var upNext: UpNext?
  /// Present if all entries have been played, or skipped as failed, and none has begun since.
  var afterEnd: AfterEnd?
  /// The first entry of the next lap, once it has been requested.
  var nextLapFirst: EntryID?
  /// A counter of all changes, including those that are not edits.
  var revision: UInt64 = 0
  /// A counter of metadata findings. They are neither edits nor changes otherwise.
  var findings: UInt64 = 0
  /// Distinguishes the entries of this queue from those in other queues.
  var scope: UInt64
  /// Issues serial numbers for entries; shared by the copies.
  var serials = EntrySerials()
  var generator: SeededGenerator

  /// Creates an empty queue.
  ///
  /// - Parameter seed: The seed for shuffling; with equal seeds, the same edits give the same
  ///   order.
  public init(seed: UInt64 = .random(in: .min ... .max)) {
    generator = SeededGenerator(seed: seed)
    // Together with the serial number it makes a positive `Int64`, for stores.
    scope = .random(in: 1..<1 << 23)
  }
}

// MARK: - Reading

extension PlayQueue {
  /// The number of entries.
  public var count: Int { base.count }

  /// Whether there are no entries.
  public var isEmpty: Bool { base.root == nil }

  /// The entries in play order.
  public var playOrder: PlayOrder {
    PlayOrder(source: shuffled.map { .shuffled($0.root) } ?? .base(base.root))
  }

  /// The current entry.
  public var currentEntry: QueueEntry? { current.flatMap { self[$0] } }

  /// The index of the current entry.
  public var currentIndex: Int? { current.flatMap { index(of: $0) } }

  /// Returns the index of an entry; `nil` if it is not in the queue.
  public func index(of entry: EntryID) -> Int? { base.index(of: entry) }

  /// Returns whether an entry is in the queue.
  public func contains(_ entry: EntryID) -> Bool {
    entry.scope == scope && base.places[entry.serial] != 0
  }

  /// Returns the index of an entry in ``playOrder``; `nil` if it is not in the queue.
  public func playIndex(of entry: EntryID) -> Int? {
    shuffled.map { $0.index(of: entry) } ?? base.index(of: entry)
  }

  /// The entry with an identity; `nil` if it is not in the queue.
  public subscript(entry: EntryID) -> QueueEntry? {
    index(of: entry).flatMap { base[$0] }
  }

  /// Returns the changes from an earlier version of this queue, in base order, to update a view. A
  /// moved entry is a removal and an insertion that are associated with each other.
  ///
  /// Parts that both versions share are skipped, so the cost depends on the edits between them. If
  /// `old` is not an earlier version, or belongs to another queue, the cost depends on all entries.
  public func difference(from old: PlayQueue) -> CollectionDifference<EntryID> {
    base.difference(from: old.base)
  }
}

// MARK: - Neighbors

extension PlayQueue {
  /// The number of upcoming entries after the current one in play order, in this lap.
  public var remaining: Int {
    guard let current, let place = playIndex(of: current) else { return 0 }
    return count - 1 - place
  }

  /// Returns the entry that a command advances to; `nil` at the end. ``RepeatMode/one`` does not
  /// hold it back.
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

  /// Returns the entry that follows when the current one ends naturally.
  mutating func naturalSuccessor() -> EntryID? {
    repeatMode == .one ? current : successor()
  }

  /// Returns the entry that a command goes back to; `nil` at the beginning.
  func predecessor() -> EntryID? {
    guard let current, let place = playIndex(of: current) else { return nil }
    if place > 0 { return playOrder[place - 1] }
    switch repeatMode {
    case .off, .one: return nil
    case .all: return playOrder.last
    }
  }

  /// Makes the successor current, and begins the next lap if it is due.
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
  /// after `anchor`, or to the front if `anchor` is `nil`; all others keep their order.
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

  /// Begins a new lap with its first entry. While shuffled, draws a new order that does not begin
  /// with the current entry.
  mutating func startNewLap() {
    let first = lapFirst()
    if isShuffled { beginLap(with: first) }
    if let first { select(first) }
  }

  /// Returns the first entry of the next lap, drawn once. It is never the current entry, unless
  /// there is no other.
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

  /// Draws the order of a lap. Entries that waited to play next no longer do.
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
  /// Whether the play order is shuffled. Turning it on puts the current entry first, then the
  /// entries that were added to play next, then all others. Turning it off restores the base order.
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
