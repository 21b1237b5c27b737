/// A sequence of entries: a tree of chunks that versions share. Copying is free; every query and
/// every change costs a path from the root to a chunk.
///
/// The index of an entry is found in three steps: `places` has the chunk's number, `chunks` has its
/// label, and the labels lead down the tree, adding up the counts on the left.
struct EntryTree<Element: OrderedEntry>: Sendable {
  typealias Node = EntryTreeNode<Element>
  typealias Link = EntryTreeNode<Element>.Link

  static var capacity: Int { Element.chunkCapacity }
  static var fanOut: Int { Element.fanOut }

  var root: Link?
  /// By serial number of an entry: the number of the chunk that holds it.
  var places = RadixVector<UInt32>()
  var chunks = ChunkTable()

  init() {}

  /// Creates a tree of elements in order, with `fill` elements in a chunk.
  init(count: Int, fill: Int = capacity, _ element: (Int) -> Element) {
    guard count > 0 else { return }
    let labels = ChunkLabels.spread((count - 1) / fill + 1)
    var links: ContiguousArray<Link> = []
    links.reserveCapacity(labels.count)
    for place in 0..<labels.count {
      let indices = place * fill..<min((place + 1) * fill, count)
      var elements: ContiguousArray<Element> = []
      elements.reserveCapacity(indices.count)
      for index in indices { elements.append(element(index)) }
      links.append(addChunk(elements, label: labels[place]))
    }
    root = assemble(links)
  }
}

extension EntryTree {
  var count: Int { root?.count ?? 0 }

  /// The element at an index, which must be valid.
  subscript(index: Int) -> Element? {
    root.map { Node.element(at: index, of: $0) }
  }

  func index(of entry: EntryID) -> Int? {
    let number = places[entry.serial]
    guard number != 0, let root else { return nil }
    let label = chunks[number]
    var node = root.node
    var start = 0
    while node.height > 0 {
      var next = node.links.startIndex
      while next + 1 < node.links.endIndex, node.links[next + 1].label <= label {
        start += node.links[next].count
        next += 1
      }
      node = node.links[next].node
    }
    return node.elements.firstIndex { $0.entryID == entry }.map { start + $0 }
  }

  /// Returns the elements in a range of indices.
  func elements(_ range: Range<Int>) -> ContiguousArray<Element> {
    var found: ContiguousArray<Element> = []
    found.reserveCapacity(range.count)
    var iterator = EntryTreeIterator(root, at: range.lowerBound)
    while found.count < range.count, let element = iterator.next() { found.append(element) }
    return found
  }
}

/// Iterates over the elements from an index on, chunk by chunk.
struct EntryTreeIterator<Element: Sendable>: IteratorProtocol, Sendable {
  private let root: EntryTreeNode<Element>.Link?
  private var chunk: ContiguousArray<Element> = []
  private var offset = 0
  /// The index of the first element after the chunk.
  private var end: Int

  init(_ root: EntryTreeNode<Element>.Link?, at index: Int = 0) {
    self.root = root
    end = index
    guard let root, index < root.count else { return }
    let (node, start) = EntryTreeNode.chunk(at: index, of: root)
    chunk = node.elements
    offset = index - start
    end = start + chunk.count
  }

  mutating func next() -> Element? {
    if offset == chunk.count {
      guard let root, end < root.count else { return nil }
      chunk = EntryTreeNode.chunk(at: end, of: root).node.elements
      offset = 0
      end += chunk.count
    }
    defer { offset += 1 }
    return chunk[offset]
  }
}
