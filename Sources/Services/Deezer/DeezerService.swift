import PlayerKit
import PlayerKitServices

/// The service for Deezer: its catalog and its previews. Needs no account.
public struct DeezerService: SearchableService, BarcodeService, SubstituteService, DiscoveryService
{
  /// `deezer`.
  public static let name = "deezer"
  /// Tracks of Deezer.
  public static let storableTracks: [any StorableTrack.Type] = [DeezerTrack.self]
  /// The number of an artist's tracks to play.
  private static let tracksOfArtist = 25

  /// The client that the service uses.
  public let client: DeezerClient
  /// Deezer's links.
  public static let links: any LinkRecognizer = DeezerLinks()

  /// Creates the service.
  public init(_ setup: ServiceSetup) {
    client = DeezerClient(configuration: setup.configuration(.deezer, address: Self.name))
  }

  /// The client.
  public var catalog: any SearchableCatalog { client }

  /// Finds Deezer's previews of other services' recordings by ISRC.
  public var substitute: (any PreviewSubstitute)? { DeezerSubstitute(client) }

  /// Deezer's recommendations.
  public var discovery: (any DiscoverySource)? { DeezerDiscovery(client: client) }

  /// Returns the resolver of Deezer's previews.
  public func resolvers(substitutes: [any PreviewSubstitute]) -> [any MediaResolver] {
    [StreamURLResolver(finder: DeezerPreviewFinder(client: client))]
  }

  /// Returns the album with a barcode.
  public func album(of code: ProductCode) async throws -> CatalogEntry? {
    CatalogEntry(try await client.album(upc: code.digits))
  }

  /// Returns the tracks of a song, an album, a playlist or an artist.
  public func tracks(of link: MusicLink) async throws -> [any Track] {
    let tracks: [Deezer.Track]
    switch link.kind {
    case .song: tracks = [try await client.track(link.id)]
    case .album: tracks = try await Self.tracks(ofAlbum: link.id, client)
    case .playlist: tracks = try await client.tracks(ofPlaylist: link.id).all.collected()
    case .artist:
      tracks = try await client.topTracks(ofArtist: link.id, limit: Self.tracksOfArtist).members
    default: throw PlayerError(.invalidItem, "A \(link.kind.rawValue) is not played.")
    }
    guard !tracks.isEmpty else { throw PlayerError(.invalidItem, "It contains no tracks.") }
    return tracks.map { DeezerTrack($0) }
  }

  /// Returns the tracks of an album, and adds the album, which the list of tracks omits.
  private static func tracks(
    ofAlbum id: String,
    _ client: DeezerClient
  ) async throws -> [Deezer.Track] {
    var album = try await client.album(id)
    var tracks = album.tracks?.members ?? []
    if tracks.count < album.trackCount ?? .max {
      tracks = try await client.tracks(ofAlbum: id).all.collected()
    }
    album.tracks = nil
    return tracks.map { track in
      var track = track
      track.album = album
      return track
    }
  }
}

extension DeezerClient: SearchableCatalog {
  /// Deezer.
  public var service: CatalogService { .deezer }
  /// Songs, albums, artists and playlists.
  public var searchableKinds: Set<MusicLink.Kind> { [.song, .album, .artist, .playlist] }

  /// Searches for items of one kind.
  public func search(
    _ term: String,
    for kind: MusicLink.Kind,
    limit: Int
  ) async throws -> CatalogPage {
    let query = Deezer.Query(term)
    let limit = min(limit, 100)
    func found<Member: Deezer.Searchable>(_ type: Member.Type) async throws -> Deezer.List<Member> {
      try await search(query, for: type, limit: limit)
    }
    return switch kind {
    case .song: CatalogPage(try await search(query, limit: limit)) { CatalogEntry($0) }
    case .album: CatalogPage(try await found(Deezer.Album.self)) { CatalogEntry($0) }
    case .artist: CatalogPage(try await found(Deezer.Artist.self)) { CatalogEntry($0) }
    case .playlist: CatalogPage(try await found(Deezer.Playlist.self)) { CatalogEntry($0) }
    default: throw CatalogError.notSearchable(kind, at: .deezer)
    }
  }

  /// Returns the tracks of an album, a playlist or an artist.
  public func contents(of link: MusicLink, limit: Int) async throws -> CatalogPage {
    let limit = min(limit, 100)
    let tracks =
      switch link.kind {
      case .album: try await tracks(ofAlbum: link.id, limit: limit)
      case .playlist: try await tracks(ofPlaylist: link.id, limit: limit)
      case .artist: try await topTracks(ofArtist: link.id, limit: limit)
      default: throw CatalogError.nothingInside(link.kind, at: .deezer)
      }
    return CatalogPage(tracks) { CatalogEntry($0) }
  }
}

extension CatalogEntry {
  /// Creates an entry from Deezer's data of a track.
  public init(_ track: Deezer.Track) {
    let link = MusicLink(service: .deezer, kind: .song, id: track.id)
    self.init(link, item: Self.item(link), metadata: TrackMetadata(track))
    hasPreview = track.previewURL != nil
  }

  /// Creates an entry from Deezer's data of an album.
  public init(_ album: Deezer.Album) {
    self.init(deezer: .album, album.id, album.title)
    artist = album.artist?.name
    artworkURL = album.artwork?.url(atLeast: Self.artworkSize)
  }

  /// Creates an entry from Deezer's data of an artist.
  public init(_ artist: Deezer.Artist) {
    self.init(deezer: .artist, artist.id, artist.name)
    artworkURL = artist.pictureURL(.covering(Self.artworkSize))
  }

  /// Creates an entry from Deezer's data of a playlist.
  public init(_ playlist: Deezer.Playlist) {
    self.init(deezer: .playlist, playlist.id, playlist.title)
  }

  private init(deezer kind: MusicLink.Kind, _ id: String, _ title: String?) {
    let link = MusicLink(service: .deezer, kind: kind, id: id)
    self.init(link, item: Self.item(link), title: title)
  }

  private static func item(_ link: MusicLink) -> String? {
    DeezerLinks().canonicalURL(of: link)?.absoluteString
  }
}
