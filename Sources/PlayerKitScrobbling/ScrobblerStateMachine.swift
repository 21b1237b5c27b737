import PlayerKit
import PlayerKitServices

/// Decides what to do if a service does not accept plays. Pure.
struct ScrobblerStateMachine: Sendable, Equatable {
  enum Decision: Sendable, Equatable {
    /// Send at once, with a smaller batch.
    case again
    case wait(Duration)
    /// Stop until there is another sign-in.
    case halt
    /// The play can never be sent.
    case refuse(reason: String)
  }

  static let shortestPause = Duration.seconds(5)
  static let longestPause = Duration.seconds(900)
  static let day = Duration.seconds(86_400)

  private(set) var isHalted = false
  private var failures = 0
  /// How many plays are still sent one by one, because a batch with them was refused.
  private var singles = 0

  func batchSize(of most: Int) -> Int { singles > 0 ? 1 : max(most, 1) }

  mutating func succeeded() {
    failures = 0
    singles = max(singles - 1, 0)
  }

  /// The service accepts some plays only later.
  ///
  /// - Parameters:
  ///   - asked: The time to wait, or `nil` for the next day.
  ///   - now: Seconds since 1970.
  func postponed(_ asked: Duration?, now: Double) -> Decision {
    guard let asked else {
      let seconds = now.isFinite ? now.truncatingRemainder(dividingBy: 86_400) : 0
      // The service's day may end later than a UTC day. The minimum pause avoids constant requests
      // near midnight.
      return .wait(max(Self.day - .seconds(seconds), Self.longestPause))
    }
    return .wait(min(max(asked, Self.shortestPause), Self.day))
  }

  /// - Parameter count: The number of plays that were sent.
  mutating func failed(_ error: any Error, count: Int) -> Decision {
    if let refusal = error as? ScrobbleRefusal { return refused(refusal.reason, count: count) }
    guard let error = error as? CatalogError else { return wait(nil) }
    guard Self.signInCodes.contains(error.code), error.isServicesOwn else {
      return wait(error.retryAfter)
    }
    isHalted = true
    return .halt
  }

  /// The service refuses a batch in this form, or gives no verdict about each play.
  mutating func refused(_ reason: String, count: Int) -> Decision {
    failures = 0
    guard count == 1 else {
      // One of the plays is invalid, so each is sent alone.
      singles = count
      return .again
    }
    singles = max(singles - 1, 0)
    return .refuse(reason: reason)
  }

  private mutating func wait(_ asked: Duration?) -> Decision {
    let pause = Self.shortestPause.doubled(failures, upTo: Self.longestPause)
    failures += 1
    return .wait(max(pause, min(asked ?? .zero, Self.day)))
  }

  private static let signInCodes: Set<CatalogError.Code> = [
    .unauthorized, .missingCredential, .invalidCredential, .signInRequired, .forbidden,
  ]
}

extension CatalogError {
  /// Whether the error comes from the client or the service itself, and not from a proxy, a
  /// hotspot's page, or another server at an old address.
  fileprivate var isServicesOwn: Bool { httpStatus == nil || !details.isEmpty }
}
