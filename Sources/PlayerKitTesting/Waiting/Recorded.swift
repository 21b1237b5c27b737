import PlayerKit
import PlayerKitSystem

/// A recording of values, in order, that tests can wait on.
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

  /// All elements recorded so far, the oldest first.
  public var elements: [Element] { state.withLock { $0.elements } }

  /// Appends an element and wakes the waiting tasks.
  public func append(_ element: Element) {
    state.withLock { state in
      state.elements.append(element)
      // Under the lock, so that listeners see only a growing recording. Yielding makes no
      // callbacks.
      for listener in state.listeners.values { listener.yield(state.elements) }
    }
  }

  /// The whole recording now and after each change. A slow reader skips to the newest value. The
  /// stream does not end by itself.
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

  /// Waits until the recording meets `condition`, with a time limit in real time.
  ///
  /// - Returns: The recording at that moment.
  /// - Throws: A ``WaitFailure`` that names `what` and shows the recording; `CancellationError`.
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
