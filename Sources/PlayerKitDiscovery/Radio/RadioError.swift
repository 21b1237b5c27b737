import PlayerKitServices

/// The reason why a radio currently has no track.
public struct RadioError: Error, Sendable {
  /// The kind of a ``RadioError``.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The stable name.
    public let rawValue: String

    /// Makes a code from its stable name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The services answered, but none of them knows a track to play.
    public static let nothingFound = Code(rawValue: "nothingFound")
    /// The services failed or did not answer in time. See ``RadioError/failures``.
    public static let unavailable = Code(rawValue: "unavailable")
    /// The services answered, but the rules allow too few of the tracks or artists.
    public static let exhausted = Code(rawValue: "exhausted")
  }

  /// The kind of failure. The set is open: switch with a `default`.
  public let code: Code
  /// The services that could not answer, and the reasons.
  public let failures: [DiscoveryFailure]

  /// The time after which one of the services may be asked again. `nil` if there is no point in
  /// waiting.
  public var retryAfter: Duration? { failures.map(\.retryAfter).min() }
}

extension RadioError: CustomStringConvertible {
  /// The description of the error, with the services' failures, in English. Contains no secrets.
  public var message: String {
    let text =
      switch code {
      case .nothingFound: "No service knows tracks for this. Choose another start."
      case .unavailable: "The services can't be asked for tracks at the moment. Try again later."
      default: "There are not enough tracks or artists for a radio. Choose another start."
      }
    let reasons = failures.map { failure in
      "\(failure.service): \((failure.error as? CatalogError)?.message ?? "failed")"
    }
    return ([text] + reasons).joined(separator: " ")
  }

  /// The code and the message.
  public var description: String { "\(code.rawValue): \(message)" }
}
