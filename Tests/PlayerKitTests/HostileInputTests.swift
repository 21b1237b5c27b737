import Foundation
import PlayerKitTesting
import TestSupport
import Testing

@testable import PlayerKit

/// Extreme input from an app or a damaged store must not crash the process.
@Suite("Extreme input", .tags(.local))
struct HostileInputTests {
  /// A track that calls its queue from its own properties.
  private final class AskingTrack: Track {
    let id: String
    private let asks: @Sendable () -> Void

    init(_ id: String, asks: @escaping @Sendable () -> Void) {
      self.id = id
      self.asks = asks
    }

    var metadata: TrackMetadata {
      asks()
      return TrackMetadata(title: id, album: "album")
    }

    var playerTypes: [PlayerType] { [.url] }
  }

  @Test("A track that asks its queue while the queue asks the track gets an answer")
  func askingTrack() async throws {
    let fixture = try QueueFixture([])
    let queue = fixture.queue
    let answered = Recorded<Bool>()
    let asks: @Sendable () -> Void = { [weak queue] in _ = queue?.status }
    // A thread instead of a task: if it blocks forever, nothing else is blocked.
    Thread { [queue] in
      _ = queue.append([AskingTrack("a", asks: asks), AskingTrack("b", asks: asks)])
      queue.play()
      answered.append(true)
    }
    .start()
    try await answered.wait(for: "an answer") { !$0.isEmpty }
  }

  // MARK: - Stores

  private func stored(_ change: (inout StoredQueueState) -> Void) throws -> StoredQueue {
    let sample = (1...2).map { number in
      StoredEntry(
        id: UInt64(1 << 40 + number),
        track: StoredTrack(
          type: "none",
          id: "\(number)",
          metadata: TrackMetadata(),
          data: Data()
        )
      )
    }
    var state = StoredQueueState()
    state.current = sample[0].id
    state.lastEntry = sample[1].id
    change(&state)
    return try StoredQueue(
      state: state,
      entries: Dictionary(uniqueKeysWithValues: sample.map { ($0.id, $0) }),
      base: [StoredChunk(number: 1, label: 1 << 63, entries: sample.map(\.id))],
      shuffled: []
    )
  }

  @Test("A stored play count at its maximum is replaced, and plays are still counted")
  func countOfPlays() throws {
    let fixture = try QueueFixture([])
    try fixture.queue.restore(stored { $0.playCount = .max })
    fixture.begin()
    #expect(fixture.queue.status.history.total > 0)
  }

  @Test("A store with too many entries or edits is refused as corrupt")
  func countOfEntries() throws {
    let fixture = try QueueFixture([])
    for stored in [try stored { $0.lastEntry = .max }, try stored { $0.version = .max }] {
      let error = #expect(throws: QueueStoreError.self) { try fixture.queue.restore(stored) }
      #expect(error?.code == .corrupt)
    }
    fixture.queue.append([URLTrack(path: "a")])
    #expect(fixture.queue.entries.count == 1)
  }

  @Test("The delay after a failed write is bounded")
  func retryInterval() {
    var configuration = QueuePersisterStateMachine.Configuration()
    configuration.retryInterval = .seconds(Int64.max)
    var now = MonotonicInstant(sinceOrigin: .seconds(1))
    var machine = QueuePersisterStateMachine(
      configuration: configuration,
      isPersisted: false,
      now: now
    )
    now = now + .seconds(1)
    for _ in 0..<20 {
      _ = machine.tick(now: now)
      _ = machine.failed(QueueStoreError(.full, ""), now: now)
      #expect(machine.deadline == now + .seconds(60))
      now = now + .seconds(61)
    }
  }

  // MARK: - Extreme times

  @Test("The fraction of a play rule is limited", arguments: [Double.nan, .infinity, -1, 1e300])
  func fraction(fraction: Double) throws {
    let rule = ScrobbleRule(
      minimumDuration: .zero,
      fraction: fraction,
      maximum: .seconds(1_000)
    )
    let required = try #require(rule.required(for: .seconds(100)))
    #expect(required == (fraction < 0 ? .zero : .seconds(100)))
  }

  @Test(
    "The system's clock accepts a sleep timer at an extreme time",
    arguments: [Int64.max, .min]
  )
  func sleep(seconds: Int64) async throws {
    let queue = QueuePlayer()
    queue.sleepTimer = .at(MonotonicInstant(sinceOrigin: .seconds(seconds)))
    queue.sleepTimer = .after(.seconds(seconds))
    // A later timer has fired, so it waits by now.
    let rung = Recorded<Void>()
    let clock = SystemPlaybackClock()
    let timer = clock.schedule(at: clock.now) { rung.append(()) }
    try await rung.wait(for: "a later timer") { !$0.isEmpty }
    timer.cancel()
    queue.sleepTimer = nil
    #expect(queue.sleepTimer == nil)
  }

  @Test("An extreme lead before the end is bounded")
  func lead() throws {
    for lead in [Duration(attoseconds: .min), Duration(attoseconds: .max)] {
      let fixture = try QueueFixture { $0.preparation = .beforeEnd(lead) }
      fixture.begin()
      fixture.advance(.seconds(70))
      #expect(fixture.current == "b")
    }
  }
}
