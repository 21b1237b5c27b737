// Metadata found in the media of entries. Recording it is not an edit: neither version nor order
// changes.
extension PlayQueue {
  /// Records the metadata found in an entry's media. Has no effect for an entry of another queue.
  mutating func record(_ found: TrackMetadata, of entry: EntryID) {
    guard let index = index(of: entry), let old = base[index] else { return }
    let item = old.item.with(found: found)
    base.replaceSubrange(index..<index + 1, with: [QueueEntry(id: entry, item: item)])
    findings &+= 1
  }

  /// Marks an entry to be inspected again. Earlier findings stay until then.
  mutating func markForInspection(_ entry: EntryID) {
    guard let index = index(of: entry), let old = base[index] else { return }
    let item = old.item.with(found: old.item.foundMetadata, lacksPictures: true)
    base.replaceSubrange(index..<index + 1, with: [QueueEntry(id: entry, item: item)])
    findings &+= 1
  }

  /// Returns this queue, edited since `old`, with the metadata that was found meanwhile in the
  /// present queue. Parts that both share are skipped.
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

  /// Returns the next entries in play order, at most `limit`. There are fewer at the end, or if the
  /// next lap is not drawn yet.
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
