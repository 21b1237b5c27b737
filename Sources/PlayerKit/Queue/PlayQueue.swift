/// The entries of a queue, their order, and which one is current. A value.
///
/// Indices are of the base order, the one in which entries are shown. The play order differs from it
/// where the queue is shuffled.
public struct PlayQueue: Sendable {
  /// The entries in base order.
  public private(set) var entries: [QueueEntry] = []
  /// Counts the edits.
  public private(set) var version = 0
  /// The entry that is current; `nil` only where the queue is empty.
  public private(set) var current: EntryID?
  /// Whether the current entry has been played and nothing follows.
  package internal(set) var isAtEnd = false
  /// What follows the natural end.
  public internal(set) var repeatMode = RepeatMode.off

  /// The play order while shuffled.
  private var shuffled: [EntryID]?
  /// The play order of the next lap, once somebody has asked what it begins with.
  private var nextLap: [EntryID]?
  /// Entries added to play next that have not been current yet, in order.
  private var upNext: [EntryID] = []
  private var lastNumber: UInt64 = 0
  private var generator: SeededGenerator

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }
}

// MARK: - Reading

extension PlayQueue {
  /// How many entries there are.
  public var count: Int { entries.count }

  /// Whether the play order is a shuffled one.
  public var isShuffled: Bool { shuffled != nil }

  /// The entry that is current.
  public var currentEntry: QueueEntry? { current.flatMap { self[$0] } }

  /// The index of the current entry.
  public var currentIndex: Int? { current.flatMap { index(of: $0) } }

  /// The index of an entry; `nil` where it is not in the queue.
  public func index(of entry: EntryID) -> Int? {
    entries.firstIndex { $0.id == entry }
  }

  /// An entry; `nil` where it is not in the queue.
  public subscript(entry: EntryID) -> QueueEntry? {
    index(of: entry).map { entries[$0] }
  }

  /// The entries in the order in which they play.
  public var playOrder: [EntryID] { shuffled ?? entries.map(\.id) }

  /// The entry that a command goes on to; `nil` at the end. Repeating one does not hold it back.
  mutating func successor() -> EntryID? {
    guard let current else { return nil }
    let order = playOrder
    guard let place = order.firstIndex(of: current) else { return nil }
    if place + 1 < order.count { return order[place + 1] }
    switch repeatMode {
    case .off, .one: return nil
    case .all: return lapAfter(current).first
    }
  }

  /// The entry that follows the natural end of the current one.
  mutating func naturalSuccessor() -> EntryID? {
    repeatMode == .one ? current : successor()
  }

  /// The entry that a command goes back to; `nil` at the beginning.
  func predecessor() -> EntryID? {
    let order = playOrder
    guard let current, let place = order.firstIndex(of: current) else { return nil }
    if place > 0 { return order[place - 1] }
    switch repeatMode {
    case .off, .one: return nil
    case .all: return order.last
    }
  }

  /// The order of the next lap, drawn once.
  private mutating func lapAfter(_ last: EntryID) -> [EntryID] {
    if let nextLap { return nextLap }
    guard let shuffled else { return entries.map(\.id) }
    var lap = shuffled.shuffled(using: &generator)
    if lap.first == last, lap.count > 1 {
      lap.swapAt(0, Int.random(in: 1..<lap.count, using: &generator))
    }
    nextLap = lap
    return lap
  }
}

// MARK: - Moving on

extension PlayQueue {
  /// Makes the natural or commanded successor current, into the next lap where that comes.
  mutating func advance(to entry: EntryID) {
    if let nextLap, shuffled != nil, current == shuffled?.last, entry == nextLap.first {
      shuffled = nextLap
    }
    select(entry)
  }

  /// Makes an entry current, without reshuffling the rest.
  mutating func select(_ entry: EntryID) {
    nextLap = nil
    current = entry
    isAtEnd = false
    upNext.removeAll { $0 == entry }
  }

  mutating func setShuffled(_ isShuffled: Bool) {
    guard isShuffled != self.isShuffled else { return }
    nextLap = nil
    guard isShuffled else {
      shuffled = nil
      return
    }
    // The current entry leads, and what was to play next stays next.
    let fixed = ([current].compactMap(\.self) + upNext)
    let rest = entries.map(\.id).filter { !fixed.contains($0) }
    shuffled = fixed + rest.shuffled(using: &generator)
  }
}

// MARK: - Editing

extension PlayQueue {
  /// Replaces everything. The current entry is the one at `start`.
  mutating func set(_ tracks: [any Track], startAt start: Int) throws(QueueError) {
    try set(tracks.map { QueueItem($0) }, startAt: start)
  }

  /// Replaces everything. The current entry is the one at `start`.
  mutating func set(_ tracks: [QueueItem], startAt start: Int) throws(QueueError) {
    guard tracks.indices.contains(start) || (tracks.isEmpty && start == 0) else {
      throw .indexOutOfRange(start)
    }
    let isShuffled = isShuffled
    entries = makeEntries(tracks)
    current = entries.isEmpty ? nil : entries[start].id
    isAtEnd = false
    upNext = []
    shuffled = nil
    setShuffled(isShuffled)
    version += 1
  }

