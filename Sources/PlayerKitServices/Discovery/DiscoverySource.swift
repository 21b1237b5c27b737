import PlayerKit

/// A service's recommendations. Each result lists the best first. Scores of different services are
/// not comparable, but ranks are.
///
/// A property is `nil` if the service cannot answer that kind of question. By default, it is the
/// source itself if the source conforms to the property's protocol. May be used on any thread, any
/// number of times at once. A call ends soon after its task is canceled. The service learns the
/// subject of the question: an artist, a track, a genre.
public protocol DiscoverySource: Sendable {
  /// The service.
  var service: CatalogService { get }
  /// Finds similar artists.
  var similarArtists: (any SimilarArtistsSource)? { get }
  /// Finds similar tracks.
  var similarTracks: (any SimilarTracksSource)? { get }
  /// Finds an artist's popular tracks.
  var artistTracks: (any ArtistTracksSource)? { get }
  /// Lists all recordings of an artist.
  var artistRecordings: (any ArtistRecordingsSource)? { get }
  /// Mixes tracks of an artist and similar artists.
  var artistMixes: (any ArtistMixSource)? { get }
  /// Finds popular tracks of a genre.
  var genreTracks: (any GenreTracksSource)? { get }
  /// Finds recommendations for the user.
  var recommendations: (any RecommendationsSource)? { get }
}

extension DiscoverySource {
  /// `nil` by default.
  public var similarArtists: (any SimilarArtistsSource)? { nil }
  /// `nil` by default.
  public var similarTracks: (any SimilarTracksSource)? { nil }
  /// `nil` by default.
  public var artistTracks: (any ArtistTracksSource)? { nil }
  /// `nil` by default.
  public var artistRecordings: (any ArtistRecordingsSource)? { nil }
  /// `nil` by default.
  public var artistMixes: (any ArtistMixSource)? { nil }
  /// `nil` by default.
  public var genreTracks: (any GenreTracksSource)? { nil }
  /// `nil` by default.
  public var recommendations: (any RecommendationsSource)? { nil }
}

extension DiscoverySource where Self: SimilarArtistsSource {
  /// This source by default.
  public var similarArtists: (any SimilarArtistsSource)? { self }
}

extension DiscoverySource where Self: SimilarTracksSource {
  /// This source by default.
  public var similarTracks: (any SimilarTracksSource)? { self }
}

extension DiscoverySource where Self: ArtistTracksSource {
  /// This source by default.
  public var artistTracks: (any ArtistTracksSource)? { self }
}

extension DiscoverySource where Self: ArtistRecordingsSource {
  /// This source by default.
  public var artistRecordings: (any ArtistRecordingsSource)? { self }
}

extension DiscoverySource where Self: ArtistMixSource {
  /// This source by default.
  public var artistMixes: (any ArtistMixSource)? { self }
}

extension DiscoverySource where Self: GenreTracksSource {
  /// This source by default.
  public var genreTracks: (any GenreTracksSource)? { self }
}

extension DiscoverySource where Self: RecommendationsSource {
  /// This source by default.
  public var recommendations: (any RecommendationsSource)? { self }
}

/// How two artists are related.
@nonexhaustive public enum ArtistTie: String, Sendable, Hashable, Codable {
  /// Listeners of one artist also listen to the other.
  case similar
  /// The artists work together, for example as members of a band.
  case related
}

/// Finds artists similar to another one.
public protocol SimilarArtistsSource: Sendable {
  /// How the artists found are related to the given one.
  var tie: ArtistTie { get }

  /// Returns similar artists. Empty if the service does not know the artist.
  ///
  /// - Throws: `CatalogError`, `CancellationError`.
  func artists(like artist: ArtistReference, limit: Int) async throws -> [ArtistReference]
}

extension SimilarArtistsSource {
  /// `similar` by default.
  public var tie: ArtistTie { .similar }
}

/// Finds tracks similar to another one.
public protocol SimilarTracksSource: Sendable {
  /// Returns similar tracks. Empty if the service does not know the track.
  ///
  /// - Throws: `CatalogError`, `CancellationError`.
  func tracks(like track: TrackMetadata, limit: Int) async throws -> [DiscoveredTrack]
}

/// Finds an artist's popular tracks.
public protocol ArtistTracksSource: Sendable {
  /// Returns the most played tracks. Empty if the service does not know the artist.
  ///
  /// - Throws: `CatalogError`, `CancellationError`.
  func tracks(by artist: ArtistReference, limit: Int) async throws -> [DiscoveredTrack]
}

/// Mixes tracks of an artist and similar artists.
public protocol ArtistMixSource: Sendable {
  /// Returns a mix. Empty if the service does not know the artist.
  ///
  /// - Throws: `CatalogError`, `CancellationError`.
  func mix(around artist: ArtistReference, limit: Int) async throws -> [DiscoveredTrack]
}

/// Finds popular tracks of a genre.
public protocol GenreTracksSource: Sendable {
  /// Returns the most played tracks of a genre. Empty if the service has no such genre.
  ///
  /// - Parameter limit: The maximum number of results.
  /// - Parameter name: The common name of the genre. Case and punctuation are ignored.
  /// - Throws: `CatalogError`, `CancellationError`.
  func tracks(ofGenre name: String, limit: Int) async throws -> [DiscoveredTrack]
}

/// Finds recommendations for the user whose token it holds.
public protocol RecommendationsSource: Sendable {
  /// Returns recommendations for the user.
  ///
  /// - Throws: `CatalogError`, `CancellationError`.
  func recommendations(limit: Int) async throws -> [DiscoveredTrack]
}
