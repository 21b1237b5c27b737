@testable import PlayerKit

struct LawTrack: Track {
  let id: String
  var metadata: TrackMetadata { TrackMetadata() }
  var playerTypes: [PlayerType] { [] }
}

/// One random sequence of edits, on the real queue and on the model.
struct QueueSequence {
  private var random: SeededGenerator
  private var real: PlayQueue
  private var model = ModelQueue()
  private var tracks = 0
  /// The number of findings, and the finding of each entry.
  private var finds = 0
  private var found: [EntryID: String] = [:]
  private let longest: Int
  /// The id of a removed entry.
  private var gone: EntryID?
  /// Earlier versions, with their contents.
  private var snapshots: [(version: PlayQueue, entries: [EntryID], order: [EntryID])] = []
  private(set) var log: [String] = []
  private let isLogging: Bool

  init(seed: UInt64, longest: Int, isLogging: Bool = false) {
    random = SeededGenerator(seed: seed)
    real = PlayQueue(seed: seed &* 31)
    self.longest = longest
    self.isLogging = isLogging
  }

  /// The violation of the laws in a sequence of this many steps, or `nil` if there is none.
  static func departure(seed: UInt64, steps: Int, longest: Int) -> String? {
    var sequence = QueueSequence(seed: seed, longest: longest)
    do {
      try sequence.run(steps)
      return nil
    } catch {
      var again = QueueSequence(seed: seed, longest: longest, isLogging: true)
      _ = try? again.run(steps)
      return "seed \(seed): \(error) after \(again.log.joined(separator: ", "))"
    }
  }

  private mutating func run(_ steps: Int) throws {
    for step in 0..<steps {
      try edit()
      try model.compare(with: real)
      try checkFindings()
      try peek()
      if step % 8 == 3 { snapshots.append((real, model.base, model.order)) }
    }
    for (version, entries, order) in snapshots {
      try expect(version.map(\.id) == entries, "an earlier version changed")
      try expect(Array(version.playOrder) == order, "the order of an earlier version changed")
      let difference = real.difference(from: version)
      try expect(entries.applying(difference) == model.base, "a difference leads elsewhere")
    }
  }

  /// Asks for the next entry without going there, as a preload does.
  private mutating func peek() throws {
    guard number(0...1) == 0, let next = real.successor() else { return }
    try expect(model.base.contains(next), "what follows is not in the queue")
    guard model.beginsShuffledLap else { return }
    try expect(next != model.current || model.base.count == 1, "what ends a lap begins the next")
  }