  /// Adds at the end of the base order; under shuffle, anywhere among what has not been played.
  @discardableResult
  mutating func append(_ tracks: [any Track]) -> [EntryID] {
    (try? append(tracks.map { QueueItem($0) })) ?? []
  }

  /// Adds at the end of the base order; under shuffle, anywhere among what has not been played.
  @discardableResult
  mutating func append(_ tracks: [QueueItem]) throws(QueueError) -> [EntryID] {
    let added = makeEntries(tracks)
    entries += added
    mixIn(added)
    return finishAdding(added)
  }

  /// Adds at an index of the base order; under shuffle, anywhere among what has not been played.
  @discardableResult
  mutating func insert(_ tracks: [any Track], at index: Int) throws(QueueError) -> [EntryID] {
    guard (0...entries.count).contains(index) else { throw .indexOutOfRange(index) }
    let added = makeEntries(tracks)
    entries.insert(contentsOf: added, at: index)
    mixIn(added)
    return finishAdding(added)
  }

  /// Adds behind the current entry, and behind what was added so before.
  @discardableResult
  mutating func playNext(_ tracks: [any Track]) -> [EntryID] {
    let added = makeEntries(tracks)
    let before = lastUpNext ?? current
    entries.insert(contentsOf: added, at: before.flatMap { index(of: $0) }.map { $0 + 1 } ?? 0)
    if let place = before.flatMap({ shuffled?.firstIndex(of: $0) }) {
      shuffled?.insert(contentsOf: added.map(\.id), at: place + 1)
    } else {
      shuffled?.insert(contentsOf: added.map(\.id), at: 0)
    }
    upNext += added.map(\.id)
    return finishAdding(added)
  }

  /// Moves an entry so that it then has the index `index`. The shuffled order stays.
  mutating func move(_ entry: EntryID, to index: Int) throws(QueueError) {
    guard let from = self.index(of: entry) else { throw .unknownEntry(entry) }
    guard entries.indices.contains(index) else { throw .indexOutOfRange(index) }
    entries.insert(entries.remove(at: from), at: index)
    upNext.removeAll { $0 == entry }
    nextLap = nil
    version += 1
  }

  /// Takes entries out. Where the current one is among them, its successor in play order is current
  /// then; where it has none, the last one that is left, and the queue is at its end.
  mutating func remove(_ removed: Set<EntryID>) throws(QueueError) {
    for entry in removed where index(of: entry) == nil { throw .unknownEntry(entry) }
    guard !removed.isEmpty else { return }
    if let current, removed.contains(current) { leave(removed, from: current) }
    entries.removeAll { removed.contains($0.id) }
    shuffled?.removeAll { removed.contains($0) }
    upNext.removeAll { removed.contains($0) }
    nextLap = nil
    version += 1
  }

  /// Empties the queue.
  mutating func removeAll() {
    guard !entries.isEmpty else { return }
    entries = []
    current = nil
    isAtEnd = false
    upNext = []
    nextLap = nil
    shuffled = shuffled == nil ? nil : []
    version += 1
  }

  /// The last of those added to play next that do so still: they follow the current entry in a row.
  private var lastUpNext: EntryID? {
    let order = playOrder
    guard let current, let place = order.firstIndex(of: current) else { return nil }
    return order[(place + 1)...].prefix { upNext.contains($0) }.last
  }

  private mutating func leave(_ removed: Set<EntryID>, from current: EntryID) {
    let order = playOrder
    let place = order.firstIndex(of: current) ?? 0
    let later = order[(place + 1)...].first { !removed.contains($0) }
    let wrapped = repeatMode == .all ? order.first { !removed.contains($0) } : nil
    let last = order.last { !removed.contains($0) }
    self.current = later ?? wrapped ?? last
    isAtEnd = last != nil && later == nil && wrapped == nil
  }

  private mutating func makeEntries(_ tracks: [any Track]) -> [QueueEntry] {
    makeEntries(tracks.map { QueueItem($0) })
  }

  private mutating func makeEntries(_ tracks: [QueueItem]) -> [QueueEntry] {
    tracks.map { track in
      lastNumber += 1
      return QueueEntry(id: EntryID(number: lastNumber), item: track)
    }
  }

  /// Puts new entries at random among those that are still to come.
  private mutating func mixIn(_ added: [QueueEntry]) {
    guard let order = shuffled else { return }
    let anchor = lastUpNext ?? current
    let first = anchor.flatMap { order.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
    for entry in added {
      let end = shuffled?.count ?? 0
      shuffled?.insert(entry.id, at: Int.random(in: first...end, using: &generator))
    }
  }

  private mutating func finishAdding(_ added: [QueueEntry]) -> [EntryID] {
    guard !added.isEmpty else { return [] }
    current = current ?? added.first?.id
    nextLap = nil
    version += 1
    return added.map(\.id)
  }
}
