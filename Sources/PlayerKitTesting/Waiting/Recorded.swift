import PlayerKitSystem
import PlayerKit

/// Remembers what happened, in order, and wakes who waits for it.
///
/// All methods may be called on any thread.
public final class Recorded<Element: Sendable>: Sendable {
  private struct State {
    var elements: [Element] = []
    var listeners: [Int: AsyncStream<[Element]>.Continuation] = [:]
    var listenersAdded = 0
  }

  private let state = Locked(State())

  /// Makes an empty recording.
  public init() {}

  /// All that was recorded up to now, the oldest first.
  public var elements: [Element] { state.withLock { $0.elements } }

  /// Adds an element and wakes who waits.
  public func append(_ element: Element) {
    state.withLock { state in
      state.elements.append(element)
      // Under the lock, so that listeners see the recording grow only. Yielding calls nobody back.
      for listener in state.listeners.values { listener.yield(state.elements) }
    }
  }

  /// The whole recording now and after each change. A slow reader skips to the newest. Does not end
  /// by itself.
  public var snapshots: AsyncStream<[Element]> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: [Element].self,
      bufferingPolicy: .bufferingNewest(1)
    )
    let number = state.withLock { state in
      state.listenersAdded += 1
      state.listeners[state.listenersAdded] = continuation
      continuation.yield(state.elements)
      return state.listenersAdded
    }
    continuation.onTermination = { [weak self] _ in self?.removeListener(number) }
    return stream
  }

  /// Waits until `condition` holds of the whole recording, with a limit in real time.
  ///
  /// - Returns: the recording at that moment.
  /// - Throws: ``WaitFailure`` that names `what` and shows the recording; `CancellationError`.
  @discardableResult
  public func wait(
    for what: String,
    timeout: Duration = .seconds(30),
    until condition: @escaping @Sendable ([Element]) throws -> Bool
  ) async throws -> [Element] {
    try await waitUntil(what, in: snapshots, timeout: timeout, condition)
  }

  private func removeListener(_ number: Int) {
    _ = state.withLock { $0.listeners.removeValue(forKey: number) }
  }
}
