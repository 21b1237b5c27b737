// Every edit is all or nothing: an invalid edit throws and leaves the queue unchanged.
extension PlayQueue {
  /// Replaces all entries. The entry at `start` becomes the current one; for an empty queue,
  /// `start` is 0.
  ///
  /// - Throws: ``QueueError/indexOutOfRange(_:)``.
  @_disfavoredOverload
  public mutating func set(
    _ items: some Sequence<some QueueItemConvertible>,
    startAt start: Int = 0
  ) throws(QueueError) {
    let items = Array(items)
    try set(count: items.count, startAt: start) { items[$0].queueItem }
  }

  /// Adds items at the end of the base order; while shuffled, at random places among the upcoming
  /// entries after those that play next. Has no effect without items.
  ///
  /// - Returns: The new entries, in order.
  @discardableResult @_disfavoredOverload
  public mutating func append(_ items: some Sequence<some QueueItemConvertible>) -> [EntryID] {
    add(entries(items), at: count)
  }

  /// Inserts items so that the first has the index `index`; while shuffled, at random places among
  /// the upcoming entries after those that play next. The current entry stays. Has no effect
  /// without items.
  ///
  /// - Returns: The new entries, in order.
  /// - Throws: ``QueueError/indexOutOfRange(_:)``; the index after the last is in range.
  @discardableResult @_disfavoredOverload
  public mutating func insert(
    _ items: some Sequence<some QueueItemConvertible>,
    at index: Int
  ) throws(QueueError) -> [EntryID] {
    try check(index)
    return add(entries(items), at: index)
  }

  /// Inserts items after the current entry, and after earlier entries of this kind that still play
  /// next, in both orders. Has no effect without items.
  ///
  /// - Returns: The new entries, in order.
  @discardableResult @_disfavoredOverload
  public mutating func playNext(_ items: some Sequence<some QueueItemConvertible>) -> [EntryID] {
    playNext(entries(items))
  }

  /// Adds items at the end of both orders: even while shuffled, they play after all present
  /// entries. Has no effect without items.
  ///
  /// - Returns: The new entries, in order.
  @discardableResult @_disfavoredOverload
  public mutating func playLater(_ items: some Sequence<some QueueItemConvertible>) -> [EntryID] {
    playLater(entries(items))
  }
}

// Overloads for one item and for tracks of several types.
extension PlayQueue {
  /// Adds an item at the end, like several items. Returns the new entry.
  @discardableResult
  public mutating func append(_ item: some QueueItemConvertible) -> EntryID {
    add([entry(item)], at: count)[0]
  }

  /// Inserts an item so that it has the index `index`, like several items. Returns the new entry.
  ///
  /// - Throws: ``QueueError/indexOutOfRange(_:)``; the index after the last is in range.
  @discardableResult
  public mutating func insert(_ item: some QueueItemConvertible, at index: Int) throws(QueueError)
    -> EntryID
  {
    try check(index)
    return add([entry(item)], at: index)[0]
  }

  /// Inserts an item after the current entry and those that play next, like several items. Returns
  /// the new entry.
  @discardableResult
  public mutating func playNext(_ item: some QueueItemConvertible) -> EntryID {
    playNext([entry(item)] as ContiguousArray)[0]
  }

  /// Adds an item at the end of both orders, like several items. Returns the new entry.
  @discardableResult
  public mutating func playLater(_ item: some QueueItemConvertible) -> EntryID {
    playLater([entry(item)] as ContiguousArray)[0]
  }

  /// Replaces all entries with tracks, as with items.
  ///
  /// - Throws: ``QueueError/indexOutOfRange(_:)``.
  public mutating func set(_ tracks: [any Track], startAt start: Int = 0) throws(QueueError) {
    try set(count: tracks.count, startAt: start) { QueueItem(tracks[$0]) }
  }

  /// Adds tracks at the end, like items.
  @discardableResult
  public mutating func append(_ tracks: [any Track]) -> [EntryID] {
    add(entries(tracks), at: count)
  }

  /// Inserts tracks so that the first has the index `index`, like items.
  ///
  /// - Throws: ``QueueError/indexOutOfRange(_:)``; the index after the last is in range.
  @discardableResult
  public mutating func insert(_ tracks: [any Track], at index: Int) throws(QueueError) -> [EntryID]
  {
    try check(index)
    return add(entries(tracks), at: index)
  }

  /// Inserts tracks after the current entry and those that play next, like items.
  @discardableResult
  public mutating func playNext(_ tracks: [any Track]) -> [EntryID] { playNext(entries(tracks)) }

  /// Adds tracks at the end of both orders, like items.
  @discardableResult
  public mutating func playLater(_ tracks: [any Track]) -> [EntryID] { playLater(entries(tracks)) }
}

// MARK: - Parts

extension PlayQueue {
  private mutating func set(
    count: Int,
    startAt start: Int,
    _ item: (Int) -> QueueItem
  ) throws(QueueError) {
    guard (0..<Swift.max(count, 1)).contains(start) else { throw .indexOutOfRange(start) }
    let isShuffled = isShuffled
    let first = issue(count)
    base = EntryTree(count: count) {
      QueueEntry(id: EntryID(scope: scope, serial: first + $0), item: item($0))
    }
    current = base.root == nil ? nil : base[start]?.id
    isAtEnd = false
    upNext = nil
    shuffled = nil
    nextLapFirst = nil
    setShuffled(isShuffled)
    recordEdit()
  }

  private func check(_ index: Int) throws(QueueError) {
    guard (0...count).contains(index) else { throw .indexOutOfRange(index) }
  }

