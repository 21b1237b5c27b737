import MusicCatalog

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

  private(set) var isHalted = false
  private var failures = 0
  /// How many may go one by one, since a batch with them was refused.
  private var singles = 0

  func batchSize(of most: Int) -> Int { singles > 0 ? 1 : max(most, 1) }

  mutating func succeeded() {
    failures = 0
    singles = max(singles - 1, 0)
  }

  /// - Parameter count: how many plays were told.
  mutating func failed(_ error: any Error, count: Int) -> Decision {
    guard let error = error as? CatalogError else { return wait(nil) }
    if Self.signInCodes.contains(error.code) {
      isHalted = true
      return .halt
    }
    guard !error.isRetryable, Self.finalCodes.contains(error.code), Self.isOfPlays(error) else {
      return wait(error.retryAfter)
    }
    failures = 0
    guard count == 1 else {
      // One of them is not as the service wants it.
      singles = count
      return .again
    }
    singles = max(singles - 1, 0)
    return .refuse(reason: error.message)
  }

  private mutating func wait(_ asked: Duration?) -> Decision {
    let pause = min(Self.shortestPause * (1 << min(failures, 10)), Self.longestPause)
    failures += 1
    return .wait(max(pause, min(asked ?? .zero, .seconds(86_400))))
  }

  /// Whether an error is about what was told. Who is in between, such as a proxy, and an address that is not the
  /// service's any more, refuse too: that says nothing of a play.
  private static func isOfPlays(_ error: CatalogError) -> Bool {
    guard let status = error.httpStatus else { return true }
    return !error.details.isEmpty || finalStatuses.contains(status)
  }

  /// Bad request, too large, not to be processed.
  private static let finalStatuses: Set<Int> = [400, 413, 422]
  private static let signInCodes: Set<CatalogError.Code> = [
    .unauthorized, .missingCredential, .invalidCredential, .signInRequired, .forbidden,
  ]
  private static let finalCodes: Set<CatalogError.Code> = [
    .badRequest, .notFound, .invalidArgument,
  ]
}
