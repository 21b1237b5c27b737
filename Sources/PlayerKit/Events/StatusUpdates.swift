import PlayerKitSystem

/// An element of ``StatusUpdates``.
public enum StatusUpdate<Event: StatusEvent>: Sendable {
  /// The whole status: as the first element, and, with `isLagging`, as a replacement of events that
  /// the reader was too slow for. Transitions, failures, ends, sections, position jumps and
  /// completed seeks are not replaced: they come before the snapshot, in order.
  case snapshot(Event.Status, isLagging: Bool)
  /// An event.
  case event(Event)

  /// The status of the element.
  public var status: Event.Status {
    switch self {
    case .snapshot(let status, _): status
    case .event(let event): event.status
    }
  }

  /// Whether a later snapshot can replace it.
  fileprivate var isReplaceable: Bool {
    switch self {
    case .snapshot(_, let isLagging): isLagging
    case .event(let event): event.isCoalescible
    }
  }
}

/// The events of a player or queue as an `AsyncSequence`, for one reader.
///
/// The current status comes first, then every event in order. If more than 256 events wait for the
/// reader, one snapshot replaces them, except for transitions, failures, ends, sections, position
/// jumps and completed seeks. The sequence ends with the player, and when the reading task is
/// canceled.
public struct StatusUpdates<Event: StatusEvent>: AsyncSequence, Sendable {
  /// A status or event.
  public typealias Element = StatusUpdate<Event>

  let buffer: StreamBuffer<Event>
  /// Removes the buffer from the source when no reader is left.
  let lifetime: ObserverToken

  /// Returns an iterator. Iterators of the same sequence share its elements.
  public func makeAsyncIterator() -> Iterator {
    Iterator(sequence: self)
  }

  /// An iterator over ``StatusUpdates``.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let sequence: StatusUpdates

    /// Returns the next element; `nil` at the end, or if the task is canceled.
    public mutating func next() async -> StatusUpdate<Event>? {
      await sequence.buffer.next()
    }
  }
}

/// The pending elements of one reader. Memory is bounded except for events that are never left out.
final class StreamBuffer<Event: StatusEvent>: Sendable {
  private typealias Reader = CheckedContinuation<StatusUpdate<Event>?, Never>

  private struct State {
    private(set) var pending: [StatusUpdate<Event>]
    /// The number of pending elements that a snapshot can replace.
    private var replaceable = 0
    var reader: Reader?
    var isFinished = false

    init(pending: [StatusUpdate<Event>]) {
      self.pending = pending
    }

    mutating func append(_ events: [Event]) {
      pending += events.map { .event($0) }
      replaceable += events.count { $0.isCoalescible }
      guard replaceable > StreamBuffer.capacity, let last = events.last else { return }
      pending.removeAll(where: \.isReplaceable)
      pending.append(.snapshot(last.status, isLagging: true))
      replaceable = 1
    }

    mutating func takeFirst() -> StatusUpdate<Event>? {
      guard !pending.isEmpty else { return nil }
      let first = pending.removeFirst()
      if first.isReplaceable { replaceable -= 1 }
      return first
    }
  }

  static var capacity: Int { 256 }

  private let state: Locked<State>

  init(first: Event.Status) {
    state = Locked(State(pending: [.snapshot(first, isLagging: false)]))
  }

  /// Takes events. Wakes no reader, because it is called under the sender's lock.
  func post(_ events: [Event]) {
    state.withLock { state in
      if !state.isFinished { state.append(events) }
    }
  }

  func finish() {
    state.withLock { $0.isFinished = true }
  }

  /// Wakes the reader if there is an element for it.
  func flush() {
    let wake = state.withLock { state -> (Reader, StatusUpdate<Event>?)? in
      guard let reader = state.reader else { return nil }
      guard !state.pending.isEmpty || state.isFinished else { return nil }
      state.reader = nil
      return (reader, state.takeFirst())
    }
    if let (reader, update) = wake { reader.resume(returning: update) }
  }

  func next() async -> StatusUpdate<Event>? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { reader in
        let displaced = state.withLock { state in
          defer { state.reader = reader }
          return state.reader
        }
        displaced?.resume(returning: nil)
        if Task.isCancelled { finish() }
        flush()
      }
    } onCancel: {
      finish()
      flush()
    }
  }
}
