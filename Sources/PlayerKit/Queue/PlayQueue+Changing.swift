// Moving, replacing and removing. An invalid edit throws and leaves the queue unchanged.
extension PlayQueue {
  /// Moves an entry so that it has the index `index` afterwards. The shuffled order stays, and the
  /// entry no longer counts as added to play next. Has no effect if the entry is already there.
  ///
  /// - Throws: ``QueueError/unknownEntry(_:)``, ``QueueError/indexOutOfRange(_:)``.
  public mutating func move(_ entry: EntryID, to index: Int) throws(QueueError) {
    try move(CollectionOfOne(entry), to: index)
  }

  /// Moves entries so that they are consecutive afterwards, in the order given, and the first has
  /// the index `index`. Duplicates are moved once. Otherwise like moving one entry.
  ///
  /// - Throws: ``QueueError/unknownEntry(_:)``, ``QueueError/indexOutOfRange(_:)``.
  public mutating func move(
    _ entries: some Collection<EntryID>,
    to index: Int
  ) throws(QueueError) {
    let moved = try known(entries)
    var block: ContiguousArray<QueueEntry> = []
    var left = moved
    for entry in entries where left.remove(entry) != nil {
      if let entry = self[entry] { block.append(entry) }
    }
    guard (0...count - block.count).contains(index), !block.isEmpty || index < Swift.max(count, 1)
    else {
      throw .indexOutOfRange(index)
    }
    guard base.elements(index..<index + block.count).map(\.id) != block.map(\.id) else { return }
    if !isShuffled { shrinkUpNext { moved.contains($0) } }
    base.remove(moved)
    base.replaceSubrange(index..<index, with: block)
    if !isShuffled { renewUpNext() }
    recordEdit()
  }

  /// Replaces an entry with an item, as a new entry, in both orders. If the old entry is current,
  /// the new one becomes current and begins.
  ///
  /// - Returns: The new entry.
  /// - Throws: ``QueueError/unknownEntry(_:)``.
  @discardableResult
  public mutating func replace(
    _ entry: EntryID,
    with item: some QueueItemConvertible
  ) throws(QueueError) -> EntryID {
    guard let index = base.index(of: entry) else { throw .unknownEntry(entry) }
    let new = self.entry(item)
    let id = new.id
    base.replaceSubrange(index..<index + 1, with: [new])
    if let place = shuffled?.index(of: entry) {
      shuffled?.replaceSubrange(place..<place + 1, with: [id])
    }
    if upNext?.first == entry { upNext?.first = id }
    if upNext?.last == entry { upNext?.last = id }
    if nextLapFirst == entry { nextLapFirst = id }
    if current == entry {
      current = id
      isAtEnd = false
    }
    recordEdit()
    return id
  }

  /// Replaces the app's data of an entry, which keeps its identity.
  ///
  /// - Throws: ``QueueError/unknownEntry(_:)``.
  public mutating func update(
    _ entry: EntryID,
    userInfo: [String: String]
  ) throws(QueueError) {
    guard let index = index(of: entry), let old = base[index] else { throw .unknownEntry(entry) }
    let item = old.item.with(userInfo: userInfo)
    base.replaceSubrange(index..<index + 1, with: [QueueEntry(id: entry, item: item)])
    recordEdit()
  }

  /// Removes entries. If the current entry is removed, its successor in play order becomes current;
  /// while shuffled under ``RepeatMode/all``, this may begin a new lap. Without a successor, the
  /// last remaining entry becomes current, and the queue is at its end. Has no effect without
  /// entries.
  ///
  /// - Throws: ``QueueError/unknownEntry(_:)``.
  public mutating func remove(_ entries: some Collection<EntryID>) throws(QueueError) {
    let removed = try known(entries)
    guard !removed.isEmpty else { return }
    remove(removed) { $0.remove(removed) }
  }

  /// Removes an entry, like several entries.
  ///
  /// - Throws: ``QueueError/unknownEntry(_:)``.
  public mutating func remove(_ entry: EntryID) throws(QueueError) {
    try remove(CollectionOfOne(entry))
  }

  /// Removes the entry at an index of the base order, as `remove(_:)` does.
  ///
  /// - Throws: ``QueueError/indexOutOfRange(_:)``.
  public mutating func remove(at index: Int) throws(QueueError) {
    guard indices.contains(index) else { throw .indexOutOfRange(index) }
    try remove(at: index..<index + 1)
  }

  /// Removes the entries in a range of indices; otherwise like `remove(_:)`.
  ///
  /// - Throws: ``QueueError/indexOutOfRange(_:)`` with the first invalid index.
  public mutating func remove(at indices: Range<Int>) throws(QueueError) {
    guard indices.lowerBound >= 0 else { throw .indexOutOfRange(indices.lowerBound) }
    guard indices.upperBound <= count else {
      throw .indexOutOfRange(Swift.max(count, indices.lowerBound))
    }
    guard !indices.isEmpty else { return }
    let removed = Set(base.elements(indices).map(\.id))
    remove(removed) { $0.replaceSubrange(indices, with: []) }
  }

  /// Removes all entries; the modes stay. Has no effect if the queue is empty.
  public mutating func removeAll() {
    guard !isEmpty else { return }
    base = EntryTree()
    shuffled = shuffled.map { _ in EntryTree() }
    current = nil
    isAtEnd = false
    upNext = nil
    nextLapFirst = nil
    recordEdit()
  }

  // MARK: - Parts

  /// Returns the given entries as a set; throws if one is not in the queue.
  private func known(_ entries: some Collection<EntryID>) throws(QueueError) -> Set<EntryID> {
    for entry in entries where !contains(entry) { throw .unknownEntry(entry) }
    return Set(entries)
  }

  private mutating func remove(
    _ removed: Set<EntryID>,
    fromBase remove: (inout EntryTree<QueueEntry>) -> Void
  ) {
    shrinkUpNext { removed.contains($0) }
    if nextLapFirst.map(removed.contains) == true { nextLapFirst = nil }
    let startsLap = current.map { removed.contains($0) && leave(removed, from: $0) } ?? false
    remove(&base)
    if startsLap { beginLap(with: nextLapFirst) } else { shuffled?.remove(removed) }
    if startsLap { current = playOrder.first }
    renewUpNext()
    recordEdit()
  }

  /// Makes another entry current before the old one is removed. Returns `true` if a new lap begins
  /// instead.
  private mutating func leave(_ removed: Set<EntryID>, from old: EntryID) -> Bool {
    let order = playOrder
    let place = playIndex(of: old) ?? 0
    let isLeft = { (place: Int) in !removed.contains(order[place]) }
    if let later = (place + 1..<count).first(where: isLeft) {
      current = order[later]
      isAtEnd = false
    } else if repeatMode == .all, count > removed.count {
      isAtEnd = false
      guard !isShuffled else { return true }
      current = (0..<place).first(where: isLeft).map { order[$0] }
    } else {
      current = (0..<place).last(where: isLeft).map { order[$0] }
      isAtEnd = current != nil
    }
    nextLapFirst = nil
    return false
  }
}
