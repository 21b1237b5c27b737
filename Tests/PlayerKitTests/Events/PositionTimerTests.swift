import Foundation
import PlayerKitSystem
import PlayerKitTesting
import TestSupport
import Testing

@testable import PlayerKit

/// Which objects have a timer for positions, and where positions are reported.
@Suite("Timers of position observers", .tags(.local), .timeLimit(.minutes(3)))
struct PositionTimerTests {
  let clock = TimerCountingClock()

  private func playing() async -> FakePlayer {
    let player = FakePlayer(clock: clock)
    player.play(FakeTrack("a"))
    clock.base.advance(by: .milliseconds(100))
    await player.events.delivered()
    return player
  }

  private func tell(_ player: FakePlayer, every interval: Duration) -> RecordingObserver<
    PlayerEvent
  > {
    RecordingObserver(of: player, positionInterval: interval)
  }

  @Test("do not run before anything plays, nor while it is paused, and start again after it")
  func noTimerWhilePaused() async throws {
    let player = FakePlayer(clock: clock)
    let observer = tell(player, every: .seconds(1))
    #expect(clock.repeating == 0)
    player.play(FakeTrack("a"))
    clock.base.advance(by: .milliseconds(100))
    #expect(clock.repeating == 1)
    clock.base.advance(by: .milliseconds(1_500))
    player.pause()
    #expect(clock.repeating == 0)
    clock.base.advance(by: .seconds(7))
    player.play()
    #expect(clock.repeating == 1)
    clock.base.advance(by: .seconds(1))
    let positions = try await observer.recordedPositions.wait(for: "positions") { $0.count == 2 }
    #expect(positions.map(\.position) == [.seconds(1), .milliseconds(2_500)])
  }

  @Test("run once for each observer, until it is removed")
  func timerOfEach() async {
    let player = await playing()
    let first = tell(player, every: .seconds(1))
    let second = tell(player, every: .milliseconds(100))
    let third = RecordingObserver(of: player)
    #expect(clock.repeating == 2)
    player.addSendableObserver(first, positionInterval: .seconds(3))
    #expect(clock.repeating == 2)
    player.removeObserver(first)
    #expect(clock.repeating == 1)
    player.addSendableObserver(second, positionInterval: nil)
    #expect(clock.repeating == 0)
    withExtendedLifetime(third) {}
  }

  @Test("end if the observer or the player is freed")
  func nobodyLeft() async throws {
    var player: FakePlayer? = await playing()
    var observer = player.map { tell($0, every: .seconds(1)) }
    clock.base.advance(by: .seconds(1))
    #expect(clock.repeating == 1)
    withExtendedLifetime(observer) {}
    observer = nil
    clock.base.advance(by: .seconds(1))
    await player?.events.delivered()
    clock.base.advance(by: .seconds(1))
    #expect(clock.repeating == 0)
    observer = player.map { tell($0, every: .seconds(1)) }
    #expect(clock.repeating == 1)
    player = nil
    #expect(clock.repeating == 0)
    withExtendedLifetime(observer) {}
  }

  @Test("call observers without an isolation from the timer's thread")
  func toldByTimer() async {
    let player = await playing()
    let listener = ThreadRecorder()
    player.addSendableObserver(listener, positionInterval: .milliseconds(10))
    await player.events.delivered()
    // Earlier events may still keep the listener busy on another thread.
    for _ in 0..<100 where !advanceHears(listener) { await player.events.delivered() }
    #expect(advanceHears(listener))
  }

  private func advanceHears(_ listener: ThreadRecorder) -> Bool {
    let count = listener.threads.elements.count
    clock.base.advance(by: .milliseconds(10))
    let threads = listener.threads.elements.dropFirst(count)
    return Array(threads) == [ObjectIdentifier(Thread.current)]
  }

  @Test("call observers of the main actor on the main actor")
  @MainActor
  func toldOnMainActor() async throws {
    let player = await playing()
    let model = PositionModel()
    player.addObserver(model, positionInterval: .milliseconds(100))
    clock.base.advance(by: .seconds(1))
    #expect(model.positions.elements.isEmpty)
    try await model.positions.wait(for: "positions") { $0.count == 10 }
    clock.base.advance(by: .seconds(1))
    player.removeObserver(model)
    await player.events.delivered()
    #expect(model.positions.elements.count == 10)
  }

