import PlayerKitTesting
import TestSupport
import Testing

@testable import PlayerKit

/// Commands that return when they are done.
@Suite("A waiting command", .tags(.pure), .timeLimit(.minutes(3)))
struct WaitingCommandTests {
  let clock = ManualClock()
  let player: FakePlayer
  let queue: QueuePlayer

  init() throws {
    player = FakePlayer(clock: clock)
    queue = QueuePlayer(players: [player], clock: clock)
    try queue.set([FakeTrack("a"), FakeTrack("b")])
  }

  /// Returns when the player has received the command, which another thread has sent.
  private func settled() async {
    // An event can be read before its turn is over. Taking the lock waits for that turn.
    _ = queue.playback
    while !queue.outbox.isAtRest { await Task.yield() }
  }

  private func settled(_ player: FakePlayer) async {
    _ = player.status
    while !player.core.isAtRest { await Task.yield() }
  }

  private func load() { clock.advance(by: .milliseconds(100)) }

  /// Starts to wait, and returns when the command was sent.
  private func beginSeek(to position: Duration) async throws -> Task<Duration, any Error> {
    let updates = queue.updates()
    let task = Task { [queue] in try await queue.seekAndWait(to: position) }
    try await waitUntil("the seek", in: updates) {
      $0.status.playback.anchor?.position == position
    }
    await settled()
    return task
  }

  private func code(_ task: Task<Duration, any Error>) async throws -> PlayerError.Code? {
    let error = await #expect(throws: PlayerError.self) { try await task.value }
    return error?.code
  }

  // MARK: - Seeks

  @Test("seekAndWait returns the position at which playback arrived")
  func seek() async throws {
    queue.play()
    load()
    let seek = try await beginSeek(to: .seconds(20))
    #expect(queue.state == .loadToPlay)
    load()
    #expect(try await seek.value == .seconds(20))
  }

  @Test("seekAndWait to a place after the end returns the duration, and the next track begins")
  func seekPastEnd() async throws {
    queue.play()
    load()
    let seek = try await beginSeek(to: .seconds(90))
    clock.advance(by: .seconds(1))
    #expect(try await seek.value == .seconds(60))
    #expect(queue.currentEntry?.track.id == "b")
  }

  @Test("seekAndWait returns at once if nothing is loaded yet, and playback begins there")
  func seekBeforeLoading() async throws {
    #expect(try await queue.seekAndWait(to: .seconds(7)) == .seconds(7))
    queue.play()
    load()
    #expect(queue.position == .seconds(7))
  }

  @Test("seekAndWait throws if a later seek replaces it")
  func replacedSeek() async throws {
    queue.play()
    load()
    let first = try await beginSeek(to: .seconds(20))
    let second = try await beginSeek(to: .seconds(30))
    load()
    #expect(try await code(first) == .replaced)
    #expect(try await second.value == .seconds(30))
  }

  @Test("seekAndWait throws if another track or stop() replaces it", arguments: [false, true])
  func unloadedSeek(isStopped: Bool) async throws {
    queue.play()
    load()
    let seek = try await beginSeek(to: .seconds(20))
    if isStopped { queue.stop() } else { queue.next() }
    #expect(try await code(seek) == .replaced)
  }

