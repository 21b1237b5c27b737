/// A map from keys to numbers, as a tree that copies share: copying is free, and a change copies
/// one path.
///
/// It is sparse: a key that was never set, or was set to zero, is zero and takes no space. Keys are
/// not negative.
struct RadixVector<Value: FixedWidthInteger & Sendable>: Sendable {
  /// `@unchecked Sendable`: changed only while a single vector refers to it.
  private final class Node: @unchecked Sendable {
    var children: ContiguousArray<Node?>
    var values: ContiguousArray<Value>
    /// The number of children or values; a node without any is removed.
    var live: Int

    init(isLeaf: Bool) {
      children = isLeaf ? [] : ContiguousArray(repeating: nil, count: 1 << branchBits)
      values = isLeaf ? ContiguousArray(repeating: 0, count: 1 << leafBits) : []
      live = 0
    }

    init(children: ContiguousArray<Node?>, values: ContiguousArray<Value>, live: Int) {
      self.children = children
      self.values = values
      self.live = live
    }

    convenience init(copying other: Node) {
      self.init(children: other.children, values: other.values, live: other.live)
    }
  }

  private static var leafBits: Int { 8 }
  private static var branchBits: Int { 5 }

  private var root: Node?
  /// The shift of a key that gives the root's child; 0 if the root is a leaf.
  private var shift = 0

  init() {}

  subscript(key: Int) -> Value {
    get {
      guard var node = root, key >> bits == 0 else { return 0 }
      var shift = shift
      while shift > 0 {
        guard let child = node.children[Self.branch(of: key, shift)] else { return 0 }
        node = child
        shift = Self.below(shift)
      }
      return node.values[key & (1 << Self.leafBits - 1)]
    }
    set { fill(key..<key + 1, with: newValue) }
  }

  /// Sets all keys in a range to one number.
  mutating func fill(_ keys: Range<Int>, with value: Value) {
    var key = keys.lowerBound
    while key < keys.upperBound {
      let end = min((key >> Self.leafBits + 1) << Self.leafBits, keys.upperBound)
      while key >> bits != 0 { grow() }
      Self.fill(key..<end, with: value, in: &root, shift)
      key = end
    }
  }

  /// Calls `body` with each key that has a number, in ascending order.
  func forEachKey(_ body: (Int) -> Void) {
    Self.forEachKey(in: root, shift, from: 0, body)
  }

  /// Returns whether any key in a range has a number.
  func hasKey(in keys: Range<Int>) -> Bool {
    Self.hasKey(in: keys.clamped(to: 0..<1 << bits), of: root, shift, from: 0)
  }

  /// The lowest key that has a number.
  var firstKey: Int? { edge { $0.firstIndex { $0 } } }

  /// Returns the lowest key that has a number and is at least `key`.
  func firstKey(from key: Int) -> Int? {
    Self.firstKey(from: max(0, key), of: root, shift, start: 0)
  }

  /// The highest key that has a number.
  var lastKey: Int? { edge { $0.lastIndex { $0 } } }

  /// Returns a vector with other numbers for the same keys. `value` is called for each key in
  /// ascending order and must not return 0.
  func refilled(_ value: (Int) -> Value) -> RadixVector {
    var copy = self
    copy.root = Self.refilled(root, shift, from: 0, value)
    return copy
  }

  // MARK: - Parts

  private var bits: Int {
    shift == 0 ? Self.leafBits : shift + Self.branchBits
  }

  private static func below(_ shift: Int) -> Int {
    shift == leafBits ? 0 : shift - branchBits
  }

  private static func branch(of key: Int, _ shift: Int) -> Int {
    (key >> shift) & (1 << branchBits - 1)
  }

  private mutating func grow() {
    shift = bits
    guard let old = root else { return }
    let node = Node(isLeaf: false)
    node.children[0] = old
    node.live = 1
    root = node
  }

