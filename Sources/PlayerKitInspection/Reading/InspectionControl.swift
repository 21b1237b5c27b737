import PlayerKitSystem
import PlayerKit

/// Ends an inspection early: where it is cancelled, and where it takes too long.
final class InspectionControl: Sendable {
  private struct State {
    var bytes: MediaBytes?
    var failure: PlayerError?
    var isOver = false
  }

  private let state = Locked(State())

  /// Any thread; the first reason holds.
  func cancel(_ reason: PlayerError) {
    let bytes = state.withLock { state -> MediaBytes? in
      guard !state.isOver else { return nil }
      state.failure = state.failure ?? reason
      return state.bytes
    }
    bytes?.cancel()
  }

  /// Runs `body`. Where the reading was ended early, it throws the reason of the end.
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

  /// Nothing is left to end.
  func end() {
    state.withLock { state in
      state.isOver = true
      state.bytes = nil
    }
  }
}
