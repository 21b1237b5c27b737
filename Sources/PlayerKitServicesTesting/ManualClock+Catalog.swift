import PlayerKitServices
import PlayerKit
import PlayerKitTesting

extension ManualClock: CatalogClock {
  /// The time since the clock's origin.
  public var uptime: Duration { now.sinceOrigin }

  /// Waits until an advance reaches the deadline.
  public func sleep(for duration: Duration) async throws {
    try Task.checkCancellation()
    guard duration > .zero else { return }
    let end = Promise<Void>()
    let timer = schedule(at: now + duration) { end.finish(.success(())) }
    // At once: a timer of nobody's must not pass for one that somebody waits for.
    try await withTaskCancellationHandler {
      try await end.value()
    } onCancel: {
      timer.cancel()
    }
  }
}
