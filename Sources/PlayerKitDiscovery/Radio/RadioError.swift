import MusicCatalog

/// Why a radio has no track at the moment.
public struct RadioError: Error, Sendable {
  /// The kind of failure.
  @nonexhaustive public enum Code: String, Sendable, Hashable {
    /// The services answered, and nobody knows anything to play for this seed.
    case nothingFound
    /// The services could not be asked, or did not answer in time: see ``RadioError/failures``.
    case unavailable
    /// The services answered, and the rules allow none of what was found: too few tracks, or too few artists.
    case exhausted
  }

  /// The kind of failure.
  public let code: Code
  /// The services that could not be asked, and why.
  public let failures: [DiscoveryFailure]

  /// After how long one of them may be asked again; `nil` where nothing is to be hoped for.
  public var retryAfter: Duration? { failures.map(\.retryAfter).min() }
}

extension RadioError: CustomStringConvertible {
  /// The failure in a sentence, with those of the services; without secrets.
  public var description: String {
    let text =
      switch code {
      case .nothingFound: "No service knows what to play for this."
      case .unavailable: "The services that know what to play can't be asked at the moment."
      case .exhausted: "There are not enough tracks, or artists, for a radio."
      }
    let reasons = failures.map { failure in
      "\(failure.service): \((failure.error as? CatalogError)?.message ?? "failed")"
    }
    return ([text] + reasons).joined(separator: " ")
  }
}
