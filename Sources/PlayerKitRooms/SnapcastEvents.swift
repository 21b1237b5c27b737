import PlayerKitSystem

/// The events of a snapserver for one listener. The sequence ends when the client is closed.
///
/// Each iterator listens from its creation until its release. The first element is the status, or
/// the reason for its absence. If 1,000 events wait, the listener loses them. It then gets
/// ``SnapcastEvent/missed`` and the whole status.
public struct SnapcastEvents: AsyncSequence, Sendable {
  /// The type of the elements.
  public typealias Element = SnapcastEvent

  let listen: @Sendable () -> Buffer

  /// Starts listening.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(buffer: listen())
  }

  /// Returns one event after another.
  public struct AsyncIterator: AsyncIteratorProtocol {
    let buffer: Buffer
    private let end: End

    init(buffer: Buffer) {
      self.buffer = buffer
      end = End(buffer)
    }

    /// Returns the next event. `nil` if the client is closed or the task is canceled.
    public mutating func next() async -> SnapcastEvent? {
      await buffer.next()
    }

    /// Stops listening when the last copy of the iterator is released.
    private final class End: Sendable {
      private let buffer: Buffer

      init(_ buffer: Buffer) { self.buffer = buffer }

      deinit { buffer.end() }
    }
  }

  /// The waiting events of one listener.
  final class Buffer: Sendable {
    static let limit = 1_000

    private struct State {
      var events: [SnapcastEvent] = []
      var waiting: CheckedContinuation<SnapcastEvent?, Never>?
      var isFinished = false
      var hasMissed = false
      var onEnd: @Sendable () -> Void = {}
      var onCaughtUp: @Sendable () -> Void = {}
    }

    private let state = Locked(State())

    func onEnd(_ body: @escaping @Sendable () -> Void) {
      state.withLock { $0.onEnd = body }
    }

    /// Sets a closure that runs after events were dropped and the listener has received that
    /// notice.
    func onCaughtUp(_ body: @escaping @Sendable () -> Void) {
      state.withLock { $0.onCaughtUp = body }
    }

    func add(_ event: SnapcastEvent) {
      let waiting = state.withLock { state -> CheckedContinuation<SnapcastEvent?, Never>? in
        guard !state.isFinished, !state.hasMissed else { return nil }
        if let waiting = state.waiting {
          state.waiting = nil
          return waiting
        }
        if state.events.count < Self.limit {
          state.events.append(event)
        } else {
          state.events = [.missed]
          state.hasMissed = true
        }
        return nil
      }
      waiting?.resume(returning: event)
    }

    func next() async -> SnapcastEvent? {
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          let (event, onCaughtUp) = state.withLock {
            state -> (SnapcastEvent??, (@Sendable () -> Void)?) in
            if !state.events.isEmpty {
              let event = state.events.removeFirst()
              guard state.hasMissed else { return (event, nil) }
              state.hasMissed = false
              return (event, state.onCaughtUp)
            }
            if state.isFinished || Task.isCancelled { return (.some(nil), nil) }
            // An iterator belongs to one task. The wait of another task ends here.
            let other = state.waiting
            state.waiting = continuation
            other?.resume(returning: nil)
            return (nil, nil)
          }
          onCaughtUp?()
          if let event { continuation.resume(returning: event) }
        }
      } onCancel: {
        takeWaiting()?.resume(returning: nil)
      }
    }

    func finish() {
      state.withLock { $0.isFinished = true }
      takeWaiting()?.resume(returning: nil)
    }

    func end() {
      finish()
      state.withLock { $0.onEnd }()
    }

    private func takeWaiting() -> CheckedContinuation<SnapcastEvent?, Never>? {
      state.withLock { state in
        defer { state.waiting = nil }
        return state.waiting
      }
    }
  }
}
