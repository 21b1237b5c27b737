/// What a listener is handed at a time.
package enum Delivery<Event: StatusEvent>: Sendable {
  case event(Event)
  /// The same event, for the method of its change. By itself, so that an observer that removes
  /// itself in between is not called for it.
  case change(Event)
  /// Closes a turn; all its events.
  case turnEnd([Event])
  case position(PlaybackPosition)
  /// Tells somebody that all before it was heard.
  case barrier(Barrier)
}

/// Resumes whoever waits when it goes away: delivered, or dropped with a listener that is gone.
package final class Barrier: Sendable {
  private let continuation: CheckedContinuation<Void, Never>

  init(_ continuation: CheckedContinuation<Void, Never>) {
    self.continuation = continuation
  }

  deinit {
    continuation.resume()
  }
}

/// One registration: a callback, where it is to run, and what it has still to hear.
final class Listener<Event: StatusEvent>: Sendable {
  /// The callback may capture what is not Sendable. It is safe since it is only ever called by
  /// `drain`, on the isolation that it was registered from, or is itself Sendable.
  private struct Callback: @unchecked Sendable {
    /// Answers whether there is still somebody to call.
    let body: (Delivery<Event>) -> Bool
  }

  let key: ObjectIdentifier
  let positionInterval: Duration?
  let mailbox = Mailbox<Delivery<Event>>()
  private let callback: Callback
  private let isolation: (any Actor)?

  /// Registers a callback that runs on `isolation`.
  init(
    key: ObjectIdentifier,
    positionInterval: Duration?,
    isolation: any Actor,
    body: @escaping (Delivery<Event>) -> Bool
  ) {
    self.key = key
    self.positionInterval = positionInterval?.boundedInterval
    self.isolation = isolation
    callback = Callback(body: body)
  }

  /// Registers a callback that may run anywhere, one call at a time.
  init(
    key: ObjectIdentifier,
    positionInterval: Duration?,
    body: @escaping @Sendable (Delivery<Event>) -> Bool
  ) {
    self.key = key
    self.positionInterval = positionInterval?.boundedInterval
    isolation = nil
    callback = Callback(body: body)
  }

  /// Delivers what is there, unless that is under way.
  ///
  /// - Parameter mayCallHere: whether a callback that may run anywhere may run before this returns,
  ///   which spares waking another thread.
  func flush(mayCallHere: Bool = false) {
    guard mailbox.beginDraining() else { return }
    if mayCallHere, isolation == nil { return drain(on: nil) }
    Task { await drain(on: isolation) }
  }

  /// Returns when the listener has heard what was posted so far, or is gone.
  func heard() async {
    await withCheckedContinuation { continuation in
      mailbox.post(.barrier(Barrier(continuation)))
      flush()
    }
  }

  private func drain(on isolation: isolated (any Actor)?) {
    while let deliveries = mailbox.take() {
      for delivery in deliveries where !mailbox.isClosed {
        if case .barrier = delivery { continue }
        if !callback.body(delivery) { mailbox.close() }
      }
    }
  }
}
