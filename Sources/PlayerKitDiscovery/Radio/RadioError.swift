import PlayerKitServices

/// Why a radio has no track at the moment.
public struct RadioError: Error, Sendable {
  /// The kind of a ``RadioError``.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The stable name.
    public let rawValue: String

    /// Makes a code from its stable name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The services answered, and none of them knows a track to play.
    public static let nothingFound = Code(rawValue: "nothingFound")
    /// The services failed, or did not answer in time: see ``RadioError/failures``.
    public static let unavailable = Code(rawValue: "unavailable")
    /// The services answered, and the rules allow too few of the tracks or artists.
    public static let exhausted = Code(rawValue: "exhausted")
  }

  /// The kind of failure. The set is open: switch with a `default`.
  public let code: Code
  /// The services that could not be asked, and why.
  public let failures: [DiscoveryFailure]

  /// After how long one of them may be asked again; `nil` where nothing is to be hoped for.
  public var retryAfter: Duration? { failures.map(\.retryAfter).min() }
}

extension RadioError: CustomStringConvertible {
  /// What happened, with the failures of the services, for people; in English, without secrets.
  public var message: String {
    let text =
      switch code {
      case .nothingFound: "No service knows what to play for this."
      case .unavailable: "The services that know what to play can't be asked at the moment."
      default: "There are not enough tracks, or artists, for a radio."
      }
    let reasons = failures.map { failure in
      "\(failure.service): \((failure.error as? CatalogError)?.message ?? "failed")"
    }
    return ([text] + reasons).joined(separator: " ")
  }

  /// Code and message.
  public var description: String { "\(code.rawValue): \(message)" }
}