  private mutating func note(_ what: @autoclosure () -> String) {
    if isLogging { log.append(what()) }
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &random)
  }

  private mutating func some(_ most: Int) -> [any Track] {
    let room = max(0, longest - model.base.count)
    return (0..<min(number(0...most), room)).map { _ in
      tracks += 1
      return LawTrack(id: "\(tracks)")
    }
  }

  private mutating func anyEntries(_ most: Int) -> [EntryID] {
    let entries = model.base.shuffled(using: &random)
    return Array(entries.prefix(number(0...min(most, entries.count))))
  }

  private mutating func name(_ ids: [EntryID], _ tracks: [any Track]) throws {
    try expect(ids.count == tracks.count, "it returned \(ids.count) entries of \(tracks.count)")
    try expect(Set(ids).count == ids.count, "two entries have one identity")
    for (id, track) in zip(ids, tracks) {
      try expect(model.names[id] == nil, "an identity was given again")
      model.names[id] = track.id
    }
  }

  // MARK: - Steps

  private mutating func edit() throws {
    switch number(0...25) {
    case 0: try set()
    case 1, 2: try append()
    case 3, 4: try insert()
    case 5, 6: try playNext()
    case 7: try playLater()
    case 8, 9: try move()
    case 10: try moveBlock()
    case 11, 12: try remove()
    case 13: try removeRange()
    case 14: try replace()
    case 15: try toggleShuffle()
    case 16: changeRepeatMode()
    case 17: select()
    case 18: back()
    case 19: try nonsense()
    case 20: try expand()
    case 21: try find()
    case 22: try findDuringEdit()
    case 23: pick()
    default: try advance()
    }
  }

  private mutating func set() throws {
    guard number(0...3) == 0 else { return try advance() }
    if number(0...5) == 0 {
      note("clear")
      gone = model.base.first ?? gone
      real.removeAll()
      model.removeAll()
      return
    }
    let room = number(0...longest / 2)
    let tracks = (0..<room).map { LawTrack(id: "set \(self.tracks + $0)") as any Track }
    self.tracks += room
    let start = tracks.isEmpty ? 0 : number(0...tracks.count - 1)
    note("set \(tracks.count) at \(start)")
    gone = model.base.first ?? gone
    try real.set(tracks, startAt: start)
    let ids = real.map(\.id)
    try name(ids, tracks)
    try model.set(ids, startAt: start, real)
  }

  private mutating func append() throws {
    let tracks = some(longest / 3)
    note("append \(tracks.count)")
    let ids = real.append(tracks)
    try name(ids, tracks)
    try model.insert(ids, at: model.base.count, real)
  }

  private mutating func insert() throws {
    let tracks = some(4)
    let index = number(0...model.base.count)
    note("insert \(tracks.count) at \(index)")
    let ids = try real.insert(tracks, at: index)
    try name(ids, tracks)
    try model.insert(ids, at: index, real)
  }

  private mutating func playNext() throws {
    let tracks = some(3)
    note("play next \(tracks.count)")
    let ids = real.playNext(tracks.map { QueueItem($0) })
    try name(ids, tracks)
    model.playNext(ids)
  }

  private mutating func playLater() throws {
    let tracks = some(3)
    note("play later \(tracks.count)")
    let ids = real.playLater(tracks)
    try name(ids, tracks)
    model.playLater(ids)
  }

  private mutating func move() throws {
    guard let entry = model.base.randomElement(using: &random) else { return }
    let index = number(0...model.base.count - 1)
    note("move \(entry) to \(index)")
    try real.move(entry, to: index)
    model.move([entry], to: index)
  }

  private mutating func moveBlock() throws {
    let entries = anyEntries(4)
    guard !entries.isEmpty else { return }
    let index = number(0...model.base.count - entries.count)
    note("move \(entries) to \(index)")
    try real.move(entries + entries.prefix(1), to: index)
    model.move(entries, to: index)
  }

  private mutating func remove() throws {
    var entries = anyEntries(max(2, longest / 3))
    if number(0...2) == 0, let current = model.current, !entries.contains(current) {
      entries.append(current)
    }
    note("remove \(entries)")
    gone = entries.first ?? gone
    try real.remove(entries)
    try model.remove(entries, real)
  }

  private mutating func removeRange() throws {
    let start = number(0...model.base.count)
    let end = number(start...min(model.base.count, start + max(2, longest / 3)))
    note("remove \(start)..<\(end)")
    let entries = Array(model.base[start..<end])
    gone = entries.first ?? gone
    try real.remove(at: start..<end)
    try model.remove(entries, real)
  }

  private mutating func replace() throws {
    guard let entry = model.base.randomElement(using: &random) else { return }
    tracks += 1
    let track = LawTrack(id: "\(tracks)")
    note("replace \(entry)")
    let id = try real.replace(entry, with: track)
    try name([id], [track])
    gone = entry
    model.replace(entry, with: id)
  }

  /// Records a finding about an entry, which is not an edit.
  private mutating func find() throws {
    // An entry gets only one finding. An entry that was only added to a copy can't get any.
    let open = model.base.filter { found[$0] == nil && real.contains($0) }
    guard let entry = open.randomElement(using: &random) else { return }
    finds += 1
    let title = "\(finds)"
    note("find \(title) of \(entry)")
    let (version, revision) = (real.version, real.revision)
    real.record(TrackMetadata(title: title), of: entry)
    found[entry] = title
    let isEdit = real.version != version || real.revision != revision
    try expect(!isEdit, "a finding counts as an edit")
  }

  /// Records findings while a copy is edited. The edited copy then replaces the queue.
  private mutating func findDuringEdit() throws {
    let old = real
    let tracks = some(2)
    note("append \(tracks.count) meanwhile")
    let ids = real.append(tracks)
    try name(ids, tracks)
    try model.insert(ids, at: model.base.count, real)
    var present = old
    swap(&present, &real)
    // `real` is the state before the edit, and `present` is edited.
    for _ in 0..<number(1...3) { try find() }
    real = present.keepingFindings(of: real, since: old)
  }

  private func checkFindings() throws {
    for (entry, title) in found {
      guard let there = real[entry] else { continue }
      try expect(there.item.foundMetadata?.title == title, "a finding is lost")
    }
  }

  private mutating func expand() throws {
    guard let entry = model.base.randomElement(using: &random) else { return }
    let tracks = some(3)
    guard let track = tracks.first else { return }
    found[entry] = nil
    note("expand \(entry) into \(tracks.count)")
    real.expand(entry, into: tracks.map { QueueItem($0) })
    let before = entry == model.current ? model.lastUpNext ?? entry : entry
    let index = real.index(of: before) ?? 0
    let ids = real[(index + 1)..<(index + tracks.count)].map(\.id)
    try name(ids, Array(tracks.dropFirst()))
    model.names[entry] = track.id
    try model.expand(entry, ids, real)
  }

  private mutating func toggleShuffle() throws {
    let isOn = number(0...2) > 0
    note("shuffle \(isOn)")
    real.isShuffled = isOn
    try model.shuffle(isOn, real)
  }

  private mutating func changeRepeatMode() {
    let mode = [RepeatMode.off, .one, .all, .all][number(0...3)]
    note("repeat \(mode)")
    real.repeatMode = mode
    model.repeatMode = mode
  }

  private mutating func select() {
    guard let entry = model.base.randomElement(using: &random) else { return }
    note("select \(entry)")
    real.select(entry)
    model.select(entry)
  }

  private mutating func pick() {
    guard let entry = model.base.randomElement(using: &random) else { return }
    let anchor = number(0...3) == 0 ? model.predecessor : model.current
    note("pick \(entry) after \(anchor.map(\.description) ?? "nothing")")
    real.pick(entry, after: anchor)
    model.pick(entry, after: anchor)
  }

  private mutating func back() {
    guard let entry = model.predecessor else { return }
    note("back")
    real.select(entry)
    model.select(entry)
  }

  private mutating func advance() throws {
    let next = real.successor()
    try expect(real.successor() == next, "what follows changes as it is asked")
    note("advance \(next.map(\.description) ?? "nowhere")")
    let natural = real.naturalSuccessor()
    try expect(natural == (model.repeatMode == .one ? model.current : next), "naturally otherwise")
    guard let next else { return try expect(model.successor == nil, "nothing follows") }
    real.advance(to: next)
    try model.advance(to: next, real)
  }

  // MARK: - Invalid commands

  private mutating func nonsense() throws {
    let before = real.version
    let count = model.base.count
    let stranger = gone ?? EntryID(number: .max)
    let (tracks, index) = ([LawTrack(id: "x")], [Int.min, -1, count + 1, Int.max][number(0...3)])
    note("nonsense \(index)")
    try refused(.indexOutOfRange(index)) { (queue) throws(QueueError) in
      _ = try queue.insert(tracks, at: index)
    }
    try refused(.indexOutOfRange(index)) { (queue) throws(QueueError) in
      try queue.set(tracks, startAt: index == 1 ? 2 : index)
    } or: {
      index == 1
    }
    try refused(.unknownEntry(stranger)) { (queue) throws(QueueError) in
      try queue.remove([stranger])
    }
    try refused(.unknownEntry(stranger)) { (queue) throws(QueueError) in
      try queue.move(stranger, to: 0)
    }
    try refused(.unknownEntry(stranger)) { (queue) throws(QueueError) in
      _ = try queue.replace(stranger, with: tracks[0])
    }
    if let entry = model.base.first {
      try refused(.indexOutOfRange(index)) { (queue) throws(QueueError) in
        try queue.move(entry, to: index)
      }
      try refused(.unknownEntry(stranger)) { (queue) throws(QueueError) in
        try queue.remove([entry, stranger])
      }
    }
    try expect(real[stranger] == nil && real.index(of: stranger) == nil, "a stranger is known")
    try expect(real.version == before, "nonsense counted as an edit")
  }

  private mutating func refused(
    _ expected: QueueError,
    _ body: (inout PlayQueue) throws(QueueError) -> Void,
    or isOtherwise: () -> Bool = { false }
  ) throws {
    do throws(QueueError) {
      try body(&real)
    } catch {
      return try expect(error == expected || isOtherwise(), "\(error) instead of \(expected)")
    }
    throw Departure("\(expected) did not come")
  }
}
