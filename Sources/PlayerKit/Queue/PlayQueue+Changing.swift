// Moving, replacing and taking out. What makes no sense throws, and leaves the queue as it was.
extension PlayQueue {
  /// Moves an entry so that it then has the index `index`. The shuffled order stays, and the entry
  /// does not count as added to play next any more. To where it is: no effect.
  ///
  /// - Throws: ``QueueError/unknownEntry(_:)``, ``QueueError/indexOutOfRange(_:)``.
  public mutating func move(_ entry: EntryID, to index: Int) throws(QueueError) {
    try move(CollectionOfOne(entry), to: index)
  }

  /// Moves entries so that they then stand in a row, in the order in which they are named, and the
  /// first has the index `index`. One that is named twice is moved once. Otherwise as
  /// for one entry.
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

  /// Puts something else in the place of an entry, in both orders. That is a new entry: where the
  /// old one is current, the new one is, and is begun.
  ///
  /// - Returns: the new entry.
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

  /// Changes what the app keeps with an entry, which stays the same entry.
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

  /// Takes entries out. Where the current one is among them, its successor in play order is current
  /// then, under shuffle and ``RepeatMode/all`` that of a new lap; where it has none, the last one
  /// that is left, and the queue is at its end. Of nothing: no effect.
  ///
  /// - Throws: ``QueueError/unknownEntry(_:)``.
  public mutating func remove(_ entries: some Collection<EntryID>) throws(QueueError) {
    let removed = try known(entries)
    guard !removed.isEmpty else { return }
    remove(removed) { $0.remove(removed) }
  }

  /// Removes an entry, as several are.
  ///
  /// - Throws: ``QueueError/unknownEntry(_:)``.
  public mutating func remove(_ entry: EntryID) throws(QueueError) {
    try remove(CollectionOfOne(entry))
  }

  /// Removes the entry at an index of the base order, as ``remove(_:)`` does.
  ///
  /// - Throws: ``QueueError/indexOutOfRange(_:)``.
  public mutating func remove(at index: Int) throws(QueueError) {
    guard indices.contains(index) else { throw .indexOutOfRange(index) }
    try remove(at: index..<index + 1)
  }

  /// Takes out the entries with these indices; otherwise as ``remove(_:)``.
  ///
  /// - Throws: ``QueueError/indexOutOfRange(_:)`` with the first index that is none.
  public mutating func remove(at indices: Range<Int>) throws(QueueError) {
    guard indices.lowerBound >= 0 else { throw .indexOutOfRange(indices.lowerBound) }
    guard indices.upperBound <= count else {
      throw .indexOutOfRange(Swift.max(count, indices.lowerBound))
    }
    guard !indices.isEmpty else { return }
    let removed = Set(base.elements(indices).map(\.id))
    remove(removed) { $0.replaceSubrange(indices, with: []) }
  }

  /// Empties the queue; the modes stay. Of an empty one: no effect.
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

  /// Entries that are there, each once.
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

  /// Makes another entry current, as long as the old one is still there. Returns whether it is
  /// rather the one that begins another lap.
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
