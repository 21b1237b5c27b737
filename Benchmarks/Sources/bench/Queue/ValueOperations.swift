import PlayerKit

/// The queue as a value. Each edit happens while the previous version is kept, as in a player that
/// hands out snapshots, so no edit can reuse tree nodes in place.
enum ValueOperations {
  static func measure(_ counts: [Int], _ verdict: Verdict) throws {
    for isShuffled in [false, true] {
      let timings = try counts.map { try measure($0, isShuffled: isShuffled) }
      let title = isShuffled ? "PlayQueue, shuffled" : "PlayQueue"
      Report.print(title, counts, timings, verdict)
    }
    let timings = try counts.map { try measure($0, isShuffled: false, isRich: true) }
    Report.print("PlayQueue, rich metadata", counts, timings, verdict)
  }

  private static func measure(
    _ count: Int,
    isShuffled: Bool,
    isRich: Bool = false
  ) throws -> Timings {
    var timings = Timings()
    let tracks = InventedTracks.make(count, isRich: isRich)
    let more = InventedTracks.make(1, from: count, isRich: isRich)
    var queue = PlayQueue(seed: 1)
    queue.isShuffled = isShuffled
    if !isShuffled {
      try timings.measure("set", times: 5) { _ in try queue.set(tracks) }
    } else {
      try queue.set(tracks)
    }
    var random = SystemRandomNumberGenerator()
    let times = 3_000
    var kept = queue
    func edit(_ name: String, _ body: (inout PlayQueue) throws -> Void) throws {
      try timings.measure(name, times: times) { _ in
        kept = queue
        try body(&queue)
      }
    }
    func place() -> Int { Int.random(in: 0..<count, using: &random) }

    try edit("append") { $0.append(more) }
    try edit("insert in the middle") { try $0.insert(more, at: $0.count / 2) }
    try edit("insert anywhere") { try $0.insert(more, at: place()) }
    try edit("play next") { $0.playNext(more) }
    var sum = 0
    timings.measure("entry at an index", times: times) { _ in
      sum += queue[place()].track.id.isEmpty ? 1 : 0
    }
    var ids = (0..<times).map { _ in queue[place()].id }
    timings.measure("index of an entry", times: times) { sum += queue.index(of: ids[$0]) ?? 0 }
    try timings.measure("move", times: times) { round in
      kept = queue
      try queue.move(ids[round], to: place())
    }
    ids = Array(Set(ids))
    try timings.measure("remove", times: min(ids.count, count / 4)) { round in
      kept = queue
      try queue.remove([ids[round]])
    }
    timings.measure("difference after an edit", times: times) { _ in
      sum += queue.difference(from: kept).count
    }
    if isShuffled {
      timings.measure("shuffle off", times: 5) { _ in
        queue.isShuffled = true
        queue.isShuffled = false
      }
    } else {
      measureShuffling(&queue, &timings)
    }
    withExtendedLifetime((kept, sum)) {}
    return timings
  }

  private static func measureShuffling(_ queue: inout PlayQueue, _ timings: inout Timings) {
    for _ in 0..<7 {
      timings.measure("shuffle on", times: 1) { _ in queue.isShuffled = true }
      timings.measure("shuffle off", times: 1) { _ in queue.isShuffled = false }
    }
  }
}
