// Entries that turn out to stand for several: playlists, folders, feeds.
extension QueueStateMachine {
  /// The maximum number of entries that may turn out to be lists before a track plays.
  static let maximumExpansions = 9

  /// Whether one more entry may be expanded. The limit ends chains of lists that lead to lists.
  var mayExpand: Bool { expansions + failures < Self.maximumExpansions }

  /// Replaces the current entry with the items that it stands for, and begins the first.
  ///
  /// - Parameter position: The position where the entry was to begin; used if there is a single
  ///   item.
  mutating func expandCurrent(
    _ entry: QueueEntry,
    into items: [QueueItem],
    at position: Duration,
    _ turn: inout QueueTransaction
  ) {
    expansions += 1
    turn.contents = .edited
    queue.expand(entry.id, into: items)
    forgetInspection(of: entry.id, &turn)
    guard let first = queue.currentEntry else { return }
    history.renewLast(first)
    attempt = nil
    // The new entry has the list's identity, but may have its own rate.
    if first.item.rate != entry.item.rate { ratedEntry = nil }
    let position = items.count == 1 ? position : first.item.startPosition
    announce(.expanded, at: position, begins: false, &turn)
    start(at: position, reason: .expanded, &turn)
  }

  /// Replaces the preloaded entry with the items that it stands for; the first of them is then
  /// prepared.
  ///
  /// - Returns: Whether it was replaced. An entry that a command has already begun is expanded once
  ///   it is opened.
  mutating func expandNext(
    _ next: Preload,
    into items: [QueueItem],
    _ turn: inout QueueTransaction
  ) -> Bool {
    guard mayExpand, next.entry != queue.current else { return false }
    expansions += 1
    turn.contents = .edited
    queue.expand(next.entry, into: items)
    forgetInspection(of: next.entry, &turn)
    preload = nil
    return true
  }
}

extension PlayQueue {
  /// Replaces an entry with the items that it stands for. The first item keeps the entry's
  /// identity. The others follow it; while shuffled, they are placed at random among the upcoming
  /// entries, unless the entry was added to play next.
  mutating func expand(_ entry: EntryID, into items: [QueueItem]) {
    guard let index = base.index(of: entry), let old = base[index], let first = items.first else {
      return
    }
    let item = first.inPlace(of: old.item, isOnly: items.count == 1)
    base.replaceSubrange(index..<index + 1, with: [QueueEntry(id: entry, item: item)])
    let rest = items.dropFirst().map { $0.inPlace(of: old.item, isOnly: false) }
    addAfter(entry, rest)
  }
}