  private mutating func add(_ added: ContiguousArray<QueueEntry>, at index: Int) -> [EntryID] {
    guard let first = added.first?.id else { return [] }
    base.replaceSubrange(index..<index, with: added)
    if current == nil {
      current = first
      if isShuffled {
        shuffled = EntryTree(shuffling: base, leading: [first], using: &generator)
      }
    } else {
      mixIn(ContiguousArray(added.map(\.id)))
    }
    return finishAdding(added)
  }

  private mutating func playNext(_ added: ContiguousArray<QueueEntry>) -> [EntryID] {
    guard let first = added.first?.id, let last = added.last?.id else { return [] }
    let ids = ContiguousArray(added.map(\.id))
    guard let current else {
      base.append(added)
      shuffled?.append(ids)
      current = first
      if added.count > 1 { upNext = UpNext(first: added[1].id, last: last) }
      return finishAdding(added)
    }
    let running = lastUpNext
    let before = running ?? current
    let index = (base.index(of: before) ?? 0) + 1
    base.replaceSubrange(index..<index, with: added)
    if let place = shuffled?.index(of: before) {
      shuffled?.replaceSubrange(place + 1..<place + 1, with: ids)
    }
    upNext = UpNext(first: running.flatMap { _ in upNext?.first } ?? first, last: last)
    return finishAdding(added)
  }

  /// Inserts items after an entry. After the current entry, they come after the entries that were
  /// added to play next. While shuffled, they play at random places among the upcoming entries, or
  /// directly after `entry` if it was added to play next.
  mutating func addAfter(_ entry: EntryID, _ items: [QueueItem]) {
    let place = entry == current ? lastUpNext ?? entry : entry
    guard let index = base.index(of: place) else { return }
    let added = entries(items)
    defer { recordEdit() }
    guard let last = added.last?.id else { return }
    let isWaiting = waiting.contains(entry)
    base.replaceSubrange(index + 1..<index + 1, with: added)
    let ids = ContiguousArray(added.map(\.id))
    if isWaiting, let place = shuffled?.index(of: entry) {
      shuffled?.replaceSubrange(place + 1..<place + 1, with: ids)
    } else {
      mixIn(ids)
    }
    if isWaiting, upNext?.last == entry { upNext?.last = last }
  }

  private mutating func playLater(_ added: ContiguousArray<QueueEntry>) -> [EntryID] {
    guard let first = added.first?.id else { return [] }
    base.append(added)
    shuffled?.append(ContiguousArray(added.map(\.id)))
    current = current ?? first
    return finishAdding(added)
  }

  /// Inserts new entries at random places among the upcoming ones.
  private mutating func mixIn(_ added: ContiguousArray<EntryID>) {
    guard let count = shuffled?.count else { return }
    let anchor = lastUpNext ?? current
    let first = (anchor.flatMap { shuffled?.index(of: $0) } ?? -1) + 1
    if added.count <= (count - first) / 64 {
      for (number, entry) in added.enumerated() {
        let place = Int.random(in: first...count + number, using: &generator)
        shuffled?.replaceSubrange(place..<place, with: [entry])
      }
    } else {
      let played = shuffled?.elements(0..<first) ?? []
      let mixed = mixed(shuffled?.elements(first..<count) ?? [], with: added)
      shuffled = EntryTree(played + mixed, of: base)
    }
  }

  /// Merges both at random, with equal probability for every result that keeps the order of `old`.
  private mutating func mixed(
    _ old: ContiguousArray<EntryID>,
    with new: ContiguousArray<EntryID>
  ) -> ContiguousArray<EntryID> {
    var (old, new) = (old[...], new)
    generator.shuffle(&new)
    var all: ContiguousArray<EntryID> = []
    all.reserveCapacity(old.count + new.count)
    while let last = new.last {
      if Int.random(in: 0..<old.count + new.count, using: &generator) < new.count {
        all.append(last)
        new.removeLast()
      } else if let first = old.popFirst() {
        all.append(first)
      }
    }
    return all + old
  }

  private func entries(
    _ items: some Sequence<some QueueItemConvertible>
  ) -> ContiguousArray<QueueEntry> {
    let items = Array(items)
    return entries(items.count) { items[$0].queueItem }
  }

  private func entries(_ tracks: [any Track]) -> ContiguousArray<QueueEntry> {
    entries(tracks.count) { QueueItem(tracks[$0]) }
  }

  private func entries(
    _ count: Int,
    _ item: (Int) -> QueueItem
  ) -> ContiguousArray<QueueEntry> {
    let first = issue(count)
    var entries: ContiguousArray<QueueEntry> = []
    entries.reserveCapacity(count)
    for index in 0..<count {
      entries.append(
        QueueEntry(id: EntryID(scope: scope, serial: first + index), item: item(index))
      )
    }
    return entries
  }

  /// Returns a new entry.
  func entry(_ item: some QueueItemConvertible) -> QueueEntry {
    QueueEntry(id: EntryID(scope: scope, serial: issue(1)), item: item.queueItem)
  }

  /// Returns the first of `count` consecutive serial numbers that no entry has. In a restored
  /// queue, some numbers may be taken.
  private func issue(_ count: Int) -> Int {
    var first: Int
    repeat { first = serials.issue(count) } while base.places.hasKey(in: first..<first + count)
    return first
  }

  mutating func recordEdit() {
    version += 1
    revision &+= 1
  }

  private mutating func finishAdding(_ added: ContiguousArray<QueueEntry>) -> [EntryID] {
    recordEdit()
    if afterEnd?.added.map(contains) != true { afterEnd?.added = added.first?.id }
    return added.map(\.id)
  }
}
