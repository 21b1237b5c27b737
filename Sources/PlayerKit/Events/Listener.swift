import PlayerKitSystem

/// A message to a listener.
package enum ObserverMessage<Event: StatusEvent>: Sendable {
  case event(Event)
  /// The same event, for the method of its change. It is a separate message so that an observer
  /// that removes itself in between is not called for it.
  case change(Event)
  /// Replaces events that the listener was too slow for.
  case snapshot(Event.Status)
  /// Closes a turn, with all its events.
  case turnEnd([Event])
  case position(PlaybackPosition)
}

/// A pending delivery to a listener.
package enum PendingDelivery<Event: StatusEvent>: Sendable {
  /// A turn. With a status it is several turns, and the status replaces the events that it can.
  case turn([Event], lagging: Event.Status?)
  case position(PlaybackPosition)
  /// Signals that everything before it was delivered.
  case drain(DrainToken)

  var messages: [ObserverMessage<Event>] {
    switch self {
    case .turn(let events, let status):
      var messages: [ObserverMessage<Event>] = []
      for event in events { messages += [.event(event), .change(event)] }
      if let status { messages.append(.snapshot(status)) }
      return messages + [.turnEnd(events)]
    case .position(let position): return [.position(position)]
    case .drain: return []
    }
  }

  /// Merges all pending turns into one, with the events that must not be lost, followed by the
  /// drain tokens.
  static func merged(_ pending: [PendingDelivery], status: Event.Status) -> [PendingDelivery] {
    var events: [Event] = []
    var tokens: [PendingDelivery] = []
    for item in pending {
      switch item {
      case .turn(let turn, _): events += turn.kept
      case .position: break
      case .drain: tokens.append(item)
      }
    }
    return [.turn(events, lagging: status)] + tokens
  }
}

/// Resumes a waiting task when it is freed: after it was delivered, or dropped with a removed
/// listener.
package final class DrainToken: Sendable {
  private let continuation: CheckedContinuation<Void, Never>

  init(_ continuation: CheckedContinuation<Void, Never>) {
    self.continuation = continuation
  }

  deinit {
    continuation.resume()
  }
}

/// A registration: a callback, its isolation, and its pending deliveries.
final class Listener<Event: StatusEvent>: Sendable {
  /// The callback may capture values that are not `Sendable`. This is safe because only `drain`
  /// calls it, on the isolation that it was registered from, or because it is itself `Sendable`.
  private struct Callback: @unchecked Sendable {
    /// Returns whether the observer still exists.
    let body: (ObserverMessage<Event>) -> Bool
  }

  /// The place where the callback runs.
  private enum Place: Sendable {
    case anywhere
    case on(Isolation)
  }

  /// Held weakly, because the observer may be the actor and own the observed object. This is safe
  /// because a weak reference may be read on any thread, and only the runtime changes this one.
  private struct Isolation: @unchecked Sendable {
    weak var actor: (any Actor)?
  }

  let key: ObjectIdentifier
  let positionInterval: Duration?
  let mailbox = Mailbox<PendingDelivery<Event>>()
  /// The maximum number of pending turns and positions; `nil` for no limit.
  private let capacity: Int?
  private let callback: Callback
  private let place: Place

  /// Registers a callback that runs on `isolation`.
  init(
    _ observer: AnyObject,
    every interval: Duration?,
    isolation: any Actor,
    body: @escaping (ObserverMessage<Event>) -> Bool
  ) {
    key = ObjectIdentifier(observer)
    positionInterval = interval?.boundedInterval
    capacity = Self.defaultCapacity
    place = .on(Isolation(actor: isolation))
    callback = Callback(body: body)
  }

  private static var defaultCapacity: Int { 1_000 }

  /// Registers a callback that may run on any thread, one call at a time.
  ///
  /// - Parameter mayLag: Whether a snapshot may replace events if the callback is slow.
  init(
    _ observer: AnyObject,
    every interval: Duration?,
    mayLag: Bool = true,
    body: @escaping @Sendable (ObserverMessage<Event>) -> Bool
  ) {
    key = ObjectIdentifier(observer)
    positionInterval = interval?.boundedInterval
    capacity = mayLag ? Self.defaultCapacity : nil
    place = .anywhere
    callback = Callback(body: body)
  }

  /// Takes a turn. Called under the sender's lock; calls no listener.
  func post(_ events: [Event], status: Event.Status) {
    mailbox.post(.turn(events, lagging: nil)) { pending in
      guard let capacity, pending.count > capacity else { return }
      pending = PendingDelivery.merged(pending, status: status)
    }
  }

  /// Delivers what is pending, unless a delivery is in progress.
  ///
  /// - Parameter mayCallHere: Whether a callback that may run on any thread may run before this
  ///   returns, which avoids waking another thread.
  func flush(mayCallHere: Bool = false) {
    guard mailbox.beginDraining() else { return }
    switch place {
    case .anywhere where mayCallHere: drain(on: nil)
    case .anywhere: Task(executorPreference: LibraryTasks.executor) { self.drain(on: nil) }
    case .on(let isolation):
      // With its isolation gone, the observer is gone, too, or can't be called any more.
      guard let actor = isolation.actor else { return mailbox.close() }
      Task(executorPreference: LibraryTasks.executor) { await self.drain(on: actor) }
    }
  }

  /// Returns when the listener has received everything posted so far, or is gone.
  func heard() async {
    await withCheckedContinuation { continuation in
      mailbox.post(.drain(DrainToken(continuation)))
      flush()
    }
  }

  private func drain(on isolation: isolated (any Actor)?) {
    while let pending = mailbox.take() {
      for message in pending.lazy.flatMap({ $0.messages }) where !mailbox.isClosed {
        if !callback.body(message) { mailbox.close() }
      }
    }
  }
}
