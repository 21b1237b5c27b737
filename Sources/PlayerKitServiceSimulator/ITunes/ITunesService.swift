import Foundation
import PlayerKitSystem

/// The iTunes Search API: no token, twenty requests a minute.
final class ITunesService: SimulatedService {
  private let catalog: InventedCatalog
  private let window: Locked<RateWindow>

  let endpoints =
    [
      "GET /search", "GET /lookup?id", "GET /lookup?upc", "GET /lookup?amgArtistId",
      "GET /WebObjects/MZStoreServices.woa/ws/genres",
    ].map(Endpoint.init)
    + ["songs", "albums", "playlists", "music-videos"].map {
      Endpoint("GET /api/v2/{country}/music/most-played/{count}/\($0).json")
    }

  init(catalog: InventedCatalog, lock: Duration) {
    self.catalog = catalog
    window = Locked(RateWindow(requests: 20, seconds: 60, lock: lock / .seconds(1)))
  }

  func answer(_ request: SimulatedRequest) throws -> SimulatedResponse {
    if request.method == "GET", let feed = chart(request) {
      return SimulatedResponse("application/json", feed.data)
    }
    guard window.withLock({ $0.wait(at: request.now) }) == nil else {
      return throttled(retryAfter: nil)
    }
    guard request.method == "GET" else { return .wrongMethod(allowed: "GET") }
    let parameters = ITunesParameters(query: Query(pairs: request.query))
    switch request.path.hasSuffix("/") ? String(request.path.dropLast()) : request.path {
    case "/search":
      let store = try store(parameters, request)
      return list(try ITunesSearch(store: store).items(parameters), of: store)
    case "/lookup":
      // The service fails with this many ids.
      guard (parameters.query.list("id") ?? []).count < 500 else { return failure(status: 502) }
      let store = try store(parameters, request)
      return list(try ITunesLookup(store: store).items(parameters), of: store)
    case "/WebObjects/MZStoreServices.woa/ws/genres":
      let country = (parameters["cc"] ?? "us").lowercased()
      let id = parameters["id"].flatMap(Int.init) ?? Genre.rootID
      return Self.script(Self.genres(country) { $0.id == id })
    default: return failure(status: 404)
    }
  }

  /// The bodies of errors are empty.
  func failure(status: Int) -> SimulatedResponse { SimulatedResponse(status: status) }

  /// The response does not contain the time to wait.
  func throttled(retryAfter: Int?) -> SimulatedResponse { failure(status: 403) }

  private func store(_ parameters: ITunesParameters, _ request: SimulatedRequest) throws
    -> ITunesStore
  {
    ITunesStore(
      catalog: catalog,
      storefront: try parameters.storefront(),
      language: parameters.language,
      mediaBase: request.mediaBase
    )
  }

  private func list(_ items: [ResourceReference], of store: ITunesStore) -> SimulatedResponse {
    Self.script([
      "resultCount": .number(items.count), "results": .array(items.map(store.result)),
    ])
  }

  /// JSON in the service's form: as a script, with blank lines around it.
  static func script(_ value: JSON, status: Int = 200) -> SimulatedResponse {
    let body = Data("\n\n\n".utf8) + value.data + Data("\n\n\n".utf8)
    return SimulatedResponse("text/javascript; charset=utf-8", body, status: status)
  }

  /// The tree of genres by id.
  private static func genres(_ country: String, _ isWanted: (Genre) -> Bool) -> JSON {
    let host = "https://itunes.apple.com"
    var tree: JSON = [:]
    for genre in Genre.all where isWanted(genre) {
      let feeds = "\(host)/\(country)/rss"
      let charts = "\(host)/WebObjects/MZStoreServices.woa/ws/charts?cc=\(country)&g=\(genre.id)"
      let below = genres(country) { $0.parent == genre.id }
      let slug = CatalogText.slug(genre.name)
      tree[String(genre.id)] = [
        "name": .string(genre.name), "id": .string(String(genre.id)),
        "url": .string("\(host)/\(country)/genre/\(slug)/id\(genre.id)"),
        "rssUrls": [
          "topAlbums": .string("\(feeds)/topalbums/genre=\(genre.id)/json"),
          "topSongs": .string("\(feeds)/topsongs/genre=\(genre.id)/json"),
        ],
        "chartUrls": [
          "albums": .string("\(charts)&name=Albums"), "songs": .string("\(charts)&name=Songs"),
        ],
        "subgenres": below.members.isEmpty ? nil : below,
      ]
    }
    return tree
  }

  // MARK: - Charts

