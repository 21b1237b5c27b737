extension PlayQueue {
  /// The indices that hold another entry than in an earlier version of this queue, or did not exist
  /// in it; in order.
  ///
  /// Parts that both versions share are skipped, so the cost depends on the edits between them.
  /// After very large changes, the result may include indices that did not change.
  package func changedIndices(since old: PlayQueue) -> [Range<Int>] {
    base.changedIndices(since: old.base)
  }
}

extension EntryTree {
  /// Above this number of elements, they are not compared one by one.
  private static var maximumCompared: Int { 10_000 }

  fileprivate func changedIndices(since old: EntryTree) -> [Range<Int>] {
    let parts = Self.parts(old.root, root)
    var changed: [Range<Int>] = []
    func add(_ range: Range<Int>) {
      guard !range.isEmpty else { return }
      if let last = changed.last, last.upperBound == range.lowerBound {
        changed[changed.count - 1] = last.lowerBound..<range.upperBound
      } else {
        changed.append(range)
      }
    }
    let size = parts.new.reduce(0) { $0 + $1.link.count }
    // How far the shared elements have shifted, and where that shift begins.
    var (removed, inserted, place) = (0, 0, 0)
    var (oldPart, newPart) = (0, 0)
    while oldPart < parts.old.count || newPart < parts.new.count {
      // Counted in shared elements.
      let nextOld = oldPart < parts.old.count ? parts.old[oldPart].start - removed : .max
      let nextNew = newPart < parts.new.count ? parts.new[newPart].start - inserted : .max
      let next = Swift.min(nextOld, nextNew)
      if removed != inserted { add(place + inserted..<next + inserted) }
      place = next
      if nextOld <= nextNew {
        removed += parts.old[oldPart].link.count
        oldPart += 1
      } else {
        let part = parts.new[newPart]
        compare(part, with: old, isCoarse: size > Self.maximumCompared, add)
        inserted += part.link.count
        newPart += 1
      }
    }
    if removed != inserted { add(place + inserted..<count) }
    return changed
  }

  private func compare(
    _ part: Part,
    with old: EntryTree,
    isCoarse: Bool,
    _ add: (Range<Int>) -> Void
  ) {
    if isCoarse { return add(part.start..<part.start + part.link.count) }
    var iterator = EntryTreeIterator(old.root, at: part.start)
    for (offset, element) in part.link.node.elements.enumerated() {
      let index = part.start + offset
      if iterator.next()?.entryID != element.entryID { add(index..<index + 1) }
    }
  }
}
