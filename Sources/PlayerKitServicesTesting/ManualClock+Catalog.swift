import PlayerKitServices
import PlayerKitSystem
import PlayerKit
import PlayerKitTesting

extension ManualClock: CatalogClock {
  /// The time since the clock's origin.
  public var uptime: Duration { now.sinceOrigin }

  /// Waits until an advance of the clock reaches the deadline.
  public func sleep(for duration: Duration) async throws {
    try Task.checkCancellation()
    guard duration > .zero else { return }
    let end = Promise<Void>()
    let timer = schedule(at: now + duration) { end.finish(.success(())) }
    // Cancels the timer at once, so that it does not count as a pending one.
    try await withTaskCancellationHandler {
      try await end.value()
    } onCancel: {
      timer.cancel()
    }
  }
}
