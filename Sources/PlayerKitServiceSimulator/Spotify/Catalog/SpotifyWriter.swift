import Foundation

/// Writes catalog resources like Spotify, for one request with its market and class of app.
struct SpotifyWriter: Sendable {
  let catalog: InventedCatalog
  let ids: SpotifyIDs
  let isDevelopment: Bool
  /// An ISO country in uppercase, or `nil` if responses list all markets.
  let market: String?
  /// `http://127.0.0.1:PORT/spotify`
  let base: String
  let mediaBase: String
  let clientID: String
  let rules: SpotifyPlaybackRules

  /// Members that development mode leaves out.
  func extended(_ members: @autoclosure () -> JSON) -> JSON { isDevelopment ? [:] : members() }

  /// The fields that all resources have.
  func reference(_ type: String, _ id: String) -> JSON {
    [
      "external_urls": ["spotify": .string("https://open.spotify.com/\(type)/\(id)")],
      "href": .string("\(base)/v1/\(type)s/\(id)"), "id": .string(id), "type": .string(type),
      "uri": .string("spotify:\(type):\(id)"),
    ]
  }

  func images(_ kind: ArtworkKind, _ index: Int, isThere: Bool = true) -> JSON {
    let artwork = catalog.artwork(kind, index)
    return .array(
      (isThere ? [640, 300, 64] : []).map { size in
        [
          "url": .string(artwork.url(base: mediaBase, size: size)), "height": .number(size),
          "width": .number(size),
        ]
      }
    )
  }

  /// A page of a list. The addresses of the list and of the adjacent pages are full URLs.
  static func page<Element>(
    _ page: Page,
    of list: [Element],
    at address: String,
    keeping pairs: Query.Pairs = [],
    _ write: (Element) -> JSON
  ) -> JSON {
    func link(_ offset: Int) -> JSON {
      let place = [(name: "offset", value: "\(offset)"), (name: "limit", value: "\(page.limit)")]
      let all = place + Query(pairs: pairs).without("limit", "offset")
      return .string(Query.adding(all, to: address))
    }
    return [
      "href": link(page.offset), "limit": .number(page.limit),
      "next": page.nextOffset(of: list.count).map(link) ?? .null, "offset": .number(page.offset),
      "previous": page.offset > 0 ? link(max(0, page.offset - page.limit)) : .null,
      "total": .number(list.count), "items": .array(page.slice(of: list).map(write)),
    ]
  }

  /// The parameter that the addresses of further pages keep.
  var keptMarket: Query.Pairs { market.map { [(name: "market", value: $0)] } ?? [] }

  // MARK: - Artists

  func simpleArtist(_ index: Int) -> JSON {
    reference("artist", ids.artists.base62(index))
      + ["name": .string(catalog.artists[index].name.text)]
  }

  func artist(_ index: Int) -> JSON {
    let artist = catalog.artists[index]
    return simpleArtist(index) + [
      "images": images(.artist, index, isThere: artist.hasArtwork),
      "genres": .strings(index % 4 == 3 ? [] : [Genre.all[artist.genre].name.lowercased()]),
    ]
      + extended([
        "followers": ["href": .null, "total": .number(artist.popularity)],
        "popularity": .number(artist.popularity / 10_000),
      ])
  }

  // MARK: - Albums

  func simpleAlbum(_ index: Int, group: String? = nil) -> JSON {
    let album = catalog.albums[index]
    let isSold = storefront.map { catalog.isSold(album: index, in: $0) } ?? false
    let availability: JSON =
      market == nil
      ? extended(["available_markets": markets { catalog.isSold(album: index, in: $0) }])
      : ["is_playable": .bool(isSold), "restrictions": isSold ? nil : ["reason": "market"]]
    let date = album.releaseDate ?? "0000"
    return reference("album", ids.albums.base62(index)) + availability + [
      "album_type": .string(Self.type(of: album)),
      "total_tracks": .number(album.tracks.songs.count),
      "images": images(.album, index, isThere: index % 31 != 30),
      "name": .string(album.plainTitle), "release_date": .string(date),
      "release_date_precision": date.count > 4 ? "day" : "year",
      "artists": [simpleArtist(album.artist)],
    ] + extended(["album_group": .string(group)])
  }

