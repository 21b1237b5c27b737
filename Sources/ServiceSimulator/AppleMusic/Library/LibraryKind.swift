/// The kinds of library resources. In paths they have no `library-`.
enum LibraryKind: String, CaseIterable {
  case songs, albums, artists, playlists
  case musicVideos = "music-videos"
  case folders = "playlist-folders"

  var type: String {
    switch self {
    case .songs, .albums, .artists, .playlists, .musicVideos: "library-" + rawValue
    case .folders: "library-playlist-folders"
    }
  }

  static func typed(_ type: String) -> LibraryKind? {
    allCases.first { $0.type == type }
  }

  /// How much a page of a relationship holds, at most and unasked; nil where there is none of that name.
  func pageOfRelationship(_ name: String) -> (standard: Int, maximum: Int)? {
    switch (self, name) {
    case (.songs, "albums"), (.songs, "artists"), (.songs, "catalog"), (.albums, "artists"),
      (.albums, "catalog"), (.artists, "catalog"), (.musicVideos, "albums"),
      (.musicVideos, "artists"), (.musicVideos, "catalog"), (.playlists, "catalog"),
      (.playlists, "parent"), (.folders, "parent"):
      (10, 10)
    case (.artists, "albums"), (.folders, "children"): (25, 100)
    case (.albums, "tracks"): (300, 300)
    case (.playlists, "tracks"): (100, 100)
    default: nil
    }
  }

  var relationships: [String] {
    switch self {
    case .songs, .musicVideos: ["albums", "artists", "catalog"]
    case .albums: ["artists", "catalog", "tracks"]
    case .artists: ["albums", "catalog"]
    case .playlists: ["catalog", "parent", "tracks"]
    case .folders: ["children", "parent"]
    }
  }
}

/// A thing in an answer about the library.
enum LibraryReference {
  case item(Library.Item)
  case album(LibraryStore.Group)
  case artist(LibraryStore.Group)
  case playlist(Library.OwnPlaylist)
  case folder(Library.Folder)
  /// The catalog's own, as twin or among the tracks of a playlist.
  case catalog(ResourceReference)

  var id: String {
    switch self {
    case .item(let item): item.id
    case .album(let group), .artist(let group): group.id
    case .playlist(let playlist): playlist.id
    case .folder(let folder): folder.id
    case .catalog: ""
    }
  }
}
