/// An element of an ``EntryTree``, which represents an entry.
protocol OrderedEntry: Sendable {
  var entryID: EntryID { get }
  /// The maximum number of elements in a chunk.
  static var chunkCapacity: Int { get }
  /// The maximum number of links in a branch.
  static var fanOut: Int { get }
}

extension OrderedEntry {
  static var fanOut: Int { 32 }
}

extension QueueEntry: OrderedEntry {
  var entryID: EntryID { id }
  static var chunkCapacity: Int { 64 }
}

extension EntryID: OrderedEntry {
  var entryID: EntryID { self }
  static var chunkCapacity: Int { 128 }
}

/// A node of an ``EntryTree``, immutable: a chunk of elements or a branch.
final class EntryTreeNode<Element: Sendable>: Sendable {
  /// A reference to a node from its branch.
  struct Link: Sendable {
    let node: EntryTreeNode
    /// The number of elements below.
    let count: Int
    /// The label of the first chunk below.
    let label: UInt64
  }

  /// The height; 0 for a chunk.
  let height: Int
  /// The number of a chunk.
  let number: UInt32
  let elements: ContiguousArray<Element>
  let links: ContiguousArray<Link>

  init(number: UInt32, elements: ContiguousArray<Element>) {
    height = 0
    self.number = number
    self.elements = elements
    links = []
  }

  init(height: Int, links: ContiguousArray<Link>) {
    self.height = height
    number = 0
    elements = []
    self.links = links
  }

  /// Returns the chunk with the element at an index of this link.
  static func chunk(at index: Int, of link: Link) -> (node: EntryTreeNode, start: Int) {
    var node = link.node
    var start = 0
    while node.height > 0 {
      var next = node.links.startIndex
      while next + 1 < node.links.endIndex, start + node.links[next].count <= index {
        start += node.links[next].count
        next += 1
      }
      node = node.links[next].node
    }
    return (node, start)
  }

  /// Returns the element at an index of this link.
  static func element(at index: Int, of link: Link) -> Element {
    let (node, start) = chunk(at: index, of: link)
    return node.elements[index - start]
  }
}

extension EntryTreeNode.Link {
  static func chunk(
    _ number: UInt32,
    _ elements: ContiguousArray<Element>,
    label: UInt64
  ) -> Self where Element: Sendable {
    Self(
      node: EntryTreeNode(number: number, elements: elements),
      count: elements.count,
      label: label
    )
  }

  /// Returns a branch; `links` must not be empty.
  static func branch(height: Int, _ links: ContiguousArray<Self>) -> Self {
    Self(
      node: EntryTreeNode(height: height, links: links),
      count: links.reduce(0) { $0 + $1.count },
      label: links.first?.label ?? 0
    )
  }
}
