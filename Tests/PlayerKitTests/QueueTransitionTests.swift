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

  @Test("is not reported when the current entry is played for the first time")
  func firstPlay() async throws {
    let fixture = try QueueFixture()
    let told = try await transitions(of: fixture) { $0.play() }
    #expect(told.isEmpty)
    #expect(fixture.queue.status.history.map(\.entry.track.id) == ["a"])
  }

  @Test("is not reported when a stopped entry continues at its position")
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

  @Test("is reported when an entry begins again after its end")
  func afterEnd() async throws {
    let fixture = try QueueFixture(["a"])
    fixture.begin()
    fixture.advance(.seconds(61))
    let told = try await transitions(of: fixture) { $0.play() }
    #expect(told.map(\.reason) == [.userSelected])
    #expect(told.map(\.fromPosition) == [.seconds(60)])
    #expect(told.map(\.toPosition) == [.zero])
  }

  @Test("carries both positions, and no jump is reported beside it")
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

  @Test("to the next entry at the end carries the whole length of the last one")
  func automatic() async throws {
    let fixture = try QueueFixture()
    fixture.begin()
    let told = try await transitions(of: fixture) { _ in fixture.advance(.seconds(60)) }
    #expect(told.map(\.reason) == [.auto])
    #expect(told.map(\.fromPosition) == [.seconds(60)])
    #expect(await fixture.told().filter { $0.hasPrefix("jump") } == [])
  }

  @Test("is not reported for a seek within the current entry, which is a jump")
  func seek() async throws {
    let fixture = try QueueFixture()
    fixture.begin()
    fixture.queue.seek(to: .seconds(20))
    #expect(
      await fixture.told().filter { $0.hasPrefix("jump") }
        == ["jump 0.0 seconds→20.0 seconds seek"]
    )
  }

  @Test("to a restored queue has its own reason, and no edit is reported")
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
