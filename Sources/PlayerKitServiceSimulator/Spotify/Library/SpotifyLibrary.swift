import Foundation

/// The data of the only user: saved items, and all playlists, because the user can change some of
/// them.
struct SpotifyLibrary: Sendable {
  /// A saved or followed item, by its URI.
  struct Saved: Sendable {
    var uri: String
    var addedAt: Date
  }

  /// The saved items, newest first.
  private(set) var saved: [Saved] = []
  private(set) var playlists: [SpotifyPlaylist] = []
  private let ids: SpotifyIDs

  init(catalog: InventedCatalog, ids: SpotifyIDs) {
    self.ids = ids
    var ordinal = 0
    for playlist in catalog.playlists {
      playlists.append(
        SpotifyPlaylist(playlist, id: ids.playlists.base62(playlist.index), ordinal: ordinal)
      )
      if playlist.kind == .userShared { ordinal += 1 }
    }
    // More than a page of tracks, less than a page of albums.
    let start = Date(timeIntervalSince1970: 1_760_000_000)
    for (place, song) in stride(from: 0, to: min(catalog.songs.count, 900), by: 13).enumerated() {
      let uri = "spotify:track:" + ids.tracks.base62(song)
      saved.append(Saved(uri: uri, addedAt: start - Double(place) * 3600))
    }
    for (place, album) in stride(from: 2, to: min(catalog.albums.count, 100), by: 9).enumerated() {
      let uri = "spotify:album:" + ids.albums.base62(album)
      saved.append(Saved(uri: uri, addedAt: start - Double(place) * 86_400))
    }
  }

  func holds(_ uri: String) -> Bool { saved.contains { $0.uri == uri } }

  /// Saves an item. A saved item keeps its position.
  mutating func save(_ uri: String, at date: Date) {
    if !holds(uri) { saved.insert(Saved(uri: uri, addedAt: date), at: 0) }
  }

  mutating func remove(_ uri: String) { saved.removeAll { $0.uri == uri } }

  /// The ids of saved items of a kind, with their dates.
  func saved(_ kind: String) -> [(id: String, addedAt: Date)] {
    let start = "spotify:\(kind):"
    return saved.filter { $0.uri.hasPrefix(start) }
      .map { (id: String($0.uri.dropFirst(start.count)), addedAt: $0.addedAt) }
  }

  /// The ids of followed items, sorted by id.
  func followed(_ kind: String) -> [String] { saved(kind).map(\.id).sorted() }

  // MARK: - Playlists

  var own: [SpotifyPlaylist] {
    playlists.filter {
      $0.ownerID == SpotifyPlaylist.user || holds("spotify:playlist:\($0.id)")
    }
  }

  mutating func makePlaylist(_ body: [String: Any], name: String, isPublic: Bool) -> SpotifyPlaylist
  {
    let playlist = SpotifyPlaylist(
      id: ids.playlists.base62(playlists.count),
      name: name,
      description: (body["description"] as? String).map(SpotifyPlaylist.escaped),
      ownerID: SpotifyPlaylist.user,
      ownerName: "Mira",
      isPublic: isPublic,
      isCollaborative: body["collaborative"] as? Bool ?? false
    )
    playlists.append(playlist)
    return playlist
  }

  mutating func change(_ index: Int, _ change: (inout SpotifyPlaylist) -> Void) {
    change(&playlists[index])
    playlists[index].version += 1
  }
}

/// A member of a playlist.
enum SpotifyItem: Sendable, Hashable {
  /// An index of the catalog's songs.
  case song(Int)
  case episode(Int)
  /// A local file of the user.
  case local(Int)
  /// An item that Spotify no longer has.
  case removed
}

/// A playlist of Spotify.
struct SpotifyPlaylist: Sendable {
  struct Member: Sendable {
    var item: SpotifyItem
    var addedAt: String
  }

  var id: String
  var name: String
  var description: String?
  var ownerID = Self.service
  var ownerName = "Spotify"
  var isPublic: Bool?
  var isCollaborative = false
  /// Whether it was generated. Searches don't find generated playlists.
  var isAlgorithmic = false
  /// The playlist whose picture it has, or `nil` for none.
  var picture: Int?
  var members: [Member] = []
  var version = 1

  static let service = "spotify"
  static let user = "mira"

  var isServices: Bool { ownerID == Self.service }
  /// Whether the user may change it, and read its members if only those are visible.
  var isUsers: Bool { ownerID == Self.user || isCollaborative }

  var snapshot: String { Base64URL.encode(Data("\(version),\(id)".utf8)) }

  static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}

extension SpotifyPlaylist {
  /// Makes a playlist from the catalog, with an owner as in Spotify. Every second user-made
  /// playlist belongs to the user, and contains members that are hard for clients.
  init(_ playlist: Playlist, id: String, ordinal: Int) {
    self.init(id: id, name: playlist.name, description: playlist.summary.map(Self.escaped))
    picture = playlist.hasArtwork ? playlist.index : nil
    isAlgorithmic = playlist.isChart || playlist.kind == .personalMix || playlist.kind == .replay
    isPublic = true
    switch (playlist.kind, playlist.curator) {
    case (.userShared, _):
      let isUsers = ordinal % 2 == 0
      (ownerID, ownerName) = isUsers ? (Self.user, "Mira") : ("anna", "Anna")
      isPublic = isUsers ? ordinal % 4 == 0 : nil
      isCollaborative = ordinal % 6 == 3
    case (_, .other):
      ownerName = playlist.curatorName
      ownerID = CatalogText.words(playlist.curatorName).joined()
    case (_, .apple), (_, .nobody): break
    }
    members = playlist.tracks.enumerated().map { place, track in
      let added = "2025-0\(1 + place % 9)-\((1 + place % 28).padded(2))T10:00:00Z"
      switch track {
      case .song(let index): return Member(item: .song(index), addedAt: added)
      case .musicVideo: return Member(item: .removed, addedAt: added)
      }
    }
    guard !isServices, members.count >= 8 else { return }
    members.insert(Member(item: .removed, addedAt: "2021-03-05T10:00:00Z"), at: 1)
    members.insert(Member(item: .episode(ordinal), addedAt: "2021-03-05T10:00:00Z"), at: 3)
    members.insert(Member(item: .local(ordinal), addedAt: "1970-01-01T00:00:00Z"), at: 5)
  }
}
