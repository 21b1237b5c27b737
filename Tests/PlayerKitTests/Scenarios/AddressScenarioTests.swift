import PlayerKit
import PlayerKitSystem
import PlayerKitTesting
import TestSupport
import Testing

/// The numbered acceptance scenarios for addresses of tracks: a resolver that caches its results
/// for half a minute.
@Suite(.tags(.pure)) struct AddressScenarioTests {
  private let clock = ManualClock()
  private let engine: FakeEngine
  private let resolver: RememberingResolver
  private let queue: QueuePlayer
  private let scripts = Locked<[String: FakeMedia]>([:])

  init() {
    engine = FakeEngine(clock: clock) { [scripts] source in
      scripts.withLock { $0[source.fakeName] } ?? FakeMedia()
    }
    resolver = RememberingResolver(clock: clock)
    var configuration = QueuePlayer.Configuration()
    configuration.errorPolicy = .stop
    queue = QueuePlayer(
      players: [EnginePlayer(resolver: resolver, engine: engine, clock: clock)],
      configuration: configuration,
      clock: clock
    )
  }

  private func set(_ names: [String]) throws {
    try queue.set(names.map { name in AnyTrack(id: name) { [.one] } })
  }

  private func breakOff(_ source: String, at position: Duration) {
    var media = FakeMedia()
    media.failure = .init(at: position, PlayerError(.interrupted, "cut"))
    scripts.withLock { $0[source] = media }
  }

  @Test(
    "21 A retry begins the same entry at the same position from a new address",
    arguments: [true, false]
  )
  func retryBeginsSame(
    isPlaying: Bool
  ) throws {
    try set(["a", "b"])
    breakOff("a-1", at: .seconds(12))
    queue.play()
    clock.advance(by: .seconds(13))
    let entry = try #require(queue.entries.current)
    #expect(queue.state == .initial)
    #expect(queue.playback.error?.code == .interrupted)
    if !isPlaying { queue.pause() }
    queue.retry()
    #expect(queue.state == (isPlaying ? .loadToPlay : .load))
    #expect(queue.position == .seconds(12))
    clock.advance(by: .milliseconds(100))
    #expect(queue.state == (isPlaying ? .play : .pause))
    #expect(queue.entries.current == entry)
    #expect(queue.position == .seconds(12))
    #expect(engine.openedSources.filter { $0.hasPrefix("a") } == ["a-1", "a-2"])
    queue.retry()
    #expect(queue.state == (isPlaying ? .play : .pause))
    #expect(resolver.found.filter { $0.hasPrefix("a") } == ["a-1", "a-2"])
  }

  @Test("21 play after a failure does not use the failed address either")
  func playAfterFailure() throws {
    try set(["a"])
    breakOff("a-1", at: .seconds(12))
    queue.play()
    clock.advance(by: .seconds(13))
    queue.play()
    clock.advance(by: .milliseconds(100))
    #expect(queue.state == .play)
    #expect(queue.position == .seconds(12))
    #expect(engine.openedSources == ["a-1", "a-2"])
  }

  @Test("21 A retry while the queue waits to retry by itself happens at once")
  func retryQueueWaits() throws {
    try set(["a"])
    queue.errorPolicy = .retry(count: 1, backoff: .seconds(30))
    breakOff("a-1", at: .seconds(2))
    breakOff("a-2", at: .seconds(3))
    queue.play()
    clock.advance(by: .seconds(3))
    #expect(queue.state == .loadToPlay)
    queue.retry()
    clock.advance(by: .milliseconds(200))
    #expect(queue.state == .play)
    #expect(engine.openedSources == ["a-1", "a-2"])
    // Its count started over.
    clock.advance(by: .seconds(31))
    #expect(engine.openedSources == ["a-1", "a-2", "a-3"])
    #expect(queue.state == .play)
  }

  @Test("22 An address that expired while queued is looked up again exactly once")
  func addressExpiredWhile() throws {
    try set((0..<20).map { "t\($0)" })
    queue.play()
    clock.advance(by: .seconds(1))
    #expect(resolver.found == ["t0-1", "t1-1"])
    try queue.play(queue.entries[10].id)
    clock.advance(by: .seconds(31))
    try queue.play(queue.entries[1].id)
    clock.advance(by: .seconds(1))
    #expect(queue.state == .play)
    #expect(engine.soundingLoad != nil)
    #expect(resolver.found.filter { $0.hasPrefix("t1-") } == ["t1-1", "t1-2"])
    #expect(engine.openedSources.filter { $0.hasPrefix("t1-") } == ["t1-1", "t1-2"])
    // Nothing outside of the windows around 0, 10, and 1 was ever resolved.
    let names = Set(resolver.found.compactMap { $0.split(separator: "-").first })
    #expect(names == ["t0", "t1", "t2", "t10", "t11"])
  }
}

/// Returns a new address for each request outside its cache.
private final class RememberingResolver: MediaResolver {
  private struct State {
    var memories: [String: (name: String, until: MonotonicInstant)] = [:]
    var numbers: [String: Int] = [:]
    var found: [String] = []
  }

  let playerType = PlayerType.one
  private let clock: any PlaybackClock
  private let state = Locked(State())

  init(clock: any PlaybackClock) {
    self.clock = clock
  }

  /// The resolved names, without cached results, in order.
  var found: [String] { state.withLock(\.found) }

  func resolveNow(_ track: any Track) throws(PlayerError) -> MediaSource? {
    let now = clock.now
    let name = state.withLock { state in
      if let memory = state.memories[track.id], memory.until > now { return memory.name }
      state.numbers[track.id, default: 0] += 1
      let name = "\(track.id)-\(state.numbers[track.id] ?? 0)"
      state.memories[track.id] = (name, now + .seconds(30))
      state.found.append(name)
      return name
    }
    return MediaSource(.file(path: name))
  }

  func resolve(_ track: any Track) async throws -> MediaSource {
    throw PlayerError(.serverError, "It is always found at once.")
  }

  func forget(_ track: any Track, after error: PlayerError) {
    state.withLock { $0.memories[track.id] = nil }
  }
}