  /// The charts that need no token. The real ones have their own host. Here they are below iTunes,
  /// but don't count toward its rate limit. Returns `nil` if the path is no chart:
  /// `/api/v2/us/music/most-played/10/songs.json`.
  private func chart(_ request: SimulatedRequest) -> JSON? {
    let charts: [ResourceKind] = [.songs, .albums, .playlists, .musicVideos]
    let found = charts.lazy.compactMap { kind in
      Endpoint("GET /api/v2/{country}/music/most-played/{count}/\(kind.rawValue).json")
        .values(in: request.path).map { (kind: kind, values: $0) }
    }.first
    guard
      let (kind, values) = found, let storefront = Storefront.named(values[0]),
      let count = Int(values[1]), [10, 25, 50, 100].contains(count)
    else { return nil }
    let store = ITunesStore(
      catalog: catalog,
      storefront: storefront,
      language: "en",
      mediaBase: request.mediaBase
    )
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss Z"
    let title = kind.rawValue.split(separator: "-").map(\.capitalized).joined(separator: " ")
    let address = "\(storefront.id)/music/most-played/\(count)/\(kind.rawValue).json"
    let top = catalog.all(kind, in: storefront)
      .map { (reference: $0, popularity: catalog.popularity($0)) }
      .sorted { $0.popularity > $1.popularity }.prefix(count)
    return [
      "feed": [
        "title": .string("Top " + title), "author": [:], "links": [], "copyright": "", "icon": "",
        "id": .string("https://rss.applemarketingtools.com/api/v2/" + address),
        "country": .string(storefront.id), "updated": .string(formatter.string(from: request.now)),
        "results": .array(top.map { entry($0.reference, store) }),
      ]
    ]
  }

  private func entry(_ reference: ResourceReference, _ store: ITunesStore) -> JSON {
    let kind = JSON.string(reference.kind.rawValue)
    let country = store.storefront.id
    if reference.kind == .playlists {
      let playlist = catalog.playlists[reference.index]
      let artwork = catalog.artwork(.playlist, reference.index)
      return [
        "id": .string(playlist.id), "name": .string(playlist.name), "kind": kind, "genres": [],
        "artworkUrl100": .string(artwork.url(base: store.mediaBase, size: 100)),
        "url": .string("https://music.apple.com/\(country)/playlist/\(playlist.id)"),
      ]
    }
    let result = store.result(reference)
    let genre = Genre.all[catalog.facts(reference).genre]
    return [
      "artistName": result["artistName"], "kind": kind,
      "id": .string((result["trackId"] ?? result["collectionId"])?.text),
      "name": result["trackName"] ?? result["collectionName"],
      "releaseDate": .string((result["releaseDate"]?.text?.prefix(10)).map { String($0) }),
      // This is sometimes missing.
      "artistId": reference.index % 13 == 5 ? nil : .string(result["artistId"]?.text),
      "artistUrl": result["artistViewUrl"],
      // The typo is the service's.
      "contentAdvisoryRating": result["contentAdvisoryRating"]?.text == "Explicit"
        ? "Explict" : nil,
      "artworkUrl100": result["artworkUrl100"],
      "genres": [
        [
          "genreId": .string(String(genre.id)), "name": .string(genre.name),
          "url": .string("https://itunes.apple.com/\(country)/genre/id\(genre.id)"),
        ]
      ],
      "url": result["trackViewUrl"] ?? result["collectionViewUrl"],
    ]
  }
}

/// The parameters of a request to iTunes. Unknown ones are ignored, as by the real service.
struct ITunesParameters {
  let query: Query

  subscript(name: String) -> String? { query[name] }

  /// Returns a parameter with known values, or `nil` if it is missing.
  func one<Value: RawRepresentable<String>>(_ name: String, calledAlso key: String) throws
    -> Value?
  {
    guard let text = self[name], !text.isEmpty else { return nil }
    return try Value(rawValue: text) ?? { throw Self.invalid(key) }()
  }

  static func invalid(_ key: String) -> Refusal {
    let message = "Invalid value(s) for key(s): [\(key)]"
    return Refusal(ITunesService.script(["errorMessage": .string(message)], status: 400))
  }

  func storefront() throws -> Storefront {
    try Storefront.named((self["country"] ?? "us").lowercased())
      ?? { throw Self.invalid("country") }()
  }

  /// The language of the names: Japanese if requested, otherwise English.
  var language: String { self["lang"]?.lowercased() == "ja_jp" ? "ja" : "en" }

  /// A limit from 1 to 200. Invalid numbers count as 50, higher numbers as 200.
  var limit: Int {
    guard let limit = self["limit"].flatMap(Int.init), limit > 0 else { return 50 }
    return min(limit, 200)
  }

  var offset: Int { max(self["offset"].flatMap(Int.init) ?? 0, 0) }

  func entity() throws -> ITunesEntity? { try one("entity", calledAlso: "resultEntity") }
}

/// The entity of a search or lookup.
enum ITunesEntity: String {
  case musicArtist, musicTrack, album, musicVideo, mix, song
  case allArtist, allTrack

  /// The kinds that the entity includes.
  var kinds: [ResourceKind] {
    switch self {
    case .musicArtist, .allArtist: [.artists]
    case .album: [.albums]
    case .song: [.songs]
    case .musicVideo: [.musicVideos]
    case .musicTrack, .allTrack: [.songs, .musicVideos]
    case .mix: []
    }
  }
}
