import PlayerKit
import PlayerKitITunes
import PlayerKitServices

/// Recommendations from Apple Music. A developer token gives the views of artists and the charts of
/// genres; a user's token adds the user's recommendations.
public struct AppleMusicDiscovery: DiscoverySource, Sendable {
  private static let namesakes = 10
  static let maximumOfView = 25
  /// The maximum number of recommended albums and playlists that are opened.
  private static let maximumOpened = 3
  private static let tracksOfList = 15

  /// The client for requests.
  public let client: AppleMusicClient
  private let hasUser: Bool

  /// Makes a source that uses a client.
  ///
  /// - Parameter client: The client that sends the requests.
  /// - Parameter hasUser: Whether the client has a user's token, which recommendations need.
  public init(client: AppleMusicClient, hasUser: Bool) {
    self.client = client
    self.hasUser = hasUser
  }

  /// Apple Music.
  public var service: CatalogService { .appleMusic }
  /// This source if there is a user's token.
  public var recommendations: (any RecommendationsSource)? { hasUser ? self : nil }

  /// Returns the id of an artist. If several have the name, the best known one.
  func id(of artist: ArtistReference) async throws -> String? {
    if let id = artist.ids[.appleMusic] { return id }
    let found = try await client.search(artist.name, for: [.artists], limit: Self.namesakes)
    return match(artist, among: found.results.artists?.members ?? [], name: \.name)?.id
  }
}

extension AppleMusicDiscovery: SimilarArtistsSource {
  /// Returns the artists that listeners of another one also play.
  public func artists(
    like artist: ArtistReference,
    limit: Int
  ) async throws -> [ArtistReference] {
    try await nothingIfUnknown {
      guard let id = try await id(of: artist) else { return [] }
      let limit = min(max(limit, 1), Self.maximumOfView)
      return try await client.similarArtists(toArtist: id, limit: limit).members
        .compactMap { ArtistReference($0) }
    }
  }
}

extension AppleMusicDiscovery: ArtistTracksSource, GenreTracksSource {
  /// Returns the most played songs of an artist.
  public func tracks(by artist: ArtistReference, limit: Int) async throws -> [DiscoveredTrack] {
    try await nothingIfUnknown {
      guard let id = try await id(of: artist) else { return [] }
      let limit = min(max(limit, 1), Self.maximumOfView)
      return try await client.topSongs(ofArtist: id, limit: limit).members
        .compactMap {
          DiscoveredTrack($0, by: ArtistReference(artist.name, ids: [.appleMusic: id]))
        }
    }
  }

  /// Returns the chart of a genre.
  public func tracks(ofGenre name: String, limit: Int) async throws -> [DiscoveredTrack] {
    try await nothingIfUnknown {
      let wanted = ArtistReference.key(of: name)
      let genres = try await client.list(AppleMusic.Genres.self).members
      guard let genre = genres.first(where: { $0.name.map(ArtistReference.key) == wanted })
      else { return [] }
      let limit = min(max(limit, 1), 200)
      let charts = try await client.charts([.songs], genre: genre.id, limit: limit)
      let songs = (charts.results.songs?.members ?? []).flatMap(\.members.members)
      return songs.prefix(limit).compactMap { DiscoveredTrack($0) }
    }
  }
}

extension AppleMusicDiscovery: RecommendationsSource {
  /// Returns the songs of the first albums and playlists recommended to the user.
  public func recommendations(limit: Int) async throws -> [DiscoveredTrack] {
    let lists = try await client.list(AppleMusic.PersonalRecommendations.self).members
    var found: [DiscoveredTrack] = []
    var opened = 0
    for recommendation in lists where recommendation.kind != "recently-played" {
      // Takes one list per heading, for variety.
      guard opened < Self.maximumOpened, found.count < limit else { break }
      guard let link = recommendation.contents?.members.lazy.compactMap({ Self.link($0) }).first
      else { continue }
      opened += 1
      let heading = recommendation.title?.stringForDisplay
      found += try await nothingIfUnknown {
        try await AppleMusicService.items(of: link, client).members.prefix(Self.tracksOfList)
          .compactMap { $0.song.flatMap { DiscoveredTrack($0, note: heading) } }
      }
    }
    return Array(found.prefix(max(limit, 0)))
  }

  private static func link(_ item: AppleMusic.Item) -> MusicLink? {
    switch item {
    case .album(let album): MusicLink(service: .appleMusic, kind: .album, id: album.id)
    case .playlist(let list): MusicLink(service: .appleMusic, kind: .playlist, id: list.id)
    default: nil
    }
  }
}

extension ArtistReference {
  /// Makes a reference to an artist of Apple Music. `nil` if it has no name.
  public init?(_ artist: AppleMusic.Artist) {
    guard let name = artist.name, !name.isEmpty else { return nil }
    self.init(name, ids: [.appleMusic: artist.id])
  }
}

extension DiscoveredTrack {
  /// Makes a recommendation of a song of Apple Music. `nil` if it names no artist.
  ///
  /// - Parameter artist: The artist, if more is known than the song's artist name.
  init?(_ song: AppleMusic.Song, by artist: ArtistReference? = nil, note: String? = nil) {
    let track = AppleMusicTrack(song)
    guard let own = ArtistReference(of: track.metadata) else { return nil }
    let isOwn = artist?.nameKey == own.nameKey
    self.init(track, by: (isOwn ? artist : nil) ?? own, note: note)
  }
}
