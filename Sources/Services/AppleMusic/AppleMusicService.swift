import Foundation
import PlayerKit
import PlayerKitITunes
import PlayerKitServices

/// Apple Music: its catalog if there is a developer token, and its previews. Without a token, the
/// iTunes Store is used instead.
public struct AppleMusicService: SearchableService, BarcodeService, BatchService,
  SubstituteService, DiscoveryService, SearchableCatalog
{
  /// `apple`.
  public static let name = "apple"
  /// The type of its tracks.
  public static let storableTracks: [any StorableTrack.Type] = [AppleMusicTrack.self]
  /// The number of songs to play for an artist.
  private static let songsOfArtist = 25

  /// The client for requests. `nil` without a developer token.
  public let client: AppleMusicClient?
  let hasUser: Bool
  /// The iTunes Store, used without a token.
  public let store: ITunesService
  /// Apple's links.
  public static let links: any LinkRecognizer = AppleMusicLinks()

  /// Makes the service, with its own store. The storefront is the setup's country.
  public init(
    _ setup: ServiceSetup,
    developerToken: String? = nil,
    userToken: String? = nil
  ) {
    store = ITunesService(setup)
    hasUser = userToken != nil
    client = developerToken.map { token in
      AppleMusicClient(
        developerTokens: StaticDeveloperTokenProvider(token),
        userTokens: userToken.map { token in
          RequestedUserTokenProvider { _ in try MusicUserToken(token) }
        },
        storefront: setup.country,
        configuration: setup.configuration(.appleMusic, address: Self.name)
      )
    }
  }

  /// Whether there is a developer token.
  public var isConfigured: Bool { client != nil }

  /// The catalog.
  public var catalog: any SearchableCatalog { self }

  /// Finds Apple's previews for recordings of other services by their codes. `nil` without a token.
  public var substitute: (any PreviewSubstitute)? { client.map { AppleMusicSubstitute($0) } }

  /// Recommendations from Apple Music. `nil` without a token.
  public var discovery: (any DiscoverySource)? {
    client.map { AppleMusicDiscovery(client: $0, hasUser: hasUser) }
  }

  /// Returns the resolver of Apple's previews.
  public func resolvers(substitutes: [any PreviewSubstitute]) -> [any MediaResolver] {
    let catalogs = [client as (any AppleMusicPreviewCatalog)?, store.client].compactMap(\.self)
    return [StreamURLResolver(finder: AppleMusicPreviewFinder(catalogs: catalogs))]
  }

  /// Returns the songs of links to songs, in few requests.
  public func songs(of links: [MusicLink]) async -> [MusicLink: any Track] {
    guard client != nil else { return await store.songs(of: links) }
    // The client combines these lookups, and each one gets its own reply.
    return await withTaskGroup(of: (MusicLink, AppleMusicTrack).self) { group in
      for link in Set(links) {
        let client = client(of: link)
        group.addTask {
          let song = try? await client?.song(link.id)
          let track = song.map { AppleMusicTrack($0, storefront: link.storefront) }
          return (link, track ?? AppleMusicTrack(id: link.id, storefront: link.storefront))
        }
      }
      return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
  }

  /// Returns the album with a barcode.
  public func album(of code: ProductCode) async throws -> CatalogEntry? {
    guard let client else { return try await store.album(of: code) }
    return try await client.albums(upcs: [code.padded(to: 12)]).resources.first.map {
      CatalogEntry($0)
    }
  }

  /// Returns the songs of a song, an album, a playlist or an artist.
  public func tracks(of link: MusicLink) async throws -> [any Track] {
    guard let client = client(of: link), !link.isInLibrary else {
      return try await store.tracks(of: link)
    }
    var tracks: [AppleMusicTrack] = []
    switch link.kind {
    case .song: return await songs(of: [link])[link].map { [$0] } ?? []
    case .album, .playlist:
      for try await item in try await Self.items(of: link, client).all {
        if let song = item.song { tracks.append(.init(song, storefront: link.storefront)) }
      }
    case .artist:
      let songs = try await client.topSongs(ofArtist: link.id, limit: Self.songsOfArtist)
      // The view of a missing artist looks like an empty one.
      if songs.isEmpty { _ = try await client.artist(link.id) }
      tracks = songs.prefix(Self.songsOfArtist).map { .init($0, storefront: link.storefront) }
    default: throw PlayerError(.invalidItem, "A \(link.kind.rawValue) is not played.")
    }
    guard !tracks.isEmpty else { throw PlayerError(.invalidItem, "It contains no songs.") }
    return tracks
  }

  private func client(of link: MusicLink) -> AppleMusicClient? {
    guard let client else { return nil }
    return link.storefront.map { client.in(storefront: $0, language: client.language) } ?? client
  }
}

// The catalog. Without a token, each call throws.
extension AppleMusicService {
  /// Apple Music.
  public var service: CatalogService { .appleMusic }
  /// Songs, albums, artists and playlists.
  public var searchableKinds: Set<MusicLink.Kind> { [.song, .album, .artist, .playlist] }

  func asked() throws(CatalogError) -> AppleMusicClient {
    if let client { return client }
    throw CatalogError.appleMusic(.missingCredential, "Apple Music needs a developer token.")
  }

  /// Searches for items of one kind.
  public func search(
    _ term: String,
    for kind: MusicLink.Kind,
    limit: Int
  ) async throws -> CatalogPage {
    let client = try asked()
    let limit = min(limit, 25)
    func found(_ type: AppleMusic.TypeName) async throws -> AppleMusic.SearchResults {
      try await client.search(term, for: [type], limit: limit).results
    }
    return switch kind {
    case .song: CatalogPage(try await found(.songs).songs) { CatalogEntry($0) }
    case .album: CatalogPage(try await found(.albums).albums) { CatalogEntry($0) }
    case .artist: CatalogPage(try await found(.artists).artists) { CatalogEntry($0) }
    case .playlist: CatalogPage(try await found(.playlists).playlists) { CatalogEntry($0) }
    default: throw CatalogError.notSearchable(kind, at: .appleMusic)
    }
  }

  /// Returns the songs of an album, a playlist or an artist.
  public func contents(of link: MusicLink, limit: Int) async throws -> CatalogPage {
    let client = try asked()
    switch link.kind {
    case .album, .playlist:
      return CatalogPage(try await Self.items(of: link, client)) {
        $0.song.map { CatalogEntry($0) }
      }
    case .artist:
      return CatalogPage(try await client.topSongs(ofArtist: link.id, limit: min(limit, 25))) {
        CatalogEntry($0)
      }
    default: throw CatalogError.nothingInside(link.kind, at: .appleMusic)
    }
  }

  /// Returns the contents of an album or a playlist.
  static func items(
    of link: MusicLink,
    _ client: AppleMusicClient
  ) async throws -> AppleMusic.Collection<AppleMusic.Item> {
    link.kind == .album
      ? try await client.list(\.tracks, of: AppleMusic.Albums.self, id: link.id)
      : try await client.list(\.tracks, of: AppleMusic.Playlists.self, id: link.id)
  }
}

extension CatalogEntry {
  /// Makes an entry of a song of Apple Music.
  public init(_ song: AppleMusic.Song) {
    self.init(AppleMusicTrack(song))
  }

  /// Makes an entry of an album of Apple Music.
  public init(_ album: AppleMusic.Album) {
    self.init(apple: .album, album.id, album.name, address: album.url)
    artist = album.artistName
    isExplicit = album.attributes.map { $0.contentRating == .explicit }
    artworkURL = Self.address(album.artwork)
  }

  /// Makes an entry of an artist of Apple Music.
  public init(_ artist: AppleMusic.Artist) {
    self.init(apple: .artist, artist.id, artist.name, address: artist.url)
    artworkURL = Self.address(artist.artwork)
  }

  /// Makes an entry of a playlist of Apple Music.
  public init(_ playlist: AppleMusic.Playlist) {
    self.init(apple: .playlist, playlist.id, playlist.name, address: playlist.url)
    artist = playlist.curatorName
    artworkURL = Self.address(playlist.artwork)
  }

  private static func address(_ artwork: AppleMusic.Artwork?) -> URL? {
    artwork.flatMap { Artwork($0) }?.url(atLeast: artworkSize)
  }
}
