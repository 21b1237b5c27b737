import PlayerKit

/// The status of a connection to a bus.
enum DBusLinkStatus: Sendable, Hashable {
  /// Not started, or connecting.
  case connecting
  /// Connected, with this unique name.
  case up(name: String)
  /// Not connected. The connection is retried later, unless the error is permanent.
  case down(DBusError)
  /// Closed by us, for good.
  case closed
}

/// Decides when to connect and reconnect. Pure.
struct DBusLinkStateMachine {
  enum Action: Hashable {
    /// Start to connect.
    case open
    /// Drop the connection. All waiting calls fail.
    case release(DBusError)
    /// Restore all names, objects and matches on the new connection.
    case restore
    /// Retry after this time.
    case retry(after: Duration)
    case tell(DBusLinkStatus)
  }

  private enum State {
    case idle
    case connecting(failures: Int)
    case up(String)
    case waiting(failures: Int)
    /// The environment names no bus.
    case hopeless
    case closed
  }

  private var state = State.idle
  let firstDelay: Duration
  let longestDelay: Duration

  init(firstDelay: Duration, longestDelay: Duration) {
    self.firstDelay = firstDelay
    self.longestDelay = longestDelay
  }

  /// Whether messages can be sent.
  var isUp: Bool {
    switch state {
    case .up: true
    case .idle, .connecting, .waiting, .hopeless, .closed: false
    }
  }

  mutating func start() -> [Action] {
    switch state {
    case .idle:
      state = .connecting(failures: 0)
      return [.open]
    case .connecting, .up, .waiting, .hopeless, .closed:
      return []
    }
  }

  /// The bus has accepted the connection.
  mutating func ready(as name: String) -> [Action] {
    switch state {
    case .connecting:
      state = .up(name)
      return [.restore, .tell(.up(name: name))]
    case .idle, .up, .waiting, .hopeless, .closed:
      return []
    }
  }

  /// The bus can't be reached, or the connection was lost.
  mutating func lost(_ error: DBusError) -> [Action] {
    switch state {
    case .connecting where error == .noBus:
      state = .hopeless
      return [.release(error), .tell(.down(error))]
    case .connecting(let failures):
      return wait(failures + 1, error)
    case .up:
      return wait(0, error)
    case .idle, .waiting, .hopeless, .closed:
      return []
    }
  }

  /// The delay before the retry has passed.
  mutating func retryDue() -> [Action] {
    switch state {
    case .waiting(let failures):
      state = .connecting(failures: failures)
      return [.open]
    case .idle, .connecting, .up, .hopeless, .closed:
      return []
    }
  }

  mutating func close() -> [Action] {
    switch state {
    case .idle, .connecting, .up, .waiting, .hopeless:
      state = .closed
      return [.release(.disconnected), .tell(.closed)]
    case .closed:
      return []
    }
  }

  private mutating func wait(_ failures: Int, _ error: DBusError) -> [Action] {
    state = .waiting(failures: failures)
    let delay = firstDelay.doubled(failures, upTo: longestDelay)
    return [.release(error), .tell(.down(error)), .retry(after: delay)]
  }
}
