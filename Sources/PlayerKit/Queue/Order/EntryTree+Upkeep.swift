// Removing elements anywhere, and keeping the tree in shape.
extension EntryTree {
  /// Removes entries, which must all be in the tree.
  mutating func remove(_ entries: some Collection<EntryID>) {
    guard entries.count > 8 else {
      for entry in entries {
        if let index = index(of: entry) { replaceSubrange(index..<index + 1, with: []) }
      }
      return
    }
    guard let root else { return }
    var labels: Set<UInt64> = []
    for entry in entries {
      labels.insert(chunks[places[entry.serial]])
      places[entry.serial] = 0
    }
    self.root = sweep(root, labels.sorted()[...]).flatMap { assemble([$0]) }
  }

  /// Removes the entries without a place from the chunks with these labels.
  private mutating func sweep(_ link: Link, _ labels: ArraySlice<UInt64>) -> Link? {
    guard link.node.height > 0 else {
      let kept = ContiguousArray(
        link.node.elements.filter { places[$0.entryID.serial] != 0 }
      )
      if !kept.isEmpty { return .chunk(link.node.number, kept, label: link.label) }
      chunks.remove(link.node.number)
      return nil
    }
    let old = link.node.links
    var links: ContiguousArray<Link> = []
    links.reserveCapacity(old.count)
    var labels = labels
    for place in old.indices {
      let next = place + 1 < old.endIndex ? old[place + 1].label : nil
      let part = labels.prefix { label in next.map { label < $0 } ?? true }
      labels = labels.dropFirst(part.count)
      if part.isEmpty {
        links.append(old[place])
      } else if let left = sweep(old[place], part) {
        links.append(left)
      }
    }
    return branches(tidied(links), height: link.node.height).first
  }

  /// Merges neighbors that have become small.
  mutating func tidied(_ links: ContiguousArray<Link>) -> ContiguousArray<Link> {
    // Usually there are none, and then nothing is copied.
    guard links.indices.dropFirst().contains(where: { areSmall(links[$0 - 1], links[$0]) }) else {
      return links
    }
    var tidy: ContiguousArray<Link> = []
    tidy.reserveCapacity(links.count)
    for link in links {
      if let last = tidy.last, let joined = joined(last, link) {
        tidy[tidy.endIndex - 1] = joined
      } else {
        tidy.append(link)
      }
    }
    return tidy
  }

  private func areSmall(_ left: Link, _ right: Link) -> Bool {
    left.node.height > 0
      ? left.node.links.count + right.node.links.count <= Self.fanOut * 5 / 8
      : left.count + right.count <= Self.capacity * 5 / 8
  }

  private mutating func joined(_ left: Link, _ right: Link) -> Link? {
    guard areSmall(left, right) else { return nil }
    let height = left.node.height
    if height > 0 {
      return .branch(height: height, tidied(left.node.links + right.node.links))
    }
    place(right.node.elements[...], in: left.node.number)
    chunks.remove(right.node.number)
    return .chunk(
      left.node.number,
      left.node.elements + right.node.elements,
      label: left.label
    )
  }

  // MARK: - Labels

  /// Makes sure that there are labels for all chunks that this many new elements may need.
  mutating func makeRoom(for count: Int, at range: Range<Int>) {
    guard let root else { return }
    let index = range.isEmpty ? max(0, range.lowerBound - 1) : range.lowerBound
    let (chunk, start) = Node.chunk(at: index, of: root)
    let label = chunks[chunk.number]
    let end = start + chunk.elements.count
    let next = end < root.count ? chunks[Node.chunk(at: end, of: root).node.number] : nil
    // The chunk that takes them may be split, too.
    let needed = count / Self.capacity * 2 + 4
    let hasRoom =
      ChunkLabels.between(label, next, count: needed) != nil
      && (start > 0 || ChunkLabels.between(nil, label, count: needed) != nil)
    guard !hasRoom else { return }
    var place = 0
    self.root = relabeled(root, ChunkLabels.spread(chunks.count), &place)
  }

  private mutating func relabeled(
    _ link: Link,
    _ labels: ChunkLabels.Labels,
    _ place: inout Int
  ) -> Link {
    guard link.node.height > 0 else {
      chunks[link.node.number] = labels[place]
      place += 1
      return Link(node: link.node, count: link.count, label: labels[place - 1])
    }
    var links: ContiguousArray<Link> = []
    for child in link.node.links { links.append(relabeled(child, labels, &place)) }
    return .branch(height: link.node.height, links)
  }
}
