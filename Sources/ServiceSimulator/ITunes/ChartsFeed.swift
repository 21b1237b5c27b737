import Foundation

/// The charts that need no token. The real ones live on a host of their own; here they are below
/// iTunes, and don't count among its requests.
struct ChartsFeed {
  private let store: ITunesStore
  private let count: Int
  private let kind: Kind

  private enum Kind: String {
    case songs, albums, playlists
    case musicVideos = "music-videos"

    var title: String {
      switch self {
      case .songs: "Top Songs"
      case .albums: "Top Albums"
      case .playlists: "Top Playlists"
      case .musicVideos: "Top Music Videos"
      }
    }
  }

  /// Nil where the path is not one of a chart:
  /// `/api/v2/us/music/most-played/10/songs.json`.
  init?(path: String, catalog: InventedCatalog, mediaBase: String) {
    let parts = path.split(separator: "/")
    guard
      parts.count == 7,
      parts[0] == "api", parts[1] == "v2", parts[3] == "music", parts[4] == "most-played",
      let storefront = Storefront.named(String(parts[2])),
      let count = Int(parts[5]), [10, 25, 50, 100].contains(count),
      parts[6].hasSuffix(".json"),
      let kind = Kind(rawValue: String(parts[6].dropLast(5)))
    else { return nil }
    store = ITunesStore(
      catalog: catalog,
      storefront: storefront,
      language: "en",
      mediaBase: mediaBase
    )
    self.count = count
    self.kind = kind
  }

  func feed(now: Date) -> Feed {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss Z"
    let host = "https://rss.applemarketingtools.com/api/v2"
    return Feed(
      feed: .init(
        title: kind.title,
        id: "\(host)/\(store.storefront.id)/music/most-played/\(count)/\(kind.rawValue).json",
        copyright: "",
        country: store.storefront.id,
        icon: "",
        updated: formatter.string(from: now),
        results: entries
      )
    )
  }

  private var entries: [Entry] {
    let (catalog, storefront) = (store.catalog, store.storefront)
    switch kind {
    case .songs:
      return top(
        catalog.songs.indices.filter { catalog.isSold(song: $0, in: storefront) },
        by: { catalog.recordings[catalog.songs[$0].recording].popularity }
      ).map { entry(store.result(.song($0)), at: $0) }
    case .albums:
      return top(
        catalog.albums.indices.filter { catalog.isSold(album: $0, in: storefront) },
        by: { catalog.albums[$0].popularity }
      ).map { entry(store.result(.album($0)), at: $0) }
    case .musicVideos:
      return top(
        catalog.musicVideos.indices.filter { catalog.isSold(musicVideo: $0, in: storefront) },
        by: { catalog.musicVideos[$0].popularity }
      ).map { entry(store.result(.musicVideo($0)), at: $0) }
    case .playlists:
      let playlists = top(
        Array(catalog.playlists.indices),
        by: { catalog.playlists[$0].popularity }
      )
      return playlists.map(playlist)
    }
  }

  private func top(_ indices: [Int], by popularity: (Int) -> Int) -> ArraySlice<Int> {
    indices.sorted { popularity($0) > popularity($1) }.prefix(count)
  }

  private func entry(_ result: ITunesResult, at index: Int) -> Entry {
    Entry(
      artistName: result.artistName,
      id: (result.trackId ?? result.collectionId).map(String.init) ?? "",
      name: result.trackName ?? result.collectionName ?? "",
      releaseDate: result.releaseDate.map { String($0.prefix(10)) },
      kind: kind.rawValue,
      // Lacks now and then.
      artistId: index % 13 == 5 ? nil : result.artistId.map(String.init),
      artistUrl: result.artistViewUrl,
      // The spelling is the service's.
      contentAdvisoryRating: result.contentAdvisoryRating == "Explicit" ? "Explict" : nil,
      artworkUrl100: result.artworkUrl100,
      genres: Genre.all.filter { $0.name == result.primaryGenreName }.map { genre in
        .init(
          genreId: String(genre.id),
          name: genre.name,
          url: "https://itunes.apple.com/\(store.storefront.id)/genre/id\(genre.id)"
        )
      },
      url: result.trackViewUrl ?? result.collectionViewUrl ?? ""
    )
  }

  private func playlist(_ index: Int) -> Entry {
    let playlist = store.catalog.playlists[index]
    let artwork = store.catalog.artwork(.playlist, index)
    return Entry(
      id: playlist.id,
      name: playlist.name,
      kind: kind.rawValue,
      artworkUrl100: artwork.url(base: store.mediaBase, size: 100),
      genres: [],
      url: "https://music.apple.com/\(store.storefront.id)/playlist/\(playlist.id)"
    )
  }

  struct Feed: Encodable {
    struct Content: Encodable {
      var title: String
      var id: String
      var author: [String: String] = [:]
      var links: [String] = []
      var copyright: String
      var country: String
      var icon: String
      var updated: String
      var results: [Entry]
    }

    var feed: Content
  }

  struct Entry: Encodable {
    struct GenreEntry: Encodable {
      var genreId: String
      var name: String
      var url: String
    }

    var artistName: String?
    var id: String
    var name: String
    var releaseDate: String?
    var kind: String
    var artistId: String?
    var artistUrl: String?
    var contentAdvisoryRating: String?
    var artworkUrl100: String?
    var genres: [GenreEntry]
    var url: String
  }
}
