/// What a listener is handed at a time.
package enum ObserverMessage<Event: StatusEvent>: Sendable {
  case event(Event)
  /// The same event, for the method of its change. By itself, so that an observer that removes
  /// itself in between is not called for it.
  case change(Event)
  /// In place of events that the listener was too slow for.
  case snapshot(Event.Status)
  /// Closes a turn; all its events.
  case turnEnd([Event])
  case position(PlaybackPosition)
}

/// What waits for a listener.
package enum PendingDelivery<Event: StatusEvent>: Sendable {
  /// A turn. With a status it is several turns, of which that takes the place of what it can.
  case turn([Event], lagging: Event.Status?)
  case position(PlaybackPosition)
  /// Tells somebody that all before it was heard.
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

  /// One turn in place of all, with what must not be lost; then those who wait for all of it.
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

/// Resumes whoever waits when it goes away: delivered, or dropped with a listener that is gone.
package final class DrainToken: Sendable {
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
    let body: (ObserverMessage<Event>) -> Bool
  }

  /// Where the callback is to run.
  private enum Place: Sendable {
    case anywhere
    case on(Isolation)
  }

  /// Held weakly: the observer may be the actor, and own what it observes. It is safe since a weak
  /// reference may be read on any thread, and nobody but the runtime changes this one.
  private struct Isolation: @unchecked Sendable {
    weak var actor: (any Actor)?
  }

  let key: ObjectIdentifier
  let positionInterval: Duration?
  let mailbox = Mailbox<PendingDelivery<Event>>()
  /// How many turns and positions may wait; `nil`: any number.
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

  /// Registers a callback that may run anywhere, one call at a time.
  ///
  /// - Parameter mayLag: whether a snapshot may take the place of events where it is slow.
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

  /// Takes in a turn. Called under the sender's lock; calls nobody.
  func post(_ events: [Event], status: Event.Status) {
    mailbox.post(.turn(events, lagging: nil)) { pending in
      guard let capacity, pending.count > capacity else { return }
      pending = PendingDelivery.merged(pending, status: status)
    }
  }

  /// Delivers what is there, unless that is under way.
  ///
  /// - Parameter mayCallHere: whether a callback that may run anywhere may run before this returns,
  ///   which spares waking another thread.
  func flush(mayCallHere: Bool = false) {
    guard mailbox.beginDraining() else { return }
    switch place {
    case .anywhere where mayCallHere: drain(on: nil)
    case .anywhere: Task { drain(on: nil) }
    case .on(let isolation):
      // With its isolation the observer is gone, or can't be called any more.
      guard let actor = isolation.actor else { return mailbox.close() }
      Task { await drain(on: actor) }
    }
  }

  /// Returns when the listener has heard what was posted so far, or is gone.
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