  @Test("end with the call in which an observer pauses", .timeLimit(.minutes(3)))
  func pausedInside() async throws {
    let player = await playing()
    let observer = Acting { player, _ in player.pause() }
    player.addSendableObserver(observer, positionInterval: .milliseconds(5))
    clock.base.advance(by: .milliseconds(5))
    try await observer.positions.wait(for: "a position") { !$0.isEmpty }
    try await player.wait { $0.state == .pause }
    #expect(clock.repeating == 0)
    clock.base.advance(by: .seconds(1))
    await player.events.delivered()
    #expect(observer.positions.elements.count == 1)
  }

  @Test("call one observer while another one blocks its thread")
  func slowObserver() async throws {
    let player = FakePlayer(clock: SystemPlaybackClock())
    let isHeard = DispatchSemaphore(value: 0)
    let wasHeard = Recorded<Bool>()
    let slow = Acting { _, _ in
      guard wasHeard.elements.isEmpty else { return }
      wasHeard.append(isHeard.wait(timeout: .now() + 60) == .success)
    }
    let quick = Acting { _, number in if number == 10 { isHeard.signal() } }
    player.addSendableObserver(slow, positionInterval: .milliseconds(5))
    player.addSendableObserver(quick, positionInterval: .milliseconds(5))
    player.play(FakeTrack("a"))
    #expect(try await wasHeard.wait(for: "the end of the wait") { !$0.isEmpty } == [true])
  }

  @Test(
    "with extreme intervals neither trap nor block the clock",
    arguments: [Duration.seconds(Int64.max), .seconds(Int64.min), .zero, .nanoseconds(-1)]
  )
  func intervalWithoutMeasure(interval: Duration) async throws {
    let player = await playing()
    let observer = tell(player, every: interval)
    clock.base.advance(by: .milliseconds(3))
    await player.events.delivered()
    #expect(observer.positions.count == (interval > .zero ? 0 : 3))

    let heard = FakePlayer(clock: SystemPlaybackClock())
    let other = tell(heard, every: interval)
    heard.play(FakeTrack("a"))
    try await heard.wait { $0.state == .play }
    if interval <= .zero {
      try await other.recordedPositions.wait(for: "positions") { $0.count > 2 }
    }
    heard.pause()
  }
}

/// A manual clock that counts its repeating timers.
final class TimerCountingClock: PlaybackClock {
  let base = ManualClock()
  private let count = Locked(0)

  var now: MonotonicInstant { base.now }
  var repeating: Int { count.withLock { $0 } }

  func schedule(
    at deadline: MonotonicInstant,
    _ body: @escaping @Sendable () -> Void
  ) -> ClockTimer {
    base.schedule(at: deadline, body)
  }

  func schedule(
    from first: MonotonicInstant,
    every interval: Duration,
    _ body: @escaping @Sendable () -> Void
  ) -> ClockTimer {
    count.withLock { $0 += 1 }
    let timer = base.schedule(from: first, every: interval, body)
    let isCancelled = Locked(false)
    return ClockTimer { [count] in
      timer.cancel()
      let isFirst = isCancelled.withLock { isCancelled in
        defer { isCancelled = true }
        return !isCancelled
      }
      if isFirst { count.withLock { $0 -= 1 } }
    }
  }
}

private final class ThreadRecorder: PlayerObserver, Sendable {
  let threads = Recorded<ObjectIdentifier>()

  func player(_ player: any Player, didReach position: PlaybackPosition) {
    threads.append(ObjectIdentifier(Thread.current))
  }
}

private final class Acting: PlayerObserver, Sendable {
  let positions = Recorded<Duration>()
  private let act: @Sendable (any Player, Int) -> Void

  /// `act` gets the player, and the number of reported positions.
  init(act: @escaping @Sendable (any Player, Int) -> Void) {
    self.act = act
  }

  func player(_ player: any Player, didReach position: PlaybackPosition) {
    positions.append(position.position)
    act(player, positions.elements.count)
  }
}

@MainActor private final class PositionModel: @MainActor PlayerObserver {
  nonisolated let positions = Recorded<Duration>()

  func player(_ player: any Player, didReach position: PlaybackPosition) {
    MainActor.preconditionIsolated()
    positions.append(position.position)
  }
}
