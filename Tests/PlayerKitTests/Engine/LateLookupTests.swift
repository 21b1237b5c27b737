import PlayerKit
import PlayerKitSystem
import PlayerKitTesting
import TestSupport
import Testing

/// Commands while a track is being resolved.
@Suite("The look-up of a track", .tags(.pure), .timeLimit(.minutes(3)))
struct LateLookupTests {
  let clock = ManualClock()
  let engine: FakeEngine
  let resolver = GatedResolver(open: ["a"])
  let player: EnginePlayer<GatedResolver>

  init() {
    engine = FakeEngine(clock: clock) { _ in FakeMedia() }
    player = EnginePlayer(resolver: resolver, engine: engine, clock: clock)
  }

  @Test("delays a queue's seek until the track can be heard, and it plays from there")
  func seekOfQueue() async throws {
    let queue = QueuePlayer(players: [player], clock: clock)
    let observer = RecordingObserver(of: queue)
    try queue.set([FakeTrack("late")])
    queue.play()
    queue.seek(to: .seconds(10))
    #expect(queue.position == .seconds(10))
    resolver.open("late")
    try await clock.reach("the sound") { queue.state == .play }
    clock.advance(by: .seconds(5))
    #expect(queue.state == .play)
    #expect(queue.position > .seconds(14))
    await queue.events.delivered()
    #expect(observer.events.completedSeeks == [.seconds(10)])
  }

  @Test("delays a play and a pause until the track is found")
  func playAndPause() async throws {
    player.play(FakeTrack("late"))
    player.pause()
    resolver.open("late")
    try await clock.reach("readiness") { player.state == .pause }
    #expect(engine.soundingLoad == nil)
    player.play()
    try await clock.reach("the sound") { engine.soundingLoad != nil }
  }

  @Test("ends if the track is unloaded, which is never opened")
  func unload() async throws {
    player.play(FakeTrack("late"))
    player.unload()
    #expect(player.status.endReason == .unloaded)
    resolver.open("late")
    player.play(FakeTrack("a"))
    // The finished lookup may still hold the player on its thread, so `play` may run there.
    try await clock.reach("the sound") { engine.soundingLoad != nil }
    #expect(engine.openedSources == ["a"])
  }

  @Test("of the entry that next() goes to keeps the entry's album context")
  func album() async throws {
    let queue = QueuePlayer(players: [player], clock: clock)
    try queue.set([AlbumTrack(id: "a", number: 1), AlbumTrack(id: "late", number: 2)])
    queue.play()
    clock.advance(by: .seconds(1))
    queue.next()
    resolver.open("late")
    try await clock.reach("the sound") { engine.openedSources == ["a", "late"] }
    let load = try #require(engine.knownLoads.first)
    #expect(engine.albumContext(of: load) == AlbumContext(continuesPrevious: true))
  }
}

/// The next load of an engine, and its removal.
@Suite("The next track on an engine", .tags(.pure), .timeLimit(.minutes(3)))
struct FollowingTests {
  let clock = ManualClock()
  let engine: FakeEngine
  private let resolver = MeddlingResolver()
  let backend: any PlayerBackend
  let recorder = ReportRecorder()
  let loads = [LoadID.unique(), LoadID.unique()]

  init() {
    engine = FakeEngine(clock: clock) { _ in FakeMedia(duration: .seconds(10)) }
    backend = EnginePlayer(resolver: resolver, engine: engine, clock: clock).core.backend
  }

  private func perform(_ command: PlaybackCommand) {
    backend.perform(command, for: ReportSink { _, _ in })
  }

  private func request(_ track: String, _ load: LoadID) -> LoadRequest {
    LoadRequest(id: load, track: FakeTrack(track), wantsToPlay: true)
  }

