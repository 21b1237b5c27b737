import PlayerKitServices

/// What to do where a service does not take what it is told. Pure.
struct ScrobblerStateMachine: Sendable, Equatable {
  enum Decision: Sendable, Equatable {
    /// At once, with a smaller batch.
    case again
    case wait(Duration)
    /// Until there is another sign-in.
    case halt
    /// The play can't be told, ever.
    case refuse(reason: String)
  }

  static let shortestPause = Duration.seconds(5)
  static let longestPause = Duration.seconds(900)
  static let day = Duration.seconds(86_400)

  private(set) var isHalted = false
  private var failures = 0
  /// How many may go one by one, since a batch with them was refused.
  private var singles = 0

  func batchSize(of most: Int) -> Int { singles > 0 ? 1 : max(most, 1) }

  mutating func succeeded() {
    failures = 0
    singles = max(singles - 1, 0)
  }

  /// The service takes some plays later.
  ///
  /// - Parameters:
  ///   - asked: after how long, where it says so; else on the next day.
  ///   - now: seconds since 1970.
  func postponed(_ asked: Duration?, now: Double) -> Decision {
    guard let asked else {
      let seconds = now.isFinite ? now.truncatingRemainder(dividingBy: 86_400) : 0
      // A day of the service's may end later than one of Greenwich's, but not be asked about for ever at its end.
      return .wait(max(Self.day - .seconds(seconds), Self.longestPause))
    }
    return .wait(min(max(asked, Self.shortestPause), Self.day))
  }

  /// - Parameter count: how many plays were told.
  mutating func failed(_ error: any Error, count: Int) -> Decision {
    if let refusal = error as? ScrobbleRefusal { return refused(refusal.reason, count: count) }
    guard let error = error as? CatalogError else { return wait(nil) }
    guard Self.signInCodes.contains(error.code), error.isServicesOwn else {
      return wait(error.retryAfter)
    }
    isHalted = true
    return .halt
  }

  /// The service takes a batch in no form like this, or does not say what became of each play.
  mutating func refused(_ reason: String, count: Int) -> Decision {
    failures = 0
    guard count == 1 else {
      // One of them is not as the service wants it.
      singles = count
      return .again
    }
    singles = max(singles - 1, 0)
    return .refuse(reason: reason)
  }

  private mutating func wait(_ asked: Duration?) -> Decision {
    let pause = min(Self.shortestPause * (1 << min(failures, 10)), Self.longestPause)
    failures += 1
    return .wait(max(pause, min(asked ?? .zero, Self.day)))
  }

  private static let signInCodes: Set<CatalogError.Code> = [
    .unauthorized, .missingCredential, .invalidCredential, .signInRequired, .forbidden,
  ]
}

extension CatalogError {
  /// Whether it is the client's or the service's own word, and not the status of whoever answered in its place: a
  /// proxy, a hotspot's page, another server at an old address.
  fileprivate var isServicesOwn: Bool { httpStatus == nil || !details.isEmpty }
}
