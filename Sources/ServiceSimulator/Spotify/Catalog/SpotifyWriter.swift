import Foundation

/// Writes the catalog's things as Spotify does, for one request: its market, and the class of its app.
struct SpotifyWriter: Sendable {
  let catalog: InventedCatalog
  let ids: SpotifyIDs
  let isDevelopment: Bool
  /// An ISO country in upper case; nil where availability is told market by market.
  let market: String?
  /// `http://127.0.0.1:PORT/spotify`
  let base: String
  let mediaBase: String
  let clientID: String

  /// Which of the fields that all things have.
  func reference(_ type: String, _ id: String) -> JSONObject {
    [
      "external_urls": ["spotify": .string("https://open.spotify.com/\(type)/\(id)")],
      "href": .string("\(base)/v1/\(type)s/\(id)"), "id": .string(id), "type": .string(type),
      "uri": .string("spotify:\(type):\(id)"),
    ]
  }

  func images(_ kind: ArtworkKind, _ index: Int, isThere: Bool = true) -> JSON {
    guard isThere else { return [] }
    let artwork = catalog.artwork(kind, index)
    return .array(
      [640, 300, 64].map { size in
        [
          "url": .string(artwork.url(base: mediaBase, size: size)), "height": .number(size),
          "width": .number(size),
        ]
      }
    )
  }

  // MARK: - Artists

  func simpleArtist(_ index: Int) -> JSON {
    var object = reference("artist", ids.artists.base62(index))
    object["name"] = .string(catalog.artists[index].name.text)
    return .object(object)
  }

  func artist(_ index: Int) -> JSON {
    let artist = catalog.artists[index]
    var object = reference("artist", ids.artists.base62(index))
    object["name"] = .string(artist.name.text)
    object["images"] = images(.artist, index, isThere: artist.hasArtwork)
    object["genres"] = .strings(index % 4 == 3 ? [] : [Genre.all[artist.genre].name.lowercased()])
    if !isDevelopment {
      object["followers"] = ["href": .null, "total": .number(artist.popularity)]
      object["popularity"] = .number(artist.popularity / 10_000)
    }
    return .object(object)
  }

  // MARK: - Albums

  func simpleAlbum(_ index: Int, group: String? = nil) -> JSONObject {
    let album = catalog.albums[index]
    var object = reference("album", ids.albums.base62(index))
    object["album_type"] = .string(Self.type(of: album))
    object["total_tracks"] = .number(album.tracks.songs.count)
    if market == nil {
      if !isDevelopment {
        object["available_markets"] = .strings(markets { catalog.isSold(album: index, in: $0) })
      }
    } else {
      let isSold = storefront.map { catalog.isSold(album: index, in: $0) } ?? false
      object["is_playable"] = .bool(isSold)
      if !isSold { object["restrictions"] = ["reason": "market"] }
    }
    object["images"] = images(.album, index, isThere: index % 31 != 30)
    object["name"] = .string(Self.name(of: album))
    let (date, precision) = Self.date(album.releaseDate)
    object["release_date"] = .string(date)
    object["release_date_precision"] = .string(precision)
    object["artists"] = [simpleArtist(album.artist)]
    if let group, !isDevelopment { object["album_group"] = .string(group) }
    return object
  }

  func album(_ index: Int) -> JSON {
    let album = catalog.albums[index]
    var object = simpleAlbum(index)
    let songs = album.tracks.songs
    let page = SpotifyPage(limit: 50, offset: 0)
    object["tracks"] = page.json(
      songs[page.range(of: songs.count)].map { simpleTrack($0) },
      total: songs.count,
      at: "\(base)/v1/albums/\(ids.albums.base62(index))/tracks",
      keeping: market.map { [(name: "market", value: $0)] } ?? []
    )
    let owner = catalog.recordLabels[album.label].name
    object["copyrights"] = [
      ["text": .string("(C) \(date(of: album).prefix(4)) \(owner)"), "type": "C"],
      ["text": .string("(P) \(date(of: album).prefix(4)) \(owner)"), "type": "P"],
    ]
    object["external_ids"] = .object(album.upc.map { ["upc": .string($0)] } ?? [:])
    object["genres"] = []
    if !isDevelopment {
      object["label"] = .string(owner)
      object["popularity"] = .number(album.popularity / 10_000)
    }
    return .object(object)
  }

  static func type(of album: Album) -> String {
    switch album.kind {
    case .album, .live: "album"
    case .single, .extendedPlay: "single"
    case .compilation: "compilation"
    }
  }

  /// Spotify's names say nothing of the form.
  static func name(of album: Album) -> String {
    for end in [" - Single", " - EP"] where album.title.text.hasSuffix(end) {
      return String(album.title.text.dropLast(end.count))
    }
    return album.title.text
  }

  /// A date, and how much of it is known.
  static func date(_ text: String?) -> (date: String, precision: String) {
    guard let text else { return ("0000", "year") }
    return (text, text.count > 4 ? "day" : "year")
  }

  private func date(of album: Album) -> String { Self.date(album.releaseDate).date }

  // MARK: - Markets

  var storefront: Storefront? { market.flatMap { Storefront.named($0.lowercased()) } }

  func markets(_ isThere: (Storefront) -> Bool) -> [String] {
    Storefront.all.filter(isThere).map { $0.id.uppercased() }.sorted()
  }
}
