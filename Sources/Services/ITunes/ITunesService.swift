import PlayerKitServices
import PlayerKit

/// The iTunes Store as an app knows it: its catalog, and its previews, which are Apple Music's. Needs no account.
public struct ITunesService: MusicService {
  /// `itunes`.
  public static let name = "itunes"
  /// The storefront.
  public static let variables = [ServiceVariable.storefront]
  /// Its tracks.
  public static let storableTracks: [any StorableTrack.Type] = [AppleMusicTrack.self]
  /// How many songs of an artist are played.
  private static let songsOfArtist = 25

  /// The client that it asks.
  public let client: ITunesSearchClient
  /// Apple's links.
  public static let links: any LinkRecognizer = AppleMusicLinks()

  /// Makes the service.
  public init(_ setup: ServiceSetup) {
    client = ITunesSearchClient(
      country: setup.country,
      configuration: setup.configuration(.iTunes, address: Self.name)
    )
  }

  /// The client.
  public var catalog: any SearchableCatalog { client }

  /// Finds the store's previews of other services' recordings, by artist, title and length.
  public var substitute: (any PreviewSubstitute)? { ITunesSubstitute(client) }

  /// What the store knows of artists.
  public var discovery: (any DiscoverySource)? { ITunesDiscovery(client: client) }

  /// The store's previews.
  public func resolvers(substitutes: [any PreviewSubstitute]) -> [any MediaResolver] {
    [AddressResolver(finder: AppleMusicPreviewFinder(catalogs: [client]))]
  }

  /// The songs of links to songs, by one request for each storefront.
  public func songs(of links: [MusicLink]) async -> [MusicLink: any Track] {
    var result: [MusicLink: any Track] = [:]
    for (storefront, links) in Dictionary(grouping: links, by: \.storefront) {
      // The store takes all or none: an id that cannot be one must not cost the others.
      let ids = links.map(\.id).filter { $0.utf8.count <= 20 && $0.isASCIIDigits }
      let found = try? await client.lookUp(ITunes.LookUp(.ids(ids), country: storefront))
      let known = tracks(found?.items ?? [], in: storefront)
      let byID = Dictionary(known.map { ($0.id, $0) }) { first, _ in first }
      // One that fails has no title, and tells why when it is reached.
      for link in links {
        result[link] = byID[link.id] ?? AppleMusicTrack(id: link.id, storefront: storefront)
      }
    }
    return result
  }

  /// The album of a barcode. The store knows about two thirds of them.
  public func album(of code: ProductCode) async throws -> CatalogEntry? {
    let found = try await client.lookUp(ITunes.LookUp(.upcs([code.padded(to: 12)])))
    return found.items.lazy.compactMap { CatalogEntry($0) }.first
  }

  /// The songs of a song, an album or an artist.
  public func tracks(of link: MusicLink) async throws -> [any Track] {
    switch link.kind {
    case .song: return await songs(of: [link])[link].map { [$0] } ?? []
    case .album: return try await children(of: link, limit: 200)
    case .artist: return try await children(of: link, limit: Self.songsOfArtist)
    case .playlist:
      throw CatalogError(
        .missingCredential,
        "Playlists need a developer token: APPLE_MUSIC_DEVELOPER_TOKEN is not set.",
        service: .appleMusic
      )
    case _ where link.isInLibrary:
      throw PlayerError(.invalidItem, "It lies in a user's own library.")
    default: throw PlayerError(.invalidItem, "A \(link.kind.rawValue) is not played.")
    }
  }

  private func children(of link: MusicLink, limit: Int) async throws -> [any Track] {
    let found = try await client.lookUp(
      ITunes.LookUp(.ids([link.id]), entity: .song, country: link.storefront, limit: limit)
    )
    guard !found.items.isEmpty else {
      throw CatalogError(.notFound, "There is no such \(link.kind.rawValue).", service: .iTunes)
    }
    let tracks = tracks(found.children, in: link.storefront)
    guard !tracks.isEmpty else { throw PlayerError(.invalidItem, "There is no song in it.") }
    return tracks
  }

  private func tracks(_ items: [ITunes.Item], in storefront: String?) -> [AppleMusicTrack] {
    items.compactMap { item in
      if case .song(let song) = item { AppleMusicTrack(song, storefront: storefront) } else { nil }
    }
  }
}

extension ServiceVariable {
  /// The country whose stores are asked.
  public static let storefront = ServiceVariable(
    "APPLE_MUSIC_STOREFRONT",
    "the country whose catalogs are asked, in two letters; us where it lacks"
  )
}

extension ITunesSearchClient: SearchableCatalog {
  /// The iTunes Store.
  public var service: CatalogService { .iTunes }
  /// Songs, albums and artists.
  public var searchableKinds: Set<MusicLink.Kind> { [.song, .album, .artist] }

  /// Searches for things of one kind. The store has no further pages here.
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

  /// The songs of an album or an artist.
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
  /// What a track of Apple's knows of itself.
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

  /// What Apple tells of anything but a song.
  ///
  /// - Parameter address: the address that Apple gives. It is taken where it is one that can be recognized.
  public init(apple kind: MusicLink.Kind, _ id: String, _ title: String?, address: String? = nil) {
    let link = MusicLink(service: .appleMusic, kind: kind, id: id)
    let links = AppleMusicLinks()
    var item = links.canonicalURL(of: link)?.absoluteString
    if let address, case .link(let named) = links.recognize(LinkParts(address)), named.id == id {
      item = address
    }
    self.init(link, item: item, title: title)
  }

  /// What the store tells of a result; `nil` for what cannot be played.
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
