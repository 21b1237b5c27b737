import PlayerKit

/// What one service can tell of what else there is. Each answer has the best first; scores of services
/// can't be compared, places can.
///
/// A source that can't answer a kind of question has `nil` there. It may be asked on any thread, any number
/// of times at once, and ends soon after its task is cancelled. A service learns from a question what the
/// question names: an artist, a track, a genre.
public protocol DiscoverySource: Sendable {
  /// The service.
  var service: CatalogService { get }
  /// Who knows artists like another.
  var similarArtists: (any SimilarArtistsSource)? { get }
  /// Who knows tracks like another.
  var similarTracks: (any SimilarTracksSource)? { get }
  /// Who knows an artist's popular tracks.
  var artistTracks: (any ArtistTracksSource)? { get }
  /// Who lists all recordings of an artist.
  var artistRecordings: (any ArtistRecordingsSource)? { get }
  /// Who mixes tracks of an artist and others.
  var artistMixes: (any ArtistMixSource)? { get }
  /// Who knows what is popular in a genre.
  var genreTracks: (any GenreTracksSource)? { get }
  /// Who has proposals for the user.
  var recommendations: (any RecommendationsSource)? { get }
}

extension DiscoverySource {
  /// It does not know.
  public var similarArtists: (any SimilarArtistsSource)? { nil }
  /// It does not know.
  public var similarTracks: (any SimilarTracksSource)? { nil }
  /// It does not know.
  public var artistTracks: (any ArtistTracksSource)? { nil }
  /// It does not know.
  public var artistRecordings: (any ArtistRecordingsSource)? { nil }
  /// It does not know.
  public var artistMixes: (any ArtistMixSource)? { nil }
  /// It does not know.
  public var genreTracks: (any GenreTracksSource)? { nil }
  /// It has none.
  public var recommendations: (any RecommendationsSource)? { nil }
}

/// What ties an artist to another one.
@nonexhaustive public enum ArtistTie: String, Sendable, Hashable, Codable {
  /// Who listens to one listens to the other.
  case similar
  /// They work together: members of a band, say.
  case related
}

/// Knows artists like another.
public protocol SimilarArtistsSource: Sendable {
  /// What ties those that it names.
  var tie: ArtistTie { get }

  /// Artists like another; none where the service does not know it.
  ///
  /// - Throws: `CatalogError`, `CancellationError`.
  func artists(like artist: ArtistReference, limit: Int) async throws -> [ArtistReference]
}

extension SimilarArtistsSource {
  /// Listeners.
  public var tie: ArtistTie { .similar }
}

/// Knows tracks like another.
public protocol SimilarTracksSource: Sendable {
  /// Tracks like another; none where the service does not know it.
  ///
  /// - Throws: `CatalogError`, `CancellationError`.
  func tracks(like track: TrackMetadata, limit: Int) async throws -> [DiscoveredTrack]
}

/// Knows an artist's popular tracks.
public protocol ArtistTracksSource: Sendable {
  /// The tracks that are played most; none where the service does not know the artist.
  ///
  /// - Throws: `CatalogError`, `CancellationError`.
  func tracks(by artist: ArtistReference, limit: Int) async throws -> [DiscoveredTrack]
}

/// Mixes tracks of an artist and of those like it.
public protocol ArtistMixSource: Sendable {
  /// A mix; none where the service does not know the artist.
  ///
  /// - Throws: `CatalogError`, `CancellationError`.
  func mix(around artist: ArtistReference, limit: Int) async throws -> [DiscoveredTrack]
}

/// Knows what is popular in a genre.
public protocol GenreTracksSource: Sendable {
  /// The tracks of a genre that are played most; none where the service has no such genre.
  ///
  /// - Parameter name: the genre as people call it; case and signs do not count.
  /// - Throws: `CatalogError`, `CancellationError`.
  func tracks(ofGenre name: String, limit: Int) async throws -> [DiscoveredTrack]
}

/// Has proposals for the user whose token it holds.
public protocol RecommendationsSource: Sendable {
  /// What the service proposes to the user.
  ///
  /// - Throws: `CatalogError`, `CancellationError`.
  func recommendations(limit: Int) async throws -> [DiscoveredTrack]
}
