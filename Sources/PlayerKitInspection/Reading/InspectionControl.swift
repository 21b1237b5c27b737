import PlayerKit
import PlayerKitSystem

/// Ends an inspection early if it is cancelled or takes too long.
final class InspectionControl: Sendable {
  private struct State {
    var bytes: MediaBytes?
    var failure: PlayerError?
    var isOver = false
  }

  private let state = Locked(State())

  /// Cancels the inspection. Safe on any thread. Only the first reason counts.
  func cancel(_ reason: PlayerError) {
    let bytes = state.withLock { state -> MediaBytes? in
      guard !state.isOver else { return nil }
      state.failure = state.failure ?? reason
      return state.bytes
    }
    bytes?.cancel()
  }

  /// Runs `body`. If the inspection was cancelled, throws the reason.
  func run<Value>(
    _ bytes: MediaBytes,
    _ body: () throws(PlayerError) -> Value
  ) throws(PlayerError) -> Value {
    let early = state.withLock { state in
      state.bytes = bytes
      return state.failure
    }
    if let early { throw early }
    do throws(PlayerError) {
      let value = try body()
      if let failure = state.withLock(\.failure) { throw failure }
      return value
    } catch {
      throw state.withLock(\.failure) ?? error
    }
  }

  /// Marks the inspection as finished, so that it cannot be cancelled any more.
  func end() {
    state.withLock { state in
      state.isOver = true
      state.bytes = nil
    }
  }
}