  @Test("seekAndWait throws the error of the track if that fails")
  func failedSeek() async throws {
    queue.play()
    load()
    let seek = try await beginSeek(to: .seconds(20))
    let error = PlayerError(.serverError, "It broke off.")
    player.inject(.failed(error, followedBy: nil), of: try #require(player.loads(of: "a").first))
    #expect(try await code(seek) == .serverError)
  }

  @Test("seekAndWait throws if the track can't seek, or the queue is empty")
  func impossibleSeek() async throws {
    var media = FakeMedia()
    media.isSeekable = false
    player.setMedia(media, for: "a")
    queue.play()
    load()
    let error = await #expect(throws: PlayerError.self) {
      try await queue.seekAndWait(to: .seconds(5))
    }
    #expect(error?.code == .notSeekable)
    let empty = await #expect(throws: PlayerError.self) {
      try await QueuePlayer(clock: clock).seekAndWait(to: .zero)
    }
    #expect(empty?.code == .notSeekable)
  }

  @Test("seekAndWait throws if its task is cancelled, and the seek continues")
  func cancelledSeek() async throws {
    queue.play()
    load()
    let seek = try await beginSeek(to: .seconds(20))
    seek.cancel()
    await #expect(throws: CancellationError.self) { try await seek.value }
    load()
    #expect(queue.position >= .seconds(20))
  }

  @Test("seekAndWait of a player returns the position it arrived at, or throws the cause")
  func seekOfPlayer() async throws {
    let player = FakePlayer(clock: clock)
    let controls: any PlaybackControls = player
    player.play(FakeTrack("x"))
    load()
    func begin(_ seconds: Int) async throws -> Task<Duration, any Error> {
      let updates = player.updates()
      let task = Task { try await controls.seekAndWait(to: .seconds(seconds)) }
      try await waitUntil("the seek", in: updates) {
        $0.status.anchor?.position == .seconds(seconds)
      }
      await settled(player)
      return task
    }
    let first = try await begin(20)
    load()
    #expect(try await first.value == .seconds(20))
    let second = try await begin(30)
    player.unload()
    #expect(try await code(second) == .replaced)
    player.play(FakeTrack("x"))
    load()
    let last = try await begin(70)
    clock.advance(by: .seconds(1))
    #expect(try await last.value == .seconds(60))
  }

  // MARK: - Playing

  private func beginPlaying(_ track: FakeTrack) async throws -> Task<EntryID, any Error> {
    let updates = queue.updates()
    let task = Task { [queue] in try await queue.playAndWait(track) }
    try await waitUntil("the track", in: updates) { $0.status.currentEntry?.track.id == track.id }
    await settled()
    return task
  }

  @Test("playAndWait returns the entry once it can be heard")
  func play() async throws {
    queue.play()
    load()
    let task = try await beginPlaying("x")
    #expect(!queue.isPlaying)
    load()
    #expect(try await task.value == queue.currentEntry?.id)
    #expect(player.soundingTrack?.id == "x")
  }

  @Test("playAndWait throws the error if the track fails, after the last of its players")
  func failedPlay() async throws {
    let other = FakePlayer(playerType: PlayerType(rawValue: "other"), clock: clock)
    queue.add(other)
    player.setMedia(.failing(.notFound), for: "x")
    let track = FakeTrack("x", playerTypes: [.url, other.playerType])
    let first = try await beginPlaying(track)
    load()
    load()
    #expect(try await first.value == queue.currentEntry?.id)
    player.setMedia(.failing(.notFound), for: "y")
    other.setMedia(.failing(.forbidden), for: "y")
    let second = try await beginPlaying(FakeTrack("y", playerTypes: track.playerTypes))
    load()
    load()
    let error = await #expect(throws: PlayerError.self) { try await second.value }
    #expect(error?.code == .forbidden)
  }

  @Test("playAndWait keeps waiting through a pause, and throws if another command replaces it")
  func replacedPlay() async throws {
    let first = try await beginPlaying("x")
    queue.pause()
    load()
    queue.play()
    _ = try await first.value
    for number in 0..<3 {
      // Another track each time, and a wait for it.
      let task = try await beginPlaying(FakeTrack("z\(number)"))
      switch number {
      case 0: queue.stop()
      case 1: queue.removeAll()
      case _: queue.play(FakeTrack("y"))
      }
      let error = await #expect(throws: PlayerError.self) { try await task.value }
      #expect(error?.code == .replaced)
    }
  }

  @Test("playAndWait throws if its task is cancelled, and the track plays anyway")
  func cancelledPlay() async throws {
    let task = try await beginPlaying("x")
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    load()
    #expect(queue.isPlaying)
  }

  @Test("playAndWait of a player returns once the track can be heard, or throws the cause")
  func playOfPlayer() async throws {
    let player = FakePlayer(clock: clock) { track in
      track.id == "bad" ? .failing(.notFound) : FakeMedia()
    }
    func begin(_ track: FakeTrack) async throws -> Task<Void, any Error> {
      let updates = player.updates()
      let task = Task { try await player.playAndWait(track) }
      try await waitUntil("the track", in: updates) { $0.status.track?.id == track.id }
      await settled(player)
      return task
    }
    let good = try await begin("good")
    load()
    try await good.value
    #expect(player.isPlaying)
    let bad = try await begin("bad")
    load()
    let error = await #expect(throws: PlayerError.self) { try await bad.value }
    #expect(error?.code == .notFound)
    let replaced = try await begin("other")
    player.unload()
    let other = await #expect(throws: PlayerError.self) { try await replaced.value }
    #expect(other?.code == .replaced)
  }
}
