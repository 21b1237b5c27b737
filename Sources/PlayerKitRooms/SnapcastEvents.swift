import PlayerKitSystem

/// What a snapserver tells, for one who listens: an endless sequence that ends with the client.
///
/// Each iterator listens from when it is made to when it is dropped. First of all comes the status, or
/// the reason why there is none. A listener that lets 1,000 events wait loses them; it gets
/// ``SnapcastEvent/missed`` and then the whole status.
public struct SnapcastEvents: AsyncSequence, Sendable {
  /// What it gives.
  public typealias Element = SnapcastEvent

  let listen: @Sendable () -> Buffer

  /// Begins to listen.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(buffer: listen())
  }

  /// Gives one event after the other.
  public struct AsyncIterator: AsyncIteratorProtocol {
    let buffer: Buffer
    private let end: End

    init(buffer: Buffer) {
      self.buffer = buffer
      end = End(buffer)
    }

    /// The next event; `nil` once the client is closed, or the task cancelled.
    public mutating func next() async -> SnapcastEvent? {
      await buffer.next()
    }

    /// Ends listening with the last copy of the iterator.
    private final class End: Sendable {
      private let buffer: Buffer

      init(_ buffer: Buffer) { self.buffer = buffer }

      deinit { buffer.end() }
    }
  }

  /// The events that wait for one listener.
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

    /// Called where events were dropped, and the listener has got to know.
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
            // One iterator has one task; another one's wait ends here.
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
