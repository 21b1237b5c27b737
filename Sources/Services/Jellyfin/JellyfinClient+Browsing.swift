import Foundation
import PlayerKitServices

extension Jellyfin {
  /// A selection of a user's items.
  public struct ItemQuery: Sendable, Hashable {
    /// The kind of the items.
    public var kind: ItemKind
    /// Items whose names contain this text; `nil` for all.
    public var term: String?
    /// Items within this one, at any depth, such as an album or a library.
    public var parent: String?
    /// Items of this artist.
    public var artist: String?
    /// Items of this genre.
    public var genre: String?
    /// Whether to return only the user's favorites.
    public var isFavorite: Bool
    /// The order.
    public var order: ItemOrder

    /// Creates a selection of all items of a kind.
    public init(
      _ kind: ItemKind,
      term: String? = nil,
      parent: String? = nil,
      artist: String? = nil,
      genre: String? = nil,
      isFavorite: Bool = false,
      order: ItemOrder = .name
    ) {
      self.kind = kind
      self.term = term
      self.parent = parent
      self.artist = artist
      self.genre = genre
      self.isFavorite = isFavorite
      self.order = order
    }
  }

  /// The order of items.
  public enum ItemOrder: Sendable, Hashable {
    /// By name.
    case name
    /// By disc and number, as on an album.
    case number
    /// Most often played first.
    case plays
    /// Most recently added first.
    case newest
    /// At random.
    case random

    var parameters: [(String, String?)] {
      switch self {
      case .name: [("sortBy", "SortName"), ("sortOrder", "Ascending")]
      case .number:
        [("sortBy", "ParentIndexNumber,IndexNumber,SortName"), ("sortOrder", "Ascending")]
      case .plays: [("sortBy", "PlayCount,SortName"), ("sortOrder", "Descending,Ascending")]
      case .newest: [("sortBy", "DateCreated"), ("sortOrder", "Descending")]
      case .random: [("sortBy", "Random")]
      }
    }
  }
}

extension JellyfinClient {
  /// The largest page that is requested.
  static let largestPage = 500
  /// The maximum number of songs of one list.
  static let maximumSongs = 10_000
  private static let fields = "Genres,ProviderIds"

  /// Returns items, at most 500 per call.
  public func items(
    _ query: Jellyfin.ItemQuery,
    limit: Int = 100,
    offset: Int = 0
  ) async throws -> Jellyfin.Items {
    guard (query.term ?? "").utf8.count <= RequestBounds.term else {
      throw CatalogError(.invalidArgument, "The term is too long.", service: .jellyfin)
    }
    // The server lists artists separately, and would look for artists with artists on their albums.
    let isArtist = query.kind == .artist
    let selection: [(String, String?)] = [
      ("includeItemTypes", isArtist ? nil : query.kind.rawValue), ("recursive", "true"),
      ("searchTerm", query.term),
      ("parentId", try query.parent.map(Self.checked)),
      ("artistIds", try query.artist.map(Self.checked)),
      ("genreIds", try query.genre.map(Self.checked)),
      ("filters", query.isFavorite ? "IsFavorite" : nil),
    ]
    let path = isArtist ? "/Artists/AlbumArtists" : "/Items"
    return try await page(path, selection + query.order.parameters, limit, offset)
  }

  /// Returns an item of any kind, with its files.
  public func item(_ id: String) async throws -> Jellyfin.Item {
    let query = [
      ("ids", try Self.checked(id) as String?), ("fields", Self.fields + ",MediaSources"),
    ]
    // A missing item is left out of the list.
    guard let item = try await page("/Items", query, 1, 0).items.first else {
      throw CatalogError(.notFound, "The server has no such item.", service: .jellyfin)
    }
    return item
  }

  /// Returns the artists of albums, at most 500 per call.
  public func artists(limit: Int = 100, offset: Int = 0) async throws -> Jellyfin.Items {
    try await items(Jellyfin.ItemQuery(.artist), limit: limit, offset: offset)
  }

  /// Returns the albums of an artist.
  public func albums(ofArtist id: String) async throws -> [Jellyfin.Item] {
    try await all(Jellyfin.ItemQuery(.album, artist: id))
  }

  /// Returns the songs of an album, by disc and number.
  public func songs(ofAlbum id: String) async throws -> [Jellyfin.Item] {
    try await all(Jellyfin.ItemQuery(.song, parent: id, order: .number))
  }

  /// Returns an artist's songs, most often played first.
  public func songs(ofArtist id: String, limit: Int = 50) async throws -> [Jellyfin.Item] {
    let query = Jellyfin.ItemQuery(.song, artist: id, order: .plays)
    return Array(try await items(query, limit: limit).items)
  }

  /// Returns the genres of music, at most 500 per call.
  public func genres(limit: Int = 100, offset: Int = 0) async throws -> Jellyfin.Items {
    try await page("/MusicGenres", Jellyfin.ItemOrder.name.parameters, limit, offset)
  }

  /// Returns the playlists that the user can see, at most 500 per call.
  public func playlists(limit: Int = 100, offset: Int = 0) async throws -> Jellyfin.Items {
    try await items(Jellyfin.ItemQuery(.playlist), limit: limit, offset: offset)
  }

  /// Returns the songs of a playlist, in its order, at most 10,000.
  public func songs(ofPlaylist id: String) async throws -> [Jellyfin.Item] {
    let path = "/Playlists/\(try Self.checked(id))/Items"
    return try await all { try await page(path, [], Self.largestPage, $0) }
  }

  /// Returns the user's favorites of a kind, at most 500 per call.
  public func favorites(
    _ kind: Jellyfin.ItemKind,
    limit: Int = 100,
    offset: Int = 0
  ) async throws -> Jellyfin.Items {
    try await items(
      Jellyfin.ItemQuery(kind, isFavorite: true),
      limit: limit,
      offset: offset
    )
  }

  // MARK: - Pages

  private func all(_ query: Jellyfin.ItemQuery) async throws -> [Jellyfin.Item] {
    try await all { try await items(query, limit: Self.largestPage, offset: $0) }
  }

  /// Returns the items of all pages, with a limit.
  private func all(
    _ page: (_ offset: Int) async throws -> Jellyfin.Items
  ) async throws -> [Jellyfin.Item] {
    var found: [Jellyfin.Item] = []
    var offset = 0
    while offset < Self.maximumSongs {
      let next = try await page(offset).items
      found += next
      let count = next.count + next.unreadable.count
      offset += count
      if count < Self.largestPage { break }
    }
    return Array(found.prefix(Self.maximumSongs))
  }

  private func page(
    _ path: String,
    _ query: [(String, String?)],
    _ limit: Int,
    _ offset: Int
  ) async throws -> Jellyfin.Items {
    let common: [(String, String?)] = [
      ("userId", try await userID()), ("startIndex", String(max(offset, 0))),
      ("limit", String(min(max(limit, 1), Self.largestPage))),
    ]
    let fields = query.contains { $0.0 == "fields" } ? [] : [("fields", Self.fields as String?)]
    return try await value(
      of: CatalogRequest(path, query: Self.parameters(query + fields + common))
    )
  }
}
