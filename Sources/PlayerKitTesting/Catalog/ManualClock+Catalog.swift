import Foundation
import MusicCatalog
import PlayerKit

extension ManualClock: CatalogClock {
  /// The calendar's time at the clock's origin: 2026-01-01 00:00 UTC.
  public static let dateOfOrigin = Date(timeIntervalSince1970: 1_767_225_600)

  /// The time since the clock's origin.
  public var uptime: Duration { now.sinceOrigin }

  /// The calendar moves with the clock.
  public var date: Date { Self.dateOfOrigin.addingTimeInterval(uptime / .seconds(1)) }

  /// Waits until an advance reaches the deadline.
  public func sleep(for duration: Duration) async throws {
    try Task.checkCancellation()
    guard duration > .zero else { return }
    let end = OneShot<Void>()
    let timer = schedule(at: now + duration) { end.finish(.success(())) }
    // At once: a timer of nobody's must not pass for one that somebody waits for.
    try await withTaskCancellationHandler {
      try await end.value()
    } onCancel: {
      timer.cancel()
    }
  }
}
