import Foundation
import PlayerKitDiscovery
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitSystem
import PlayerKitTesting
import TestSupport

@testable import PlayerKit

/// Plays any track as silence of its stated length.
struct SilentResolver: MediaResolver {
  let playerType: PlayerType

  func resolveNow(_ track: any Track) throws(PlayerError) -> MediaSource? {
    let seconds = (track.metadata.duration ?? .seconds(30)) / .seconds(1)
    return MediaSource(.file(path: "\(seconds)"))
  }

  func resolve(_ track: any Track) async throws(PlayerError) -> MediaSource {
    MediaSource(.file(path: "0"))
  }
}

/// A queue that a radio feeds, by a clock that a test moves.
final class RadioQueue: Sendable {
  let clock: ManualClock
  let queue: QueuePlayer
  private let engine: FakeEngine
  private let pace: Pace?
  /// The questions that were answered.
  private let watched = Locked<Set<Task<Void, Never>>>([])
  private let over = Locked<Set<Task<Void, Never>>>([])

  /// - Parameter pace: How long answers take by the queue's clock. `nil` answers at once.
  init(_ radio: RadioSource, types: [PlayerType], pace: Pace? = nil) async throws {
    self.pace = pace
    clock = pace?.clock ?? ManualClock()
    let loadTime: Duration = pace == nil ? .zero : .milliseconds(500)
    engine = FakeEngine(clock: clock) { source in
      var media = FakeMedia(duration: .seconds(Double(source.fakeName) ?? 30))
      media.loadTime = loadTime
      return media
    }
    queue = QueuePlayer(clock: clock)
    queue.endLookAhead = 3
    for type in types {
      queue.add(
        EnginePlayer(resolver: SilentResolver(playerType: type), engine: engine, clock: clock)
      )
    }
    try queue.set(try await first(of: radio))
    queue.source = radio
    queue.play()
    if pace == nil { await answered() } else { try await settled() }
  }

  /// The first tracks. Moves the clock until they arrive.
  private func first(of radio: RadioSource) async throws -> [QueueItem] {
    guard let pace else { return try await radio.start() }
    let isOver = Locked(false)
    let task = Task {
      defer { isOver.withLock { $0 = true } }
      return try await radio.start()
    }
    while true {
      try await eventually("a service is waited for") {
        isOver.withLock(\.self) || pace.isAsleep
      }
      if isOver.withLock(\.self) { return try await task.value }
      clock.advance(by: .seconds(1))
    }
  }

  /// Waits until no question is open, or nothing happens to it before the clock moves.
  private func settled() async throws {
    try await eventually("a question is answered, or a service is waited for") {
      isIdle || pace?.isAsleep == true
    }
  }

  private var isIdle: Bool {
    guard let current = queue.sourceRequests.current else { return true }
    let isNew = over.withLock { !$0.contains(current) }
    if isNew, watched.withLock({ $0.insert(current).inserted }) {
      Task { [over] in
        await current.value
        over.withLock { _ = $0.insert(current) }
      }
    }
    return !isNew
  }

  /// Waits until no question is open.
  func answered() async {
    await queue.sourceRequests.current?.value
  }

  /// Moves the clock by a duration, while services answer at their pace.
  ///
  /// - Returns: The silent moments.
  func playOn(for time: Duration) async throws -> [Duration] {
    var stalls: [Duration] = []
    let end = clock.now + time
    while clock.now < end {
      clock.advance(by: .seconds(1))
      try await settled()
      if queue.state != .play { stalls.append(clock.now.sinceOrigin) }
    }
    return stalls
  }

  /// Moves the clock by a duration. Each question is answered before the next step.
  ///
  /// - Returns: The silent moments.
  func play(for time: Duration) async -> [Duration] {
    var stalls: [Duration] = []
    let end = clock.now + time
    while clock.now < end {
      clock.advance(by: .seconds(5))
      await answered()
      if queue.state != .play { stalls.append(clock.now.sinceOrigin) }
    }
    return stalls
  }

  /// The played tracks, in order.
  var played: [QueueEntry] { queue.status.history.map(\.entry) }
}
