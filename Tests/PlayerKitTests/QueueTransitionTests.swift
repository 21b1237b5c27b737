import PlayerKit
import PlayerKitTesting
import TestSupport
import Testing

@Suite("A transition", .tags(.pure))
struct QueueTransitionTests {
  private final class Transitions: QueuePlayerObserver, Sendable {
    let all = Recorded<QueueTransition>()

    func queuePlayer(
      _ queue: QueuePlayer,
      didTransition transition: QueueTransition,
      status: QueuePlayerStatus
    ) {
      all.append(transition)
    }
  }

  private func transitions(
    of fixture: QueueFixture,
    _ body: (QueuePlayer) throws -> Void
  ) async throws -> [QueueTransition] {
    let observer = Transitions()
    await fixture.queue.events.delivered()
    fixture.queue.addSendableObserver(observer, positionInterval: nil)
    try body(fixture.queue)
    await fixture.queue.events.delivered()
    return observer.all.elements
  }

  @Test("is not told when the entry that is current already is played for the first time")
  func firstPlay() async throws {
    let fixture = try QueueFixture()
    let told = try await transitions(of: fixture) { $0.play() }
    #expect(told.isEmpty)
    #expect(fixture.queue.status.history.map(\.entry.track.id) == ["a"])
  }

  @Test("is not told when a stopped entry plays on where it was")
  func afterStop() async throws {
    let fixture = try QueueFixture()
    fixture.begin()
    fixture.advance(.seconds(5))
    let told = try await transitions(of: fixture) {
      $0.stop()
      $0.play()
    }
    #expect(told.isEmpty)
    #expect(fixture.queue.position == .seconds(5))
  }

  @Test("is told when an entry begins anew after its end")
  func afterEnd() async throws {
    let fixture = try QueueFixture(["a"])
    fixture.begin()
    fixture.advance(.seconds(61))
    let told = try await transitions(of: fixture) { $0.play() }
    #expect(told.map(\.reason) == [.userSelected])
    #expect(told.map(\.fromPosition) == [.seconds(60)])
    #expect(told.map(\.toPosition) == [.zero])
  }

  @Test("carries the positions left and arrived at, and no jump comes beside it")
  func positions() async throws {
    let fixture = try QueueFixture()
    fixture.begin()
    fixture.advance(.seconds(10))
    let last = try fixture.entry("c")
    let told = try await transitions(of: fixture) {
      $0.next()
      fixture.advance(.seconds(3))
      try $0.play(last, at: .seconds(7))
    }
    #expect(told.map(\.to?.track.id) == ["b", "c"])
    #expect(told.map(\.fromPosition) == [.seconds(10), .seconds(3)])
    #expect(told.map(\.toPosition) == [.zero, .seconds(7)])
    #expect(await fixture.told().filter { $0.hasPrefix("jump") } == [])
  }

  @Test("to what follows by itself carries the whole length of what was left")
  func automatic() async throws {
    let fixture = try QueueFixture()
    fixture.begin()
    let told = try await transitions(of: fixture) { _ in fixture.advance(.seconds(60)) }
    #expect(told.map(\.reason) == [.auto])
    #expect(told.map(\.fromPosition) == [.seconds(60)])
    #expect(await fixture.told().filter { $0.hasPrefix("jump") } == [])
  }

  @Test("within the current entry leaves a jump as it is")
  func seek() async throws {
    let fixture = try QueueFixture()
    fixture.begin()
    fixture.queue.seek(to: .seconds(20))
    #expect(
      await fixture.told().filter { $0.hasPrefix("jump") }
        == ["jump 0.0 seconds→20.0 seconds seek"]
    )
  }

  @Test("to a queue that was kept has a reason of its own, and no edit is told")
  func restored() async throws {
    let kept = try QueueFixture(["x", "y"], startAt: 1)
    kept.begin()
    kept.advance(.seconds(12))
    let store = MemoryQueueStore()
    let persister = QueuePersister(of: kept.queue, in: store, clock: kept.clock)
    persister.start()
    try await persister.close()
    await store.reopen()
    let stored = try #require(try await store.restore())
    let fixture = try QueueFixture()
    let told = try await transitions(of: fixture) { try $0.restore(stored) }
    #expect(told.map(\.reason) == [.restored])
    #expect(told.map(\.to?.id) == [kept.queue.entries.current])
    #expect(told.map(\.toPosition) == [.seconds(12)])
    let words = await fixture.told()
    #expect(words.contains("restored 2"))
    #expect(words.filter { $0.hasPrefix("edited") } == ["edited 3"])
  }
}
