import Foundation
import PlayerKit

/// The queue inside a player, with a lock, events, an observer, and an engine that knows the
/// current and the next entry. Measures the time until a command returns.
enum PlayerOperations {
  static func measure(_ counts: [Int], _ verdict: Verdict) async throws {
    var timings: [Timings] = []
    for count in counts {
      timings.append(try await measure(count, verdict))
      try measureWindow(count, verdict)
    }
    Report.print("QueuePlayer", counts, timings, verdict)
  }

  private final class Watch: QueuePlayerObserver, Sendable {}

  private static func measure(_ count: Int, _ verdict: Verdict) async throws -> Timings {
    var timings = Timings()
    let engine = CountingEngine()
    let resolver = CountingResolver()
    let queue = QueuePlayer(players: [EnginePlayer(resolver: resolver, engine: engine)])
    let watch = Watch()
    queue.addSendableObserver(watch)
    let tracks = InventedTracks.make(count)
    let more = InventedTracks.make(1, from: count)
    try timings.measure("set", times: 5) { _ in try queue.set(tracks) }
    queue.play()
    let resolvedAtFirst = resolver.count
    let times = 2_000
    var place: Int { Int.random(in: 0..<count) }

    timings.measure("append", times: times) { _ in queue.append(more) }
    try timings.measure("insert in the middle", times: times) { _ in
      try queue.insert(more, at: count / 2)
    }
    timings.measure("play next", times: times) { _ in queue.playNext(more) }
    let ids = queue.entries.prefix(count).shuffled().prefix(min(times, count / 4)).map(\.id)
    try timings.measure("move", times: ids.count) { try queue.move(ids[$0], to: place) }
    try timings.measure("remove", times: ids.count) { try queue.remove([ids[$0]]) }
    timings.measure("next", times: times) { _ in queue.next() }
    timings.measure("previous", times: times / 2) { _ in queue.previous() }
    for _ in 0..<5 {
      queue.isShuffled = false
      timings.measure("shuffle on", times: 1) { _ in queue.isShuffled = true }
    }
    let resolvedBefore = resolver.count
    timings.measure("next, shuffled", times: times) { _ in queue.next() }
    timings.measure("append, shuffled", times: times) { _ in queue.append(more) }
    try? await Task.sleep(for: .milliseconds(300))
    Console.write(
      "\(count) entries: \(resolvedAtFirst) resolved by play, "
        + "\(resolver.count - resolvedBefore) by \(times) times next and as many appended; "
        + "at most \(engine.maximumAtOnce) known to the engine at once"
    )
    verdict.check(
      "\(count) entries: known to the engine at once",
      Double(engine.maximumAtOnce),
      bound: 3,
      unit: "",
      margin: 1
    )
    queue.stop()
    withExtendedLifetime(watch) {}
    return timings
  }
}

extension PlayerOperations {
  /// Counts the entries that a queue without metadata opens and inspects while it plays one.
  private static func measureWindow(_ count: Int, _ verdict: Verdict) throws {
    let resolver = CountingResolver()
    let inspector = CountingInspector()
    let player = EnginePlayer(resolver: resolver, engine: CountingEngine())
    let queue = QueuePlayer(players: [player])
    queue.inspector = inspector
    try queue.set(InventedTracks.make(count))
    queue.play()
    let areFound = inspector.wait(for: 2)
    // A further inspection would happen now.
    usleep(300_000)
    for (name, value) in [("opened", resolver.count), ("inspected", inspector.count)] {
      verdict.check(
        "\(count) entries, one plays: \(name)",
        // If not even those two were inspected, the count proves nothing.
        areFound ? Double(value) : .nan,
        bound: 2,
        unit: " entries",
        margin: 1
      )
    }
    queue.stop()
  }
}

/// Finds metadata in each track, and counts its calls.
///
/// `@unchecked Sendable`: `asked` is accessed only with `condition` locked.
final class CountingInspector: MediaInspecting, @unchecked Sendable {
  private let condition = NSCondition()
  private var asked = 0

  var count: Int { condition.withLock { asked } }

  func place(of track: any Track) -> InspectionPlace? { .local }

  func inspect(_ track: any Track) async throws -> TrackMetadata {
    condition.withLock {
      asked += 1
      condition.broadcast()
    }
    return TrackMetadata(title: "Track", artist: "Artist", album: "Album")
  }

  /// Waits for a number of calls, ten seconds at most.
  ///
  /// - Returns: Whether there were that many calls.
  func wait(for count: Int) -> Bool {
    let end = Date() + 10
    return condition.withLock {
      while asked < count, condition.wait(until: end) {}
      return asked >= count
    }
  }
}

/// Counts its calls.
///
/// `@unchecked Sendable`: `asked` is accessed only with `lock` locked.
final class CountingResolver: MediaResolver, @unchecked Sendable {
  private let lock = NSLock()
  private var asked = 0

  var playerType: PlayerType { .url }
  var count: Int { lock.withLock { asked } }

  func resolveNow(_ track: any Track) throws(PlayerError) -> MediaSource? {
    lock.withLock { asked += 1 }
    return MediaSource(.file(path: track.id))
  }

  func resolve(_ track: any Track) async throws -> MediaSource {
    MediaSource(.file(path: track.id))
  }
}
