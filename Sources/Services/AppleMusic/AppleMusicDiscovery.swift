import PlayerKitServices
import PlayerKit
import PlayerKitITunes

/// What Apple Music knows of what else there is, by a developer token: the views of artists, the charts of genres;
/// by a user's token what it recommends to the user.
public struct AppleMusicDiscovery: DiscoverySource, Sendable {
  private static let namesakes = 10
  static let mostOfView = 25
  /// How many albums and playlists of recommendations are opened.
  private static let mostOpened = 3
  private static let tracksOfList = 15

  /// The client that it asks.
  public let client: AppleMusicClient
  private let hasUser: Bool

  /// Asks by a client.
  ///
  /// - Parameter hasUser: whether the client has a user's token, and so recommendations.
  public init(client: AppleMusicClient, hasUser: Bool) {
    self.client = client
    self.hasUser = hasUser
  }

  /// Apple Music.
  public var service: CatalogService { .appleMusic }
  /// Itself.
  public var similarArtists: (any SimilarArtistsSource)? { self }
  /// Itself.
  public var artistTracks: (any ArtistTracksSource)? { self }
  /// Itself.
  public var artistRecordings: (any ArtistRecordingsSource)? { self }
  /// Itself.
  public var genreTracks: (any GenreTracksSource)? { self }
  /// Itself, with a user's token.
  public var recommendations: (any RecommendationsSource)? { hasUser ? self : nil }

  /// The id of an artist; of several of one name that of the best known.
  func id(of artist: ArtistReference) async throws -> String? {
    if let id = artist.ids[.appleMusic] { return id }
    let found = try await client.search(artist.name, for: [.artists], limit: Self.namesakes)
    return match(artist, among: found.results.artists?.members ?? [], name: \.name)?.id
  }
}

extension AppleMusicDiscovery: SimilarArtistsSource {
  /// The artists that listeners of another hear as well.
  public func artists(
    like artist: ArtistReference,
    limit: Int
  ) async throws -> [ArtistReference] {
    try await nothingIfUnknown {
      guard let id = try await id(of: artist) else { return [] }
      let limit = min(max(limit, 1), Self.mostOfView)
      return try await client.similarArtists(toArtist: id, limit: limit).members
        .compactMap { ArtistReference($0) }
    }
  }
}

extension AppleMusicDiscovery: ArtistTracksSource, GenreTracksSource {
  /// The songs of an artist that are heard most.
  public func tracks(by artist: ArtistReference, limit: Int) async throws -> [DiscoveredTrack] {
    try await nothingIfUnknown {
      guard let id = try await id(of: artist) else { return [] }
      let limit = min(max(limit, 1), Self.mostOfView)
      return try await client.topSongs(ofArtist: id, limit: limit).members
        .compactMap {
          DiscoveredTrack($0, by: ArtistReference(artist.name, ids: [.appleMusic: id]))
        }
    }
  }

  /// The chart of a genre.
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
  /// The songs of the first albums and playlists that are recommended to the user.
  public func recommendations(limit: Int) async throws -> [DiscoveredTrack] {
    let lists = try await client.list(AppleMusic.PersonalRecommendations.self).members
    var found: [DiscoveredTrack] = []
    var opened = 0
    for recommendation in lists where recommendation.kind != "recently-played" {
      // One of each heading: so they are of several kinds.
      guard opened < Self.mostOpened, found.count < limit else { break }
      guard let link = recommendation.contents?.members.lazy.compactMap({ Self.link($0) }).first
      else { continue }
      opened += 1
      let heading = recommendation.title?.stringForDisplay
      found += try await nothingIfUnknown {
        try await AppleMusicCatalog.items(of: link, client).members.prefix(Self.tracksOfList)
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
  /// An artist of Apple Music; `nil` of one without a name.
  public init?(_ artist: AppleMusic.Artist) {
    guard let name = artist.name, !name.isEmpty else { return nil }
    self.init(name, ids: [.appleMusic: artist.id])
  }
}

extension DiscoveredTrack {
  /// A song of Apple Music; `nil` of one that names no artist.
  ///
  /// - Parameter artist: whose it is, where that is known better than by the name that the song has.
  init?(_ song: AppleMusic.Song, by artist: ArtistReference? = nil, note: String? = nil) {
    let track = AppleMusicTrack(song)
    guard let own = ArtistReference(of: track.metadata) else { return nil }
    let isOwn = artist?.nameKey == own.nameKey
    self.init(track, by: (isOwn ? artist : nil) ?? own, note: note)
  }
}
