import PlayerKit

/// A connection of a page.
struct PageConnection: Sendable {
  /// Before its first message until this instant.
  var helloUntil: MonotonicInstant?
  var page = ""
  var session = ""
  var role = PageRole.standby
  var isActivated = false
  var isVisible = false
  var adapters: [PagePlayerKind: PageStatus.Adapter] = [:]
  /// The sequence number of its last message.
  var received = 0
  /// The sequence number of the last message to it.
  var sent = 0
  var faults = 0
  var nextPing: MonotonicInstant?
  /// The oldest unanswered ping, and its time.
  var ping: (sequence: Int, sentAt: MonotonicInstant, until: MonotonicInstant)?
  /// Half of the last round trip.
  var delay = Duration.zero
  /// The messages that it may still send at once, at an instant.
  var allowance: (count: Double, at: MonotonicInstant)
  /// The messages that it may send as answers to ours.
  var answers = 0
  /// The time of the last reminder to stop an older load.
  var lastReminder: MonotonicInstant?

  var isWelcome: Bool { helloUntil == nil }

  init(now: MonotonicInstant, helloUntil: MonotonicInstant) {
    self.helloUntil = helloUntil
    allowance = (PageRules.burst, now)
  }

  /// Counts a message. Returns whether the page may send it.
  mutating func spend(now: MonotonicInstant) -> Bool {
    guard answers == 0 else {
      answers -= 1
      return true
    }
    let gained = (now - allowance.at) / .seconds(1) * PageRules.messagesPerSecond
    allowance = (min(allowance.count + gained, PageRules.burst) - 1, now)
    return allowance.count >= 0
  }
}

/// The constants of the protocol.
enum PageRules {
  static let version = 1
  static let maximumPages = 8
  /// Including those that have not sent the credential.
  static let maximumConnections = 32
  static let maximumFaults = 8
  static let messagesPerSecond = 50.0
  static let burst = 200.0
  /// The messages that may follow from a command.
  static let answersPerCommand = 3
  static let hello = Duration.seconds(5)
  static let ping = Duration.seconds(5)
  static let pong = Duration.seconds(8)
  /// A page that hears nothing for this long falls silent.
  static let grace = Duration.seconds(12)
  static let acceptance = Duration.seconds(3)
  static let readiness = Duration.seconds(20)
  static let play = Duration.seconds(8)
  static let pause = Duration.seconds(3)
  static let seek = Duration.seconds(8)
  /// Less than a queue waits for a released load.
  static let silence = Duration.milliseconds(1_500)
  /// The time for a reloaded page to come back.
  static let reload = Duration.seconds(3)
}
