import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A client, on the thread of the server.
final class MPDConnection {
  /// How much is sent before the others have their turn.
  private static let mostSent = 1 << 18
  /// How many parts of answers are made before the others have their turn.
  private static let maximumParts = 4
  /// How long a client may take to send the password.
  private static let loginTime = Duration.seconds(30)

  let id: Int
  let descriptor: Int32
  var session = MPDSession()
  var output = MPDOutput()
  /// Who is asked for the answer of a command.
  var task: Task<Void, Never>?
  /// The command to run later.
  var delayed: MPDLine?
  /// Whether it ends when all is sent.
  var isLeaving = false
  var lastHeard: SuspendingClock.Instant
  private let connected: SuspendingClock.Instant
  /// When it took something last, or was first given something.
  private var lastTaken: SuspendingClock.Instant
  /// How much was sent in this turn.
  private var sent = 0
  /// How many parts were made in this turn.
  private var parts = 0

  init(_ id: Int, _ descriptor: Int32, now: SuspendingClock.Instant) {
    self.id = id
    self.descriptor = descriptor
    lastHeard = now
    connected = now
    lastTaken = now
  }

  var takesActions: Bool { output.isLow && !isLeaving }

  /// What is to be waited for.
  var interest: Int16 {
    var events = 0
    if session.takesInput, takesActions { events |= Int(POLLIN) }
    if !output.isEmpty { events |= Int(POLLOUT) }
    return Int16(events)
  }

  /// When the server gives it up; `nil` if never, as things are.
  func deadline(_ patience: Duration) -> SuspendingClock.Instant? {
    let login = session.isAuthorized ? nil : connected + Self.loginTime
    let silence =
      output.isEmpty ? session.isExpected ? lastHeard + patience : nil : lastTaken + patience
    return [login, silence].compactMap(\.self).min()
  }

  /// Its turn begins.
  func beginTurn() { (sent, parts) = (0, 0) }

  /// Whether it has had its turn. Long answers are many in a few bytes of questions.
  var hasHadTurn: Bool { sent >= Self.mostSent || parts >= Self.maximumParts }

  /// Sends as much as the client takes now.
  ///
  /// - Returns: Whether the client is still there.
  func flush(now: SuspendingClock.Instant) -> Bool {
    while !hasHadTurn {
      let bytes = output.pending()
      parts += 1
      guard !bytes.isEmpty else {
        lastTaken = now
        if output.isEmpty { return true }
        continue
      }
      guard let count = MPDSocket.write(descriptor, bytes) else { return false }
      guard count > 0 else { return true }
      output.advance(by: count)
      sent += count
      lastTaken = now
    }
    return true
  }
}
