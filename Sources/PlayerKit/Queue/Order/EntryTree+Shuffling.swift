extension EntryTree where Element == EntryID {
  /// Creates a random order of the entries of another tree, after the leading ones. Equal entries
  /// and generators give equal orders.
  ///
  /// It shuffles numbers in one array and then builds the tree in one pass: first the chunks, then
  /// the place of each entry, in the order of the other tree's vector.
  init<Other>(
    shuffling other: EntryTree<Other>,
    leading: ContiguousArray<EntryID>,
    using generator: inout SeededGenerator
  ) {
    self.init()
    guard let scope = other[0]?.entryID.scope else { return }
    let slots = SerialSlots(other.places, count: other.count)
    var order: ContiguousArray<UInt32> = []
    order.reserveCapacity(other.count)
    if leading.isEmpty {
      slots.forEach { order.append($0) }
    } else {
      var isLeading = ContiguousArray(repeating: false, count: slots.range)
      for entry in leading {
        let slot = slots.slot(of: entry.serial)
        isLeading[Int(slot)] = true
        order.append(slot)
      }
      slots.forEach { slot in
        if !isLeading[Int(slot)] { order.append(slot) }
      }
    }
    generator.shuffle(&order, from: leading.count)
    fill(order, slots, scope: scope, shape: other.places)
  }

  /// Creates a tree with the entries of another one in the given order.
  init<Other>(_ order: ContiguousArray<EntryID>, of other: EntryTree<Other>) {
    self.init()
    guard let scope = order.first?.scope else { return }
    let slots = SerialSlots(other.places, count: other.count)
    let places = ContiguousArray(order.map { slots.slot(of: $0.serial) })
    fill(places, slots, scope: scope, shape: other.places)
  }

  /// Fills the tree.
  ///
  /// - Parameters:
  ///   - order: The slots of the entries, in the order of the entries.
  ///   - shape: A vector with the keys of all entries.
  private mutating func fill(
    _ order: ContiguousArray<UInt32>,
    _ slots: SerialSlots,
    scope: UInt64,
    shape: RadixVector<UInt32>
  ) {
    // Leaves some room, so that the first insertions do not split chunks.
    let fill = Self.capacity * 7 / 8
    let labels = ChunkLabels.spread((order.count - 1) / fill + 1)
    var links: ContiguousArray<Link> = []
    links.reserveCapacity(labels.count)
    var numbers = ContiguousArray<UInt32>(repeating: 0, count: slots.range)
    for index in 0..<labels.count {
      let number = chunks.add(labels[index])
      let part = index * fill..<min((index + 1) * fill, order.count)
      var elements: ContiguousArray<EntryID> = []
      elements.reserveCapacity(part.count)
      for place in part {
        let slot = order[place]
        elements.append(EntryID(scope: scope, serial: slots.serial(of: slot)))
        numbers[Int(slot)] = number
      }
      links.append(.chunk(number, elements, label: labels[index]))
    }
    var rank = 0
    places = shape.refilled { serial in
      defer { rank += 1 }
      return numbers[slots.isDense ? serial - slots.first : rank]
    }
    root = assemble(links)
  }
}

/// Small numbers for the serial numbers of entries: the distance from the first, or, if many are
/// missing in between, the rank.
private struct SerialSlots {
  let first: Int
  /// The number of slots.
  let range: Int
  private let keys: RadixVector<UInt32>
  /// The serial numbers in ascending order; empty if a slot is a distance.
  private let serials: ContiguousArray<Int>

  init(_ keys: RadixVector<UInt32>, count: Int) {
    let (first, last) = (keys.firstKey ?? 0, keys.lastKey ?? 0)
    self.first = first
    var serials: ContiguousArray<Int> = []
    if last - first >= 2 * count {
      serials.reserveCapacity(count)
      keys.forEachKey { serials.append($0) }
    }
    self.serials = serials
    range = serials.isEmpty ? last - first + 1 : count
    self.keys = keys
  }

  var isDense: Bool { serials.isEmpty }

  func serial(of slot: UInt32) -> Int {
    serials.isEmpty ? first + Int(slot) : serials[Int(slot)]
  }

  func slot(of serial: Int) -> UInt32 {
    guard !isDense else { return UInt32(truncatingIfNeeded: serial - first) }
    var (low, high) = (0, serials.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if serials[middle] < serial { low = middle + 1 } else { high = middle }
    }
    return UInt32(truncatingIfNeeded: low)
  }

  func forEach(_ body: (UInt32) -> Void) {
    if isDense {
      keys.forEachKey { body(UInt32(truncatingIfNeeded: $0 - first)) }
    } else {
      for slot in 0..<range { body(UInt32(truncatingIfNeeded: slot)) }
    }
  }
}
