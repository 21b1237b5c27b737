import PlayerKitServices
import PlayerKit

/// What Deezer knows of what else there is, without an account: related artists, top tracks, mixes, the charts of
/// genres. Its tracks are played as their previews.
public struct DeezerDiscovery: DiscoverySource, Sendable {
  /// How many namesakes are looked at.
  private static let namesakes = 10
  static let mostListed = 100

  /// The client that it asks.
  public let client: DeezerClient

  /// Asks by a client.
  public init(client: DeezerClient) {
    self.client = client
  }

  /// Deezer.
  public var service: CatalogService { .deezer }
  /// Itself.
  public var similarArtists: (any SimilarArtistsSource)? { self }
  /// Itself.
  public var artistTracks: (any ArtistTracksSource)? { self }
  /// Itself.
  public var artistRecordings: (any ArtistRecordingsSource)? { self }
  /// Itself.
  public var artistMixes: (any ArtistMixSource)? { self }
  /// Itself.
  public var genreTracks: (any GenreTracksSource)? { self }

  /// The id of an artist; of several of one name that of the best known.
  func id(of artist: ArtistReference) async throws -> String? {
    if let id = artist.ids[.deezer] { return id }
    let found = try await client.search(
      Deezer.Query(artist.name),
      for: Deezer.Artist.self,
      limit: Self.namesakes
    )
    return match(artist, among: found.members, name: \.name)?.id
  }

  private func tracks(
    of artist: ArtistReference,
    _ list: (String) async throws -> Deezer.List<Deezer.Track>
  ) async throws -> [DiscoveredTrack] {
    try await nothingIfUnknown {
      guard let id = try await id(of: artist) else { return [] }
      return try await list(id).members.compactMap { DiscoveredTrack($0) }
    }
  }

  private static func limit(_ limit: Int) -> Int { min(max(limit, 1), mostListed) }
}

extension DeezerDiscovery: SimilarArtistsSource {
  /// The artists that Deezer relates to another.
  public func artists(
    like artist: ArtistReference,
    limit: Int
  ) async throws -> [ArtistReference] {
    try await nothingIfUnknown {
      guard let id = try await id(of: artist) else { return [] }
      return try await client.relatedArtists(to: id, limit: Self.limit(limit)).members
        .compactMap { ArtistReference($0) }
    }
  }
}

extension DeezerDiscovery: ArtistTracksSource, ArtistMixSource, GenreTracksSource {
  /// The tracks of an artist that are played most.
  public func tracks(by artist: ArtistReference, limit: Int) async throws -> [DiscoveredTrack] {
    try await tracks(of: artist) {
      try await client.topTracks(ofArtist: $0, limit: Self.limit(limit))
    }
  }

  /// Deezer's mix of an artist and of those like it.
  public func mix(around artist: ArtistReference, limit: Int) async throws -> [DiscoveredTrack] {
    try await tracks(of: artist) { try await client.radio(ofArtist: $0, limit: Self.limit(limit)) }
  }

  /// The chart of a genre. Deezer names genres in the language of the country, unless the client has one.
  public func tracks(ofGenre name: String, limit: Int) async throws -> [DiscoveredTrack] {
    try await nothingIfUnknown {
      let wanted = ArtistReference.key(of: name)
      let genres = try await client.genres().members
      guard let genre = genres.first(where: { $0.name.map(ArtistReference.key) == wanted })
      else { return [] }
      let chart = try await client.chart(genre: genre.id, limit: Self.limit(limit))
      return (chart.tracks?.members ?? []).compactMap { DiscoveredTrack($0) }
    }
  }
}

extension ArtistReference {
  /// An artist of Deezer; `nil` of one without a name.
  public init?(_ artist: Deezer.Artist) {
    guard let name = artist.name, !name.isEmpty else { return nil }
    self.init(name, ids: [.deezer: artist.id])
  }
}

extension DiscoveredTrack {
  /// A track of Deezer; `nil` of one that can't be played here, or that names no artist.
  init?(_ track: Deezer.Track) {
    guard track.readable != false, let artist = track.artist.flatMap({ ArtistReference($0) })
    else { return nil }
    self.init(DeezerTrack(track), by: artist)
  }
}
