import PlayerKit
import PlayerKitServices

/// The merged answers of services.
public struct DiscoveryAnswer<Found: Sendable>: Sendable {
  /// The results, the best first.
  public internal(set) var found: [Found] = []
  /// The services that answered, including those without results.
  public internal(set) var answered: [CatalogService] = []
  /// The services that could not answer, and the reasons.
  public internal(set) var failures: [DiscoveryFailure] = []

  /// Whether no service could answer and at least one failed.
  public var isUnanswered: Bool { answered.isEmpty && !failures.isEmpty }
}

/// A proposed artist.
public struct ProposedArtist: Sendable {
  /// The artist.
  public let artist: ArtistReference
  /// The relation to the requested artist.
  public let tie: ArtistTie
  /// The services that proposed the artist.
  public let services: [CatalogService]
}

/// A proposed track.
public struct ProposedTrack: Sendable {
  /// The track.
  public let track: any Track
  /// The artist of the track.
  public let artist: ArtistReference
  /// The reason of the proposal.
  public let reason: DiscoveryReason
}

/// The failure of a service.
public struct DiscoveryFailure: Error, Sendable {
  /// The service.
  public let service: CatalogService
  /// The error, usually a `CatalogError`. If the service is left alone for a while, the error that
  /// caused it.
  public let error: any Error
  /// The time after which the service is asked again.
  public let retryAfter: Duration
}