  @Test("is not opened if it was cancelled while its track was looked up")
  func cancelledWhileFound() throws {
    perform(.open(request("a", loads[0]), replacing: nil))
    resolver.onResolve { track in if track == "b" { perform(.cancelPreload(loads[1])) } }
    perform(.preload(request("b", loads[1]), after: loads[0]))
    #expect(engine.knownLoads == [loads[0]])
    clock.advance(by: .seconds(11))
    #expect(engine.soundingLoad == nil)
  }

  @Test("is not begun again if it has already ended")
  func begunTooLate() throws {
    perform(.open(request("a", loads[0]), replacing: nil))
    clock.advance(by: .seconds(1))
    perform(.preload(request("b", loads[1]), after: loads[0]))
    clock.advance(by: .seconds(30))
    #expect(engine.knownLoads == [])
    perform(.beginPreloaded(loads[1], after: loads[0], isPlaying: true))
    clock.advance(by: .seconds(1))
    #expect(engine.openedSources == ["a", "b"])
    #expect(engine.soundingLoad == nil)
  }

  @Test("is unloaded if it starts after the queue removed it")
  func takenBackTooLate() throws {
    let player = FakePlayer(group: FakePlayer.Group(clock: clock))
    let queue = QueuePlayer(players: [player], clock: clock)
    try queue.set([FakeTrack("a"), FakeTrack("b"), FakeTrack("c")])
    queue.play()
    clock.advance(by: .seconds(1))
    let taken = try #require(player.loads(of: "b").first)
    try queue.remove([queue.entries[1].id])
    let anchor = PositionAnchor(position: .zero, speed: 1, instant: clock.now)
    player.inject(.started(anchor), of: taken)
    #expect(player.commands.last == .unload("b"))
    #expect(queue.currentEntry?.track.id == "a")
  }
}

/// The reports of an app's own player, and the calls to it.
@Suite("A player's own backend", .tags(.pure), .timeLimit(.minutes(3)))
struct PlayerBackendTests {
  let clock = ManualClock()

  @Test("reports its actual speed if it can't play at the rate that was set")
  func ownSpeed() {
    let player = ScriptedPlayer(clock: clock)
    player.rate = 2
    player.play(FakeTrack("a"))
    player.loads(speed: 1)
    clock.advance(by: .seconds(10))
    #expect(player.position == .seconds(10))
    #expect(player.status.anchor?.speed == 1)
    player.pause()
    player.play()
    clock.advance(by: .seconds(5))
    #expect(player.position == .seconds(15))
    player.rate = 1.5
    clock.advance(by: .seconds(2))
    #expect(player.position == .seconds(18))
  }

  @Test("is asked once for its capabilities, outside of locks, and gets no unsupported command")
  func askedOnce() {
    let player = ScriptedPlayer(clock: clock)
    player.prepare(FakeTrack("a"), clip: try? Clip(from: .seconds(1)))
    #expect(player.capabilities == .whole)
    #expect(player.questions == 1)
    #expect(player.commands == 0)
    #expect(player.status.error?.code == .unsupportedClip)
  }
}

private struct AlbumTrack: Track {
  let id: String
  let number: Int
  var playerTypes: [PlayerType] { [.url] }
  var metadata: TrackMetadata {
    TrackMetadata(title: id, artist: "x", album: "y", trackNumber: number)
  }
}

/// Resolves every track at once, and calls a closure meanwhile.
private final class MeddlingResolver: MediaResolver, Sendable {
  private let body = Locked<(@Sendable (String) -> Void)?>(nil)

  var playerType: PlayerType { .url }

  func onResolve(_ body: @escaping @Sendable (String) -> Void) {
    self.body.withLock { $0 = body }
  }

  func resolveNow(_ track: any Track) throws(PlayerError) -> MediaSource? {
    body.withLock { $0 }?(track.id)
    return MediaSource(.file(path: track.id))
  }

  func resolve(_ track: any Track) async throws(PlayerError) -> MediaSource {
    MediaSource(.file(path: track.id))
  }
}
