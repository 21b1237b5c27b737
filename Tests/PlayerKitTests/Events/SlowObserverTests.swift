import Foundation
import PlayerKit
import PlayerKitSystem
import PlayerKitTesting
import TestSupport
import Testing

/// Observers that are too slow for their events.
@Suite("A slow observer", .tags(.local), .timeLimit(.minutes(3)))
struct SlowObserverTests {
  let clock = ManualClock()
  let queue: QueuePlayer

  init() throws {
    queue = QueuePlayer(players: [FakePlayer(clock: clock)], clock: clock)
    try queue.set([FakeTrack("a"), FakeTrack("b")])
  }

  @Test("gets one snapshot instead of thousands of turns, and every transition and seek")
  func isBounded() async throws {
    let observer = SlowObserver()
    queue.addSendableObserver(observer, positionInterval: nil)
    queue.volume = 0.5
    observer.waitUntilCalled()
    for number in 1...10_000 { queue.volume = Double(number) / 20_000 }
    queue.play()
    clock.advance(by: .seconds(1))
    queue.seek(to: .seconds(10))
    clock.advance(by: .seconds(1))
    queue.next()
    clock.advance(by: .seconds(1))
    for number in 1...10_000 { queue.volume = Double(number) / 20_000 }
    observer.goOn()
    await queue.events.delivered()
    let heard = observer.heard.elements
    #expect(heard.count <= 2_010)
    #expect(heard.compactMap(\.transitionedTo).last == "b")
    #expect(heard.contains { $0.isSeek })
    #expect(heard.contains { $0.isSnapshot })
    #expect(heard.last?.volume == queue.volume)
  }

  @Test("gets no lag report if it is less than 1,000 turns late")
  func isComplete() async {
    let observer = SlowObserver()
    queue.addSendableObserver(observer, positionInterval: nil)
    queue.volume = 0.5
    observer.waitUntilCalled()
    for number in 1...900 { queue.volume = Double(number) / 20_000 }
    observer.goOn()
    await queue.events.delivered()
    #expect(!observer.heard.elements.contains { $0.isSnapshot })
    #expect(observer.heard.elements.count == 901)
  }

  @Test("loses nothing if it records events: it gets each of them")
  func whoCounts() async {
    let recorder = RecordingObserver(of: queue)
    for number in 1...5_000 { queue.volume = Double(number) / 20_000 }
    await queue.events.delivered()
    #expect(recorder.events.count == 5_000)
  }
}

/// Blocks in its first call until it is released.
private final class SlowObserver: QueuePlayerObserver, Sendable {
  enum Heard: Sendable {
    case event(QueuePlayerEvent)
    case snapshot(QueuePlayerStatus)

    var transitionedTo: String? {
      guard case .event(let event) = self, case .transition(let transition) = event.change
      else { return nil }
      return transition.to?.track.id
    }

    var isSeek: Bool {
      if case .event(let event) = self, case .playback(.seekCompleted) = event.change {
        return true
      }
      return false
    }

    var isSnapshot: Bool {
      if case .snapshot = self { true } else { false }
    }

    var volume: Double {
      switch self {
      case .event(let event): event.status.playback.volume
      case .snapshot(let status): status.playback.volume
      }
    }
  }

  let heard = Recorded<Heard>()
  private let isCalled = DispatchSemaphore(value: 0)
  private let mayGoOn = DispatchSemaphore(value: 0)
  private let isStuck = Locked(true)

  func waitUntilCalled() { isCalled.wait() }

  func goOn() { mayGoOn.signal() }

  func queuePlayer(_ queue: QueuePlayer, didEmit event: QueuePlayerEvent) {
    if isStuck.withLock({ isStuck in
      defer { isStuck = false }
      return isStuck
    }) {
      isCalled.signal()
      mayGoOn.wait()
    }
    heard.append(.event(event))
  }

  func queuePlayer(_ queue: QueuePlayer, didFallBehind status: QueuePlayerStatus) {
    heard.append(.snapshot(status))
  }
}
