// Inserting elements, and removing ranges.
extension EntryTree {
  /// Replaces the elements of a range. None of the new elements may be in the tree.
  mutating func replaceSubrange(_ range: Range<Int>, with new: ContiguousArray<Element>) {
    if !new.isEmpty { makeRoom(for: new.count, at: range) }
    if let root {
      self.root = assemble(replace(range, of: root, with: new[...], before: nil))
    } else {
      self = EntryTree(count: new.count) { new[$0] }
    }
  }

  /// Appends elements.
  mutating func append(_ new: ContiguousArray<Element>) {
    replaceSubrange(count..<count, with: new)
  }

  // MARK: - Subtrees

  /// Returns the links that replace a link; all have its height.
  ///
  /// - Parameter next: The label of the chunk after it.
  private mutating func replace(
    _ range: Range<Int>,
    of link: Link,
    with new: ArraySlice<Element>,
    before next: UInt64?
  ) -> ContiguousArray<Link> {
    guard link.node.height > 0 else {
      return replaceInChunk(range, of: link, with: new, before: next)
    }
    let old = link.node.links
    var links: ContiguousArray<Link> = []
    links.reserveCapacity(old.count + 1)
    var start = 0
    var rest: ArraySlice<Element>? = new
    for place in old.indices {
      let child = old[place]
      let end = start + child.count
      // If nothing is removed, the chunk that ends there takes the new elements.
      let isHit =
        range.isEmpty
        ? rest != nil && range.lowerBound <= end
        : start < range.upperBound && range.lowerBound < end
      if isHit {
        let part = max(range.lowerBound, start) - start..<min(range.upperBound, end) - start
        links += replace(
          part,
          of: child,
          with: rest ?? [],
          before: place + 1 < old.endIndex ? old[place + 1].label : next
        )
        rest = nil
      } else {
        links.append(child)
      }
      start = end
    }
    return branches(tidied(links), height: link.node.height)
  }

  private mutating func replaceInChunk(
    _ range: Range<Int>,
    of link: Link,
    with new: ArraySlice<Element>,
    before next: UInt64?
  ) -> ContiguousArray<Link> {
    let (old, number) = (link.node.elements, link.node.number)
    place(old[range], in: 0)
    let count = old.count - range.count + new.count
    guard count > 0 else {
      chunks.remove(number)
      return []
    }
    if range.isEmpty, count > Self.capacity {
      if range.lowerBound == old.count { return append(new, to: link, before: next) }
      if range.lowerBound == 0 { return pack(new, after: nil, before: link.label) + [link] }
    }
    var all: ContiguousArray<Element> = []
    all.reserveCapacity(count)
    all += old[..<range.lowerBound]
    all += new
    all += old[range.upperBound...]
    if count <= Self.capacity {
      place(new, in: number)
      return [.chunk(number, all, label: link.label)]
    }
    let share = (count - 1) / ((count - 1) / Self.capacity + 1) + 1
    let first = all[..<share]
    place(first, in: number)
    return [.chunk(number, ContiguousArray(first), label: link.label)]
      + pack(all[share...], fill: share, after: link.label, before: next)
  }

  /// Fills up the chunk, so that a growing last chunk is full before another one is added.
  private mutating func append(
    _ new: ArraySlice<Element>,
    to link: Link,
    before next: UInt64?
  ) -> ContiguousArray<Link> {
    let fitting = new.prefix(max(0, Self.capacity - link.count))
    var first = link
    if !fitting.isEmpty {
      place(fitting, in: link.node.number)
      first = .chunk(link.node.number, link.node.elements + fitting, label: link.label)
    }
    return [first] + pack(new.dropFirst(fitting.count), after: link.label, before: next)
  }

  /// Returns new chunks between two others.
  private mutating func pack(
    _ elements: ArraySlice<Element>,
    fill: Int = capacity,
    after before: UInt64?,
    before after: UInt64?
  ) -> ContiguousArray<Link> {
    let count = (elements.count + fill - 1) / fill
    // `makeRoom` has made sure that there is room.
    guard let labels = ChunkLabels.between(before, after, count: count) else { return [] }
    var links: ContiguousArray<Link> = []
    for index in 0..<count {
      let part = elements.dropFirst(index * fill).prefix(fill)
      links.append(addChunk(ContiguousArray(part), label: labels[index]))
    }
    return links
  }

  // MARK: - Parts

  mutating func addChunk(_ elements: ContiguousArray<Element>, label: UInt64) -> Link {
    let number = chunks.add(label)
    place(elements[...], in: number)
    return .chunk(number, elements, label: label)
  }

  /// Records which chunk holds these elements; 0 for none. Consecutive serial numbers cost little
  /// more than a single one.
  mutating func place(_ elements: ArraySlice<Element>, in number: UInt32) {
    guard var first = elements.first?.entryID.serial else { return }
    var end = first
    for element in elements {
      let serial = element.entryID.serial
      if serial != end {
        places.fill(first..<end, with: number)
        first = serial
      }
      end = serial + 1
    }
    places.fill(first..<end, with: number)
  }

  /// Returns as few branches as the links need, all about equally full.
  func branches(_ links: ContiguousArray<Link>, height: Int) -> ContiguousArray<Link> {
    guard !links.isEmpty else { return [] }
    let count = (links.count - 1) / Self.fanOut + 1
    if count == 1 { return [.branch(height: height, links)] }
    return ContiguousArray(
      (0..<count).map { index in
        let part = links[index * links.count / count..<(index + 1) * links.count / count]
        return .branch(height: height, ContiguousArray(part))
      }
    )
  }

  /// Returns the root above links of the same height.
  func assemble(_ links: ContiguousArray<Link>) -> Link? {
    var links = links
    while links.count > 1, let first = links.first {
      links = branches(links, height: first.node.height + 1)
    }
    var root = links.first
    while let node = root?.node, node.links.count == 1 { root = node.links.first }
    return root
  }
}
