import PlayerKit
import PlayerKitServices

/// Discovery through Deezer without an account: related artists, top tracks, mixes, and the charts
/// of genres. Its tracks play as previews.
public struct DeezerDiscovery: DiscoverySource, Sendable {
  /// The number of artists of the same name to compare.
  private static let namesakes = 10
  static let maximumListed = 100

  /// The client that the source uses.
  public let client: DeezerClient

  /// Creates a source that uses `client`.
  public init(client: DeezerClient) {
    self.client = client
  }

  /// Deezer.
  public var service: CatalogService { .deezer }

  /// Returns the id of an artist. If several have the name, returns the best known one's.
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

  private static func limit(_ limit: Int) -> Int { min(max(limit, 1), maximumListed) }
}

extension DeezerDiscovery: SimilarArtistsSource {
  /// Returns the artists that Deezer relates to another.
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
  /// Returns the most played tracks of an artist.
  public func tracks(by artist: ArtistReference, limit: Int) async throws -> [DiscoveredTrack] {
    try await tracks(of: artist) {
      try await client.topTracks(ofArtist: $0, limit: Self.limit(limit))
    }
  }

  /// Returns Deezer's mix of an artist and similar ones.
  public func mix(around artist: ArtistReference, limit: Int) async throws -> [DiscoveredTrack] {
    try await tracks(of: artist) { try await client.radio(ofArtist: $0, limit: Self.limit(limit)) }
  }

  /// Returns the chart of a genre. Deezer names genres in the language of the country, unless the
  /// client sets one.
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
  /// Creates a reference from Deezer's data of an artist; `nil` if it has no name.
  public init?(_ artist: Deezer.Artist) {
    guard let name = artist.name, !name.isEmpty else { return nil }
    self.init(name, ids: [.deezer: artist.id])
  }
}

extension DiscoveredTrack {
  /// Creates a track from Deezer's data; `nil` if it cannot be played here or names no artist.
  init?(_ track: Deezer.Track) {
    guard track.readable != false, let artist = track.artist.flatMap({ ArtistReference($0) })
    else { return nil }
    self.init(DeezerTrack(track), by: artist)
  }
}
