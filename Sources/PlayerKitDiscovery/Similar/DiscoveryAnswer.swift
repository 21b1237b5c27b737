import PlayerKitServices
import PlayerKit

/// What services said, put together.
public struct DiscoveryAnswer<Found: Sendable>: Sendable {
  /// What was found, the best first.
  public internal(set) var found: [Found] = []
  /// The services that answered, also those that had nothing.
  public internal(set) var answered: [CatalogService] = []
  /// The services that could not be asked, and why.
  public internal(set) var failures: [DiscoveryFailure] = []

  /// Whether nobody could answer, though somebody might have.
  public var isUnanswered: Bool { answered.isEmpty && !failures.isEmpty }
}

/// An artist that was found.
public struct ProposedArtist: Sendable {
  /// Who.
  public let artist: ArtistReference
  /// What ties it to the one that was asked about.
  public let tie: ArtistTie
  /// The services that said so.
  public let services: [CatalogService]
}

/// A track that was found.
public struct ProposedTrack: Sendable {
  /// What is played.
  public let track: any Track
  /// Whose it is.
  public let artist: ArtistReference
  /// Why.
  public let reason: DiscoveryReason
}

/// A service that could not be asked.
public struct DiscoveryFailure: Error, Sendable {
  /// Which.
  public let service: CatalogService
  /// Why: a `CatalogError` mostly; of a service that is left alone for a while, the one for which it is.
  public let error: any Error
  /// After how long it is asked again.
  public let retryAfter: Duration
}
