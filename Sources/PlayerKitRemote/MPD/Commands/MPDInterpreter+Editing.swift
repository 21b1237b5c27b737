import PlayerKit

// Commands that edit the queue.
extension MPDInterpreter {
  func editing(
    _ name: String,
    _ arguments: MPDArguments,
    _ client: MPDClient
  ) throws(MPDError) -> MPDResult? {
    switch name {
    case "clear": queue.removeAll()
    case "delete":
      let range = try range(arguments.range(0))
      try edit { () throws(QueueError) in try queue.remove(at: range) }
    case "deleteid":
      let entry = try entry(number: arguments.number(0))
      try edit { () throws(QueueError) in try queue.remove([entry.id]) }
    case "move": try move(arguments.range(0), to: MPDPosition(arguments[1]))
    case "moveid":
      let entry = try entry(number: arguments.number(0))
      guard let index = versions.queue.index(of: entry.id) else { throw .noSuchSong }
      try move(MPDRange(start: index, end: index + 1), to: MPDPosition(arguments[1]))
    case "swap":
      let first = try entry(at: arguments.number(0))
      try swap(first.id, entry(at: arguments.number(1)).id)
    case "swapid":
      let first = try entry(number: arguments.number(0))
      try swap(first.id, entry(number: arguments.number(1)).id)
    case "shuffle": try shuffle(arguments.count == 0 ? .all : arguments.range(0))
    case "rangeid": try setRange(arguments)
    case "add":
      return try add(arguments, among: .noSuchDirectory, isNamed: false)
    case "addid":
      return try add(arguments, among: .noSuchSong, isNamed: true)
    default: return nil
    }
    refresh()
    return .done
  }

  /// Returns the part of a range that exists in the queue.
  func range(_ range: MPDRange) throws(MPDError) -> Range<Int> {
    guard let range = range.within(versions.queue.count) else { throw .badIndex }
    return range
  }

  private func move(_ range: MPDRange, to position: MPDPosition) throws(MPDError) {
    let queue = versions.queue
    guard let end = range.end else {
      throw MPDError(.argument, "Open-ended range not supported")
    }
    guard range.start < queue.count, end <= queue.count, end > range.start else { throw .badIndex }
    let moved = range.start..<end
    var current = queue.currentIndex
    if case .absolute = position {
    } else if let place = current {
      guard !moved.contains(place) else {
        throw MPDError(.argument, "Cannot move current song relative to itself")
      }
      // The target index refers to the remaining entries.
      if place >= end { current = place - moved.count }
    }
    let target = try position.place(current: current, count: queue.count - moved.count)
    let entries = queue[moved].map(\.id)
    try edit { () throws(QueueError) in try self.queue.move(entries, to: target) }
  }

  private func swap(_ first: EntryID, _ second: EntryID) throws(MPDError) {
    guard first != second else { return }
    try edit { () throws(QueueError) in
      try queue.edit { (queue) throws(QueueError) in
        guard let a = queue.index(of: first), let b = queue.index(of: second) else { return }
        let (low, high) = a < b ? (first, second) : (second, first)
        try queue.move(high, to: min(a, b))
        try queue.move(low, to: max(a, b))
      }
    }
  }

  /// Like MPD, moves the current entry to the front.
  private func shuffle(_ range: MPDRange) throws(MPDError) {
    let shuffled = try self.range(range)
    guard shuffled.count > 1 else { return }
    try edit { () throws(QueueError) in
      try queue.edit { (queue) throws(QueueError) in
        guard let range = range.within(queue.count) else { return }
        var entries = queue[range].map(\.id).shuffled()
        if let place = entries.firstIndex(where: { $0 == queue.current }) {
          entries.swapAt(0, place)
        }
        try queue.move(entries, to: range.lowerBound)
      }
    }
  }

  /// Limits an entry to a part of its track. This makes a new entry.
  private func setRange(_ arguments: MPDArguments) throws(MPDError) {
    let entry = try entry(number: arguments.number(0))
    let parts = arguments[1].split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2 else { throw MPDError(.argument, "Bad range") }
    func time(_ text: Substring) throws(MPDError) -> Duration? {
      text.isEmpty ? nil : try MPDArguments([String(text)]).seconds(0)
    }
    let (start, end) = (try time(parts[0]), try time(parts[1]))
    guard entry.id != versions.queue.current || queue.state == .initial else {
      throw MPDError(.permission, "Access denied")
    }
    let clip: Clip?
    if start == nil, end == nil {
      clip = nil
    } else {
      clip = try? Clip(from: start ?? .zero, to: end)
      guard clip != nil else { throw MPDError(.argument, "Bad range") }
    }
    let old = entry.item
    let item = QueueItem(
      old.track,
      clip: clip,
      rate: old.rate,
      section: old.section,
      userInfo: old.userInfo
    )
    try edit { () throws(QueueError) in _ = try queue.replace(entry.id, with: item) }
  }

  // MARK: - Adding

  private func add(
    _ arguments: MPDArguments,
    among missing: MPDError,
    isNamed: Bool
  ) throws(MPDError) -> MPDResult {
    let name = arguments[0]
    let position = arguments.count > 1 ? try MPDPosition(arguments[1]) : nil
    // An invalid position needs no look-up.
    _ = try position?.place(
      current: versions.queue.currentIndex,
      count: versions.queue.count
    )
    let items = items(named: name, else: missing)
    let (queue, ids) = (queue, ids)
    return .later {
      let added = try Self.insert(try await items(), at: position, in: queue)
      var response = MPDResponse()
      if isNamed, let first = added.first { response.add("Id", ids.number(of: first)) }
      return .lines(response)
    }
  }

  /// Inserts items at the position that a client requested.
  static func insert(
    _ items: [QueueItem],
    at position: MPDPosition?,
    in queue: QueuePlayer
  ) throws -> [EntryID] {
    try queue.edit { queue -> [EntryID] in
      guard queue.count + items.count <= RemoteContext.maximumEntries else {
        throw MPDError(.playlistTooLarge, "The queue is full")
      }
      let place = try position?.place(current: queue.currentIndex, count: queue.count)
      return try queue.insert(items, at: place ?? queue.count)
    }
  }
}