  /// Fills `keys`, which must belong to one leaf.
  private static func fill(
    _ keys: Range<Int>,
    with value: Value,
    in slot: inout Node?,
    _ shift: Int
  ) {
    if slot == nil {
      guard value != 0 else { return }
      slot = Node(isLeaf: shift == 0)
    } else if !isKnownUniquelyReferenced(&slot) {
      slot = slot.map(Node.init(copying:))
    }
    guard let node = slot else { return }
    if shift == 0 {
      let first = keys.lowerBound & (1 << leafBits - 1)
      node.live += fill(first..<first + keys.count, with: value, in: &node.values)
    } else {
      let place = branch(of: keys.lowerBound, shift)
      let was = node.children[place] == nil ? 0 : 1
      fill(keys, with: value, in: &node.children[place], below(shift))
      node.live += (node.children[place] == nil ? 0 : 1) - was
    }
    if node.live == 0 { slot = nil }
  }

  /// Returns the change in the number of nonzero values.
  private static func fill(
    _ places: Range<Int>,
    with value: Value,
    in values: inout ContiguousArray<Value>
  ) -> Int {
    var more = 0
    for place in places {
      more += (value == 0 ? 0 : 1) - (values[place] == 0 ? 0 : 1)
      values[place] = value
    }
    return more
  }

  private static func forEachKey(
    in node: Node?,
    _ shift: Int,
    from first: Int,
    _ body: (Int) -> Void
  ) {
    guard let node else { return }
    if shift == 0 {
      let values = node.values
      for place in values.indices where values[place] != 0 { body(first + place) }
    } else {
      for (place, child) in node.children.enumerated() where child != nil {
        forEachKey(in: child, below(shift), from: first + place << shift, body)
      }
    }
  }

  private static func hasKey(
    in keys: Range<Int>,
    of node: Node?,
    _ shift: Int,
    from first: Int
  ) -> Bool {
    guard let node, !keys.isEmpty else { return false }
    let width = shift == 0 ? 1 : 1 << shift
    let places = (keys.lowerBound - first) / width...(keys.upperBound - 1 - first) / width
    return places.contains { place in
      guard shift > 0 else { return node.values[place] != 0 }
      let start = first + place * width
      let below = keys.clamped(to: start..<start + width)
      return hasKey(in: below, of: node.children[place], Self.below(shift), from: start)
    }
  }

  private static func firstKey(
    from key: Int,
    of node: Node?,
    _ shift: Int,
    start: Int
  ) -> Int? {
    guard let node else { return nil }
    let width = shift == 0 ? 1 : 1 << shift
    let count = shift == 0 ? node.values.count : node.children.count
    for place in min(count, max(0, (key - start) / width))..<count {
      let first = start + place * width
      if shift == 0 {
        if node.values[place] != 0 { return first }
      } else if let found = firstKey(
        from: key,
        of: node.children[place],
        below(shift),
        start: first
      ) {
        return found
      }
    }
    return nil
  }

  private static func refilled(
    _ node: Node?,
    _ shift: Int,
    from first: Int,
    _ value: (Int) -> Value
  ) -> Node? {
    guard let node else { return nil }
    var values = node.values
    for place in values.indices where values[place] != 0 { values[place] = value(first + place) }
    var children = node.children
    for place in children.indices {
      children[place] = refilled(children[place], below(shift), from: first + place << shift, value)
    }
    return Node(children: children, values: values, live: node.live)
  }

  /// Returns the key that `choose` leads to, level by level.
  private func edge(_ choose: ([Bool]) -> Int?) -> Int? {
    var (node, shift, key) = (root, shift, 0)
    while let found = node {
      if shift == 0 { return choose(found.values.map { $0 != 0 }).map { key + $0 } }
      guard let place = choose(found.children.map { $0 != nil }) else { return nil }
      key += place << shift
      node = found.children[place]
      shift = Self.below(shift)
    }
    return nil
  }
}
