// Entries that turn out to stand for several: playlists, folders, feeds.
extension QueueStateMachine {
  /// How many entries may turn out to be lists before anything of them is heard.
  static let maximumExpansions = 9

  /// Whether one more entry may be replaced by what it stands for. Lists that lead to lists have an
  /// end.
  var mayExpand: Bool { expansions + failures < Self.maximumExpansions }

  /// The current entry stands for several: they take its place, and the first is begun.
  ///
  /// - Parameter position: where the entry was to begin. That holds where it stands for one alone.
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
    // The entry has the identity of the list, and may have a rate of its own.
    if first.item.rate != entry.item.rate { ratedEntry = nil }
    let position = items.count == 1 ? position : first.item.startPosition
    announce(.expanded, at: position, begins: false, &turn)
    start(at: position, reason: .expanded, &turn)
  }

  /// What is to follow stands for several: they take its place, and the first of them is prepared.
  ///
  /// - Returns: whether they do. What a command has begun already is expanded once it is opened.
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
  /// Puts what an entry stands for in its place: the first of the items keeps its identity. The
  /// others follow it; while shuffled, they are mixed among those that are still to come, unless
  /// the entry was added to play next.
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
