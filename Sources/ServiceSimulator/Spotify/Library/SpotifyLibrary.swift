import Foundation

/// What the one user has: saved things, and all playlists, since some are the user's to change.
struct SpotifyLibrary: Sendable {
  struct Saved: Sendable {
    var index: Int
    var addedAt: Date
  }

  private(set) var tracks: [Saved] = []
  private(set) var albums: [Saved] = []
  /// Artists, playlists and whatever else is followed, by URI.
  private(set) var followed: Set<String> = []
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
    // More than a page of tracks, less than one of albums.
    let start = Date(timeIntervalSince1970: 1_760_000_000)
    for (place, song) in stride(from: 0, to: min(catalog.songs.count, 900), by: 13).enumerated() {
      tracks.append(Saved(index: song, addedAt: start - Double(place) * 3600))
    }
    for (place, album) in stride(from: 2, to: min(catalog.albums.count, 100), by: 9).enumerated() {
      albums.append(Saved(index: album, addedAt: start - Double(place) * 86_400))
    }
  }

  // MARK: - Saving

  /// What a URI names, for the library.
  enum Thing: Hashable {
    case track(Int)
    case album(Int)
    case other(String)
  }

  func holds(_ thing: Thing) -> Bool {
    switch thing {
    case .track(let index): tracks.contains { $0.index == index }
    case .album(let index): albums.contains { $0.index == index }
    case .other(let uri): followed.contains(uri)
    }
  }

  /// What is there already stays where it is.
  mutating func save(_ thing: Thing, at date: Date) {
    guard !holds(thing) else { return }
    switch thing {
    case .track(let index): tracks.insert(Saved(index: index, addedAt: date), at: 0)
    case .album(let index): albums.insert(Saved(index: index, addedAt: date), at: 0)
    case .other(let uri): followed.insert(uri)
    }
  }

  mutating func remove(_ thing: Thing) {
    switch thing {
    case .track(let index): tracks.removeAll { $0.index == index }
    case .album(let index): albums.removeAll { $0.index == index }
    case .other(let uri): followed.remove(uri)
    }
  }

  // MARK: - Playlists

  var own: [SpotifyPlaylist] {
    playlists.filter {
      $0.ownerID == SpotifyPlaylist.user || followed.contains("spotify:playlist:\($0.id)")
    }
  }

  mutating func makePlaylist(
    name: String,
    description: String?,
    isPublic: Bool,
    isCollaborative: Bool
  ) -> SpotifyPlaylist {
    let playlist = SpotifyPlaylist(
      id: ids.playlists.base62(playlists.count),
      name: name,
      description: description,
      isPublic: isPublic,
      isCollaborative: isCollaborative
    )
    playlists.append(playlist)
    return playlist
  }

  mutating func change(_ index: Int, _ change: (inout SpotifyPlaylist) -> Void) {
    guard playlists.indices.contains(index) else { return }
    change(&playlists[index])
    playlists[index].version += 1
  }
}
