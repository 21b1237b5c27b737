import PlayerKit
import PlayerKitTesting
import TestSupport
import Testing

/// Closures that are called when playback passes a position.
@Suite("A boundary observer", .tags(.pure), .timeLimit(.minutes(3)))
struct BoundaryObserverTests {
  let clock = ManualClock()
  let player: FakePlayer
  let queue: QueuePlayer
  /// The position of playback at each call.
  private let calls = Recorded<Duration>()

  init() throws {
    player = FakePlayer(clock: clock)
    queue = QueuePlayer(players: [player], clock: clock)
    try queue.set([FakeTrack("a"), FakeTrack("b")])
  }

  private func observe(_ seconds: Int..., of entry: EntryID? = nil) -> ObserverToken {
    let positions = seconds.map { Duration.seconds($0) }
    return queue.addBoundaryObserver(at: positions, of: entry, isolation: nil) { [calls, queue] in
      calls.append(queue.position)
    }
  }

  private func begin() {
    queue.play()
    advance(.milliseconds(100))
  }

  private func advance(_ duration: Duration) { clock.advance(by: duration) }

  /// The positions of the calls so far, in whole seconds of the track.
  private func seconds() async -> [Int64] {
    await queue.events.delivered()
    return calls.elements.map(\.components.seconds)
  }

  @Test("is called once at each of its positions, on time, for every track")
  func passing() async {
    let token = observe(30, 10)
    begin()
    advance(.milliseconds(9_999))
    #expect(await seconds() == [])
    advance(.milliseconds(1))
    #expect(await seconds() == [10])
    advance(.seconds(49))
    #expect(await seconds() == [10, 30])
    advance(.seconds(22))
    #expect(await seconds() == [10, 30, 10])
    token.cancel()
  }

  @Test("of one entry is not called for another")
  func ofEntry() async {
    let token = observe(10, of: queue.entries[1].id)
    begin()
    advance(.seconds(59))
    #expect(await seconds() == [])
    advance(.seconds(12))
    #expect(await seconds() == [10])
    token.cancel()
  }

  @Test("is not called for a position that a seek skips or goes to, but is after a seek back")
  func seeking() async {
    let token = observe(10)
    begin()
    queue.seek(to: .seconds(20))
    advance(.seconds(1))
    #expect(await seconds() == [])
    queue.seek(to: .seconds(10))
    advance(.seconds(1))
    #expect(await seconds() == [])
    queue.seek(to: .seconds(9))
    advance(.seconds(2))
    #expect(await seconds() == [10])
    queue.seek(to: .zero)
    advance(.seconds(11))
    #expect(await seconds() == [10, 10])
    token.cancel()
  }

  @Test("follows the rate, and waits while playback is paused", arguments: [0.5, 2])
  func rateAndPause(rate: Double) async {
    let token = observe(10)
    begin()
    advance(.seconds(4))
    queue.rate = rate
    advance(.seconds(3) / rate)
    queue.pause()
    advance(.seconds(600))
    #expect(await seconds() == [])
    queue.play()
    advance(.milliseconds(2_999) / rate)
    #expect(await seconds() == [])
    advance(.milliseconds(1) / rate)
    #expect(await seconds() == [10])
    token.cancel()
  }

  @Test("is not called twice after a small correction of the position")
  func correction() async throws {
    let token = observe(10)
    begin()
    advance(.seconds(10))
    let load = try #require(player.loads(of: "a").first)
    let behind = PositionAnchor(position: .milliseconds(9_970), speed: 1, instant: clock.now)
    player.inject(.position(behind), of: load)
    advance(.seconds(1))
    #expect(await seconds().count == 1)
    token.cancel()
  }

  @Test("has a timer only if the playing track still has a boundary ahead")
  func timers() async {
    var token: ObserverToken? = observe(10, 20)
    #expect(clock.nextDeadline == nil)
    begin()
    let start = clock.now
    #expect(clock.nextDeadline == start + .seconds(10))
    queue.pause()
    #expect(clock.nextDeadline != start + .seconds(10))
    queue.play()
    #expect(clock.nextDeadline == start + .seconds(10))
    token?.cancel()
    #expect(clock.nextDeadline != start + .seconds(10))
    token = observe(30)
    #expect(clock.nextDeadline == start + .seconds(30))
    token = nil
    #expect(clock.nextDeadline != start + .seconds(30))
    // The track ends earlier.
    token = observe(70)
    advance(.seconds(59))
    #expect(await seconds() == [])
    _ = token
  }

  @MainActor
  @Test("of an actor is called on the actor, and may command the queue")
  func onActor() async throws {
    begin()
    var count = 0
    let token = queue.addBoundaryObserver(at: [.seconds(5)]) { [queue] in
      MainActor.preconditionIsolated()
      count += 1
      queue.pause()
    }
    advance(.seconds(5))
    await queue.events.delivered()
    #expect(count == 1)
    #expect(!queue.isPlaying)
    token.cancel()
  }

  @Test("of a player is called as an observer of a queue is")
  func ofPlayer() async {
    let player = FakePlayer(clock: clock)
    let token = player.addBoundaryObserver(at: [.seconds(5)], isolation: nil) { [calls] in
      calls.append(.seconds(5))
    }
    player.play(FakeTrack("x"))
    advance(.seconds(6))
    await player.events.delivered()
    #expect(calls.elements == [.seconds(5)])
    token.cancel()
  }
}
