import PlayerKit
import PlayerKitServices

/// The service for the iTunes Store: its catalog and its previews, which are Apple Music's. Needs
/// no account.
public struct ITunesService: SearchableService, BarcodeService, BatchService, SubstituteService,
  DiscoveryService
{
  /// `itunes`.
  public static let name = "itunes"
  /// Songs of Apple Music and the iTunes Store.
  public static let storableTracks: [any StorableTrack.Type] = [AppleMusicTrack.self]
  /// The number of an artist's songs to play.
  private static let songsOfArtist = 25

  /// The client that the service uses.
  public let client: ITunesSearchClient
  /// Apple's links.
  public static let links: any LinkRecognizer = AppleMusicLinks()

  /// Creates the service.
  public init(_ setup: ServiceSetup) {
    client = ITunesSearchClient(
      country: setup.country,
      configuration: setup.configuration(.iTunes, address: Self.name)
    )
  }

  /// The client.
  public var catalog: any SearchableCatalog { client }

  /// Finds the store's previews of other services' recordings by artist, title and duration.
  public var substitute: (any PreviewSubstitute)? { ITunesSubstitute(client) }

  /// The store's data of artists.
  public var discovery: (any DiscoverySource)? { ITunesDiscovery(client: client) }

  /// Returns the resolver of the store's previews.
  public func resolvers(substitutes: [any PreviewSubstitute]) -> [any MediaResolver] {
    [StreamURLResolver(finder: AppleMusicPreviewFinder(catalogs: [client]))]
  }

  /// Returns the tracks of links to songs, with one request per storefront.
  public func songs(of links: [MusicLink]) async -> [MusicLink: any Track] {
    var result: [MusicLink: any Track] = [:]
    for (storefront, links) in Dictionary(grouping: links, by: \.storefront) {
      // The store accepts all ids or none, so invalid ones must be removed.
      let ids = links.map(\.id).filter { $0.utf8.count <= 20 && $0.isASCIIDigits }
      let found = try? await client.lookUp(ITunes.LookUp(.ids(ids), country: storefront))
      let known = tracks(found?.items ?? [], in: storefront)
      let byID = Dictionary(known.map { ($0.id, $0) }) { first, _ in first }
      // A song that was not found has no title, and reports its error on playback.
      for link in links {
        result[link] = byID[link.id] ?? AppleMusicTrack(id: link.id, storefront: storefront)
      }
    }
    return result
  }

  /// Returns the album with a barcode. The store knows about two thirds of barcodes.
  public func album(of code: ProductCode) async throws -> CatalogEntry? {
    let found = try await client.lookUp(ITunes.LookUp(.upcs([code.padded(to: 12)])))
    return found.items.lazy.compactMap { CatalogEntry($0) }.first
  }

  /// Returns the songs of a song, an album or an artist.
  public func tracks(of link: MusicLink) async throws -> [any Track] {
    switch link.kind {
    case .song: return await songs(of: [link])[link].map { [$0] } ?? []
    case .album: return try await children(of: link, limit: 200)
    case .artist: return try await children(of: link, limit: Self.songsOfArtist)
    case .playlist:
      throw CatalogError(
        .missingCredential,
        "Playlists need a developer token of Apple Music.",
        service: .appleMusic
      )
    case _ where link.isInLibrary:
      throw PlayerError(
        .invalidItem,
        "It is in a user's own library, which this service can't read."
      )
    default: throw PlayerError(.invalidItem, "A \(link.kind.rawValue) is not played.")
    }
  }

  private func children(of link: MusicLink, limit: Int) async throws -> [any Track] {
    let found = try await client.lookUp(
      ITunes.LookUp(.ids([link.id]), entity: .song, country: link.storefront, limit: limit)
    )
    guard !found.items.isEmpty else {
      throw CatalogError(
        .notFound,
        "The store does not have this \(link.kind.rawValue).",
        service: .iTunes
      )
    }
    let tracks = tracks(found.children, in: link.storefront)
    guard !tracks.isEmpty else { throw PlayerError(.invalidItem, "It contains no songs.") }
    return tracks
  }

  private func tracks(_ items: [ITunes.Item], in storefront: String?) -> [AppleMusicTrack] {
    items.compactMap { item in
      if case .song(let song) = item { AppleMusicTrack(song, storefront: storefront) } else { nil }
    }
  }
}

extension ITunesSearchClient: SearchableCatalog {
  /// The iTunes Store.
  public var service: CatalogService { .iTunes }
  /// Songs, albums and artists.
  public var searchableKinds: Set<MusicLink.Kind> { [.song, .album, .artist] }

  /// Searches for items of one kind. Returns a single page.
  public func search(
    _ term: String,
    for kind: MusicLink.Kind,
    limit: Int
  ) async throws -> CatalogPage {
    let entity: ITunes.Entity
    switch kind {
    case .song: entity = .song
    case .album: entity = .album
    case .artist: entity = .musicArtist
    default: throw CatalogError.notSearchable(kind, at: .iTunes)
    }
    let found = try await search(ITunes.Search(term, entity: entity, limit: min(limit, 200)))
    return CatalogPage(
      found.items.compactMap { CatalogEntry($0) },
      unreadableCount: found.unreadable.count
    )
  }

  /// Returns the songs of an album or an artist.
  public func contents(of link: MusicLink, limit: Int) async throws -> CatalogPage {
    guard [.album, .artist].contains(link.kind) else {
      throw CatalogError.nothingInside(link.kind, at: .iTunes)
    }
    let found = try await lookUp(
      ITunes.LookUp(
        .ids([link.id]),
        entity: .song,
        country: link.storefront,
        limit: min(limit, 200)
      )
    )
    return CatalogPage(found.children.compactMap { CatalogEntry($0) })
  }
}

extension CatalogEntry {
  /// Creates an entry from an Apple track.
  public init(_ track: AppleMusicTrack) {
    self.init(
      MusicLink(
        service: .appleMusic,
        kind: .song,
        id: track.id,
        storefront: track.appleMusicStorefront
      ),
      item: "apple:\(track.id)",
      metadata: track.metadata
    )
    hasPreview = track.knownPreview != nil
  }

  /// Creates an entry from Apple's data of an item other than a song.
  ///
  /// - Parameter kind: The kind of the item.
  /// - Parameter id: The id in Apple's catalogs.
  /// - Parameter title: The title. `nil` if it is unknown.
  /// - Parameter address: Apple's address of the item. It is used if it can be recognized.
  public init(apple kind: MusicLink.Kind, _ id: String, _ title: String?, address: String? = nil) {
    let link = MusicLink(service: .appleMusic, kind: kind, id: id)
    let links = AppleMusicLinks()
    var item = links.canonicalURL(of: link)?.absoluteString
    if let address, case .link(let named) = links.recognize(LinkParts(address)), named.id == id {
      item = address
    }
    self.init(link, item: item, title: title)
  }

  /// Creates an entry from a result; `nil` if it cannot be played.
  public init?(_ item: ITunes.Item) {
    switch item {
    case .song(let song):
      self.init(AppleMusicTrack(song))
    case .collection(let album):
      self.init(apple: .album, album.id, album.name)
      artist = album.artistName
      artworkURL = album.artwork?.url(atLeast: Self.artworkSize)
    case .artist(let artist):
      self.init(apple: .artist, artist.id, artist.name)
    case .musicVideo, .other:
      return nil
    }
  }
}
