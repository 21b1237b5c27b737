import Foundation
import Locking
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
    let sleeper = Sleeper()
    let timer = schedule(at: now + duration) { sleeper.finish(.success(())) }
    try await withTaskCancellationHandler {
      try await sleeper.value()
    } onCancel: {
      timer.cancel()
      sleeper.finish(.failure(CancellationError()))
    }
  }
}

/// One wait, ended once from any thread, before or after somebody waits.
private final class Sleeper: Sendable {
  private enum State {
    case idle
    case waiting(CheckedContinuation<Void, any Error>)
    case finished(Result<Void, any Error>)
  }

  private let state = Locked(State.idle)

  func value() async throws {
    try await withCheckedThrowingContinuation { continuation in
      let result = state.withLock { state -> Result<Void, any Error>? in
        switch state {
        case .idle, .waiting:
          state = .waiting(continuation)
          return nil
        case .finished(let result):
          return result
        }
      }
      if let result { continuation.resume(with: result) }
    }
  }

  func finish(_ result: Result<Void, any Error>) {
    let waiting = state.withLock { state -> CheckedContinuation<Void, any Error>? in
      switch state {
      case .idle:
        state = .finished(result)
        return nil
      case .waiting(let continuation):
        state = .finished(result)
        return continuation
      case .finished:
        return nil
      }
    }
    waiting?.resume(with: result)
  }
}
