import PlayerKitSystem

/// A client, on the server's thread.
final class MPDConnection: LoopSource {
  /// The maximum number of bytes to send in one turn.
  private static let maximumSent = 1 << 18
  /// The maximum number of answer parts to make in one turn.
  private static let maximumParts = 4
  /// The time limit for sending the password.
  private static let loginTime = Duration.seconds(30)

  let id: Int
  let descriptor: Int32
  /// The worker that serves the client.
  weak var worker: MPDWorker?
  var session = MPDSession()
  var output = MPDOutput()
  /// The task that loads the answer of a command.
  var task: Task<Void, Never>?
  /// The command to run later.
  var delayed: MPDLine?
  /// Whether to close the connection after all output is sent.
  var isLeaving = false
  var lastHeard: SuspendingClock.Instant
  private let connected: SuspendingClock.Instant
  /// The last time at which the client received data, or the first time at which data was ready for
  /// it.
  private var lastTaken: SuspendingClock.Instant
  /// The number of bytes sent in this turn.
  private var sent = 0
  /// The number of answer parts made in this turn.
  private var parts = 0

  init(_ id: Int, _ descriptor: Int32, now: SuspendingClock.Instant) {
    self.id = id
    self.descriptor = descriptor
    lastHeard = now
    connected = now
    lastTaken = now
  }

  var takesActions: Bool { output.isLow && !isLeaving }

  /// Whether the client waits for an answer, or for the rest of one.
  var isBusy: Bool { !session.takesInput || !output.isEmpty }

  /// The events to wait for.
  private var interest: EventLoop.Events {
    var events: EventLoop.Events = []
    if session.takesInput, takesActions { events.insert(.readable) }
    if !output.isEmpty { events.insert(.writable) }
    return events
  }

  var wait: EventLoop.Wait {
    .init(descriptor, for: interest, until: worker.flatMap { deadline($0.timeout) })
  }

  func handle(_ events: EventLoop.Events) {
    // The interest may have changed since the wait.
    worker?.serve(
      self,
      reads: events.contains(.readable) && interest.contains(.readable),
      hasFailed: events.contains(.failed)
    )
  }

  func end() { worker?.close(id) }

  /// Returns the time at which the server closes the connection. `nil` if there is currently no
  /// limit.
  func deadline(_ timeout: Duration) -> SuspendingClock.Instant? {
    let login = session.isAuthorized ? nil : connected + Self.loginTime
    let silence =
      output.isEmpty ? session.isExpected ? lastHeard + timeout : nil : lastTaken + timeout
    return [login, silence].compactMap(\.self).min()
  }

  /// Starts a turn.
  func beginTurn() { (sent, parts) = (0, 0) }

  /// Whether the turn is over. A few bytes of commands can request many long answers.
  var hasHadTurn: Bool { sent >= Self.maximumSent || parts >= Self.maximumParts }

  /// Sends as much as the client currently accepts.
  ///
  /// - Returns: Whether the client is still connected.
  func flush(now: SuspendingClock.Instant) -> Bool {
    while !hasHadTurn {
      let bytes = output.pending()
      parts += 1
      guard !bytes.isEmpty else {
        lastTaken = now
        if output.isEmpty { return true }
        continue
      }
      switch bytes.withUnsafeBytes({ Descriptor.send(descriptor, $0) }) {
      case .bytes(let count):
        output.advance(by: count)
        sent += count
        lastTaken = now
      case .notNow: return true
      case .ended, .failed: return false
      }
    }
    return true
  }
}
