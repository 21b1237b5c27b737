extension EntryTree where Element == EntryID {
  /// The entries of another order at random, behind those that are to lead. Of equal entries, equal
  /// generators make equal orders.
  ///
  /// Shuffles numbers in one array, and makes the tree of the result in one go: chunk by chunk, and
  /// then where each entry is, in the order in which the other tree's vector has them.
  init<Other>(
    shuffling other: EntryTree<Other>,
    leading: ContiguousArray<EntryID>,
    using generator: inout SeededGenerator
  ) {
    guard let scope = other[0]?.entryID.scope else {
      self.init()
      return
    }
    var ids: ContiguousArray<EntryID> = []
    ids.reserveCapacity(other.count)
    other.places.forEachKey { ids.append(EntryID(scope: scope, serial: $0)) }

    var order: ContiguousArray<UInt32> = []
    order.reserveCapacity(ids.count)
    var isLeading = ContiguousArray(repeating: false, count: leading.isEmpty ? 0 : ids.count)
    for entry in leading {
      let place = Self.place(of: entry, in: ids)
      order.append(UInt32(truncatingIfNeeded: place))
      isLeading[place] = true
    }
    for place in ids.indices where leading.isEmpty || !isLeading[place] {
      order.append(UInt32(truncatingIfNeeded: place))
    }
    generator.shuffle(&order, from: leading.count)
    self.init(ids, in: order, shape: other.places)
  }

  /// - Parameters:
  ///   - order: places of `ids`, in the order in which the entries stand.
  ///   - shape: has the keys of `ids`, which are in its order.
  private init(
    _ ids: ContiguousArray<EntryID>,
    in order: ContiguousArray<UInt32>,
    shape: RadixVector<UInt32>
  ) {
    self.init()
    // Some room, so that the first that are mixed in do not divide chunks.
    let fill = Self.capacity / 8 * 7
    let labels = ChunkLabels.spread((order.count - 1) / fill + 1)
    var links: ContiguousArray<Link> = []
    links.reserveCapacity(labels.count)
    var numbers = ContiguousArray<UInt32>(repeating: 0, count: ids.count)
    for index in 0..<labels.count {
      let number = chunks.add(labels[index])
      var elements: ContiguousArray<EntryID> = []
      let part = order[index * fill..<min((index + 1) * fill, order.count)]
      elements.reserveCapacity(part.count)
      for place in part {
        elements.append(ids[Int(place)])
        numbers[Int(place)] = number
      }
      links.append(.chunk(number, elements, label: labels[index]))
    }
    var next = 0
    places = shape.refilled {
      defer { next += 1 }
      return numbers[next]
    }
    root = assemble(links)
  }

  private static func place(of entry: EntryID, in ids: ContiguousArray<EntryID>) -> Int {
    var (low, high) = (0, ids.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if ids[middle].serial < entry.serial { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
