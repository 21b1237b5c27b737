// What was found in the media of entries. It is no edit: neither the version nor the order changes.
extension PlayQueue {
  /// Records what was found in the media of an entry. An entry of another queue: no effect.
  mutating func record(_ found: TrackMetadata, of entry: EntryID) {
    guard let index = index(of: entry), let old = base[index] else { return }
    let item = old.item.with(found: found)
    base.replaceSubrange(index..<index + 1, with: [QueueEntry(id: entry, item: item)])
    findings &+= 1
  }

  /// Has an entry be looked into again. What was found stays until then.
  mutating func markForInspection(_ entry: EntryID) {
    guard let index = index(of: entry), let old = base[index] else { return }
    let item = old.item.with(found: old.item.foundMetadata, lacksPictures: true)
    base.replaceSubrange(index..<index + 1, with: [QueueEntry(id: entry, item: item)])
    findings &+= 1
  }

  /// This, edited since `old`, with what was found meanwhile in the queue that `old` was. What both
  /// have in common is not looked at.
  func keepingFindings(of present: PlayQueue, since old: PlayQueue) -> PlayQueue {
    guard present.findings != old.findings else { return self }
    var queue = self
    queue.findings = Swift.max(findings, present.findings)
    if base.root?.node === old.base.root?.node {
      queue.base = present.base
      return queue
    }
    for entry in present.baseChanges(since: old).changed.flatMap(\.elements) {
      guard let found = entry.item.foundMetadata, entry.item.isInspected,
        let edited = queue[entry.id], !edited.item.isInspected
      else { continue }
      queue.record(found, of: entry.id)
    }
    return queue
  }

  /// What comes next in play order, at most so many. Fewer at the end, and where the next lap is
  /// not drawn yet.
  func knownSuccessors(_ limit: Int) -> [EntryID] {
    guard let current, let place = playIndex(of: current) else { return [] }
    return (1...limit).compactMap { distance in
      let index = place + distance
      if index < count { return playOrder[index] }
      guard repeatMode == .all else { return nil }
      if isShuffled { return index == count ? nextLapFirst : nil }
      return playOrder[index % count]
    }
  }
}