  func album(_ index: Int) -> JSON {
    let album = catalog.albums[index]
    let owner = catalog.recordLabels[album.label].name
    let year = (album.releaseDate ?? "0000").prefix(4)
    return simpleAlbum(index) + [
      "tracks": Self.page(
        Page(limit: 50),
        of: album.tracks.songs,
        at: "\(base)/v1/albums/\(ids.albums.base62(index))/tracks",
        keeping: keptMarket,
        simpleTrack
      ),
      "copyrights": .array(
        ["C", "P"].map { ["text": .string("(\($0)) \(year) \(owner)"), "type": .string($0)] }
      ),
      "external_ids": ["upc": .string(album.upc)], "genres": [],
    ]
      + extended([
        "label": .string(owner), "popularity": .number(album.popularity / 10_000),
      ])
  }

  static func type(of album: Album) -> String {
    switch album.kind {
    case .album, .live: "album"
    case .single, .extendedPlay: "single"
    case .compilation: "compilation"
    }
  }

  // MARK: - Markets

  var storefront: Storefront? { market.flatMap { Storefront.named($0.lowercased()) } }

  private func markets(_ isThere: (Storefront) -> Bool) -> JSON {
    .strings(Storefront.all.filter(isThere).map { $0.id.uppercased() }.sorted())
  }
}

/// Tracks, which depend on the market.
extension SpotifyWriter {
  /// A track in a market: itself, another track of the same recording, or not playable.
  private struct Relinked {
    var song: Int
    var asked: Int?
    var restriction: String?
  }

  func track(_ asked: Int) -> JSON {
    let relinked = relink(asked)
    let song = catalog.songs[relinked.song]
    let recording = catalog.recordings[song.recording]
    return plain(relinked) + [
      "album": simpleAlbum(song.album), "external_ids": ["isrc": .string(recording.isrc)],
    ] + extended(["popularity": .number(recording.popularity / 10_000)])
  }

  /// The form in albums.
  func simpleTrack(_ asked: Int) -> JSON { plain(relink(asked)) }

  func isPlayable(_ song: Int) -> Bool { relink(song).restriction == nil }

  /// The markets of a track. Some tracks have none.
  func availableMarkets(_ song: Int) -> [Storefront] {
    guard catalog.songs[song].isStreamable else { return [] }
    return Storefront.all.filter { catalog.isSold(song: song, in: $0) }
  }

  private func plain(_ relinked: Relinked) -> JSON {
    let song = catalog.songs[relinked.song]
    let recording = catalog.recordings[song.recording]
    let asked = relinked.asked.map { reference("track", ids.tracks.base62($0)) }
    let there = availableMarkets(relinked.song)
    let millis = Int((rules.length(of: relinked.song, in: catalog) * 1_000).rounded())
    let availability: JSON =
      market == nil
      ? extended(["available_markets": markets(there.contains)])
      : [
        "is_playable": .bool(relinked.restriction == nil),
        "restrictions": relinked.restriction.map { ["reason": .string($0)] },
        "linked_from": isDevelopment ? nil : asked,
      ]
    return reference("track", ids.tracks.base62(relinked.song)) + availability + [
      "artists": .array(([recording.artist] + recording.featured).map(simpleArtist)),
      "disc_number": .number(song.disc), "duration_ms": .number(millis),
      "explicit": .bool(recording.rating == .explicit), "name": .string(recording.title.text),
      "preview_url": .string(previewURL(of: song)) ?? .null, "track_number": .number(song.track),
      "is_local": false,
    ]
  }

  /// Half of the tracks have a preview if the request names a market, and a quarter otherwise. Apps
  /// in development mode get none.
  private func previewURL(of song: Song) -> String? {
    guard
      !isDevelopment, song.preview == .usual,
      song.recording % (market == nil ? 4 : 2) == 0
    else { return nil }
    return "\(mediaBase)/mp3-preview/\(ids.previews.hexadecimal(song.recording))?cid=\(clientID)"
  }

  private func relink(_ asked: Int) -> Relinked {
    guard market != nil, let reason = restriction(asked) else { return Relinked(song: asked) }
    let same = catalog.songsOfRecordings[catalog.songs[asked].recording]
    guard let other = same.first(where: { restriction($0) == nil }) else {
      return Relinked(song: asked, restriction: reason)
    }
    return Relinked(song: other, asked: asked)
  }

  /// The reason why a track can't be played in the market.
  private func restriction(_ index: Int) -> String? {
    let song = catalog.songs[index]
    guard
      let storefront, song.isStreamable, catalog.isSold(song: index, in: storefront)
    else { return "market" }
    let isExplicit = catalog.recordings[song.recording].rating == .explicit
    if isExplicit, storefront.explicitContentPolicy == "prohibited" { return "explicit" }
    return index % 211 == 17 ? "product" : nil
  }
}
