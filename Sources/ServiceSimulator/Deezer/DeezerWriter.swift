import Foundation

/// Writes the catalog's things as Deezer does, to an address in the United States.
struct DeezerWriter: Sendable {
  let catalog: InventedCatalog
  let signer: PreviewSigner
  /// `http://127.0.0.1:PORT/deezer`
  let base: String
  let mediaBase: String
  let now: Date

  /// How long a preview's address is good.
  static let previewLife: TimeInterval = 15 * 60
  private static let sizes = [("small", 56), ("medium", 250), ("big", 500), ("xl", 1_000)]
  private var storefront: Storefront { Storefront.all[0] }

  // MARK: - Tracks

  func isReadable(_ song: Int) -> Bool {
    catalog.songs[song].isStreamable && catalog.isSold(song: song, in: storefront)
  }

  /// As lists have it.
  func track(_ index: Int) -> JSONObject {
    let song = catalog.songs[index]
    let recording = catalog.recordings[song.recording]
    let id = DeezerIDs.tracks.id(index)
    let title = Self.parts(of: recording.title.text)
    let isExplicit = recording.rating == .explicit
    return [
      "id": .number(id), "readable": .bool(isReadable(index)),
      "title": .string(recording.title.text), "title_short": .string(title.short),
      "title_version": .string(title.version),
      "link": .string("https://www.deezer.com/track/\(id)"),
      "duration": .number(recording.durationInMillis / 1_000),
      "rank": .number(recording.popularity), "explicit_lyrics": .bool(isExplicit),
      "explicit_content_lyrics": .number(isExplicit ? 1 : 0),
      "explicit_content_cover": .number(2), "preview": .string(preview(of: song)),
      "md5_image": .string(checksum(.album, song.album)),
      "artist": .object(reference(artist: recording.artist)),
      "album": .object(reference(album: song.album)), "type": "track",
    ]
  }

  /// Asked for by itself.
  func wholeTrack(_ index: Int) -> JSON {
    let song = catalog.songs[index]
    let recording = catalog.recordings[song.recording]
    var object = track(index)
    object["isrc"] = .string(recording.isrc ?? "")
    object["share"] = .string("https://www.deezer.com/track/\(DeezerIDs.tracks.id(index))?utm=x")
    object["track_position"] = .number(song.track)
    object["disk_number"] = .number(song.disc)
    object["release_date"] = .string(Self.date(recording.releaseDate))
    object["bpm"] = .real(Double(800 + recording.index % 900) / 10)
    object["gain"] = .real(-Double(60 + recording.index % 80) / 10)
    object["available_countries"] = .strings(
      song.isStreamable
        ? Storefront.all.filter { catalog.isSold(song: index, in: $0) }
          .map { $0.id.uppercased() }.sorted() : []
    )
    object["contributors"] = contributors([recording.artist] + recording.featured)
    return .object(object)
  }

  private func contributors(_ artists: [Int]) -> JSON {
    .array(
      artists.enumerated().map { place, artist in
        var object = reference(artist: artist)
        object["role"] = .string(place == 0 ? "Main" : "Featured")
        return .object(object)
      }
    )
  }

  /// Signed, for some minutes; empty where there is none.
  private func preview(of song: Song) -> String {
    guard song.preview == .usual else { return "" }
    let name = OpaqueID.deezerPreview(seed: catalog.seed).hexadecimal(song.recording)
    let path = "/deezer/api/1/1/\(name.prefix(1))/\(name.dropFirst().prefix(1))/0/\(name).mp3"
    let token = signer.token(path: path, expires: now.addingTimeInterval(Self.previewLife))
    return "\(mediaBase)\(path)?hdnea=\(token)"
  }

  /// `Opening Night (Live)` is `Opening Night` and `(Live)`.
  static func parts(of title: String) -> (short: String, version: String) {
    guard let start = title.range(of: " ("), title.hasSuffix(")") else { return (title, "") }
    let version = title[start.lowerBound...].dropFirst()
    return (String(title[..<start.lowerBound]), String(version))
  }

  // MARK: - Albums

  func reference(album index: Int) -> JSONObject {
    let id = DeezerIDs.albums.id(index)
    var object: JSONObject = [
      "id": .number(id), "title": .string(SpotifyWriter.name(of: catalog.albums[index])),
      "link": .string("https://www.deezer.com/album/\(id)"),
      "tracklist": .string("\(base)/album/\(id)/tracks"),
      "md5_image": .string(checksum(.album, index)), "type": "album",
    ]
    addPictures("cover", .album, index, to: &object)
    return object
  }

  func albumJSON(_ index: Int) -> JSON { .object(album(index)) }
  func playlistJSON(_ index: Int) -> JSON { .object(playlist(index)) }

  func album(_ index: Int) -> JSONObject {
    let album = catalog.albums[index]
    var object = reference(album: index)
    object["genre_id"] = .number(Self.genreID(album.genre))
    object["nb_tracks"] = .number(album.tracks.songs.count)
    object["release_date"] = .string(Self.date(album.releaseDate))
    object["record_type"] = .string(Self.type(of: album))
    object["explicit_lyrics"] = .bool(album.rating == .explicit)
    object["artist"] = .object(reference(artist: album.artist))
    return object
  }

  func wholeAlbum(_ index: Int) -> JSON {
    let album = catalog.albums[index]
    var object = self.album(index)
    let songs = album.tracks.songs
    object["upc"] = .string(album.upc ?? "")
    object["label"] = .string(catalog.recordLabels[album.label].name)
    let length = songs.reduce(0) {
      $0 + catalog.recordings[catalog.songs[$1].recording].durationInMillis / 1_000
    }
    object["duration"] = .number(length)
    object["fans"] = .number(album.popularity)
    object["available"] = .bool(catalog.isSold(album: index, in: storefront))
    object["genres"] = ["data": [genre(album.genre)]]
    object["contributors"] = contributors([album.artist])
    object["tracks"] = ["data": .array(songs.map { .object(track($0)) })]
    return .object(object)
  }

  private static func type(of album: Album) -> String {
    switch album.kind {
    case .album, .live: "album"
    case .single: "single"
    case .extendedPlay: "ep"
    case .compilation: "compile"
    }
  }

  // MARK: - Artists, playlists, genres

  func reference(artist index: Int) -> JSONObject {
    let id = DeezerIDs.artists.id(index)
    var object: JSONObject = [
      "id": .number(id), "name": .string(catalog.artists[index].name.text),
      "link": .string("https://www.deezer.com/artist/\(id)"),
      "tracklist": .string("\(base)/artist/\(id)/top?limit=50"), "type": "artist",
    ]
    addPictures("picture", .artist, index, to: &object)
    return object
  }

  func artist(_ index: Int) -> JSON {
    let artist = catalog.artists[index]
    var object = reference(artist: index)
    object["nb_album"] = .number(artist.albums.count)
    object["nb_fan"] = .number(artist.popularity)
    object["radio"] = true
    return .object(object)
  }

  func playlist(_ index: Int) -> JSONObject {
    let playlist = catalog.playlists[index]
    let id = DeezerIDs.playlists.id(index)
    var object: JSONObject = [
      "id": .number(id), "title": .string(playlist.name), "public": true,
      "nb_tracks": .number(playlist.tracks.songs.count),
      "link": .string("https://www.deezer.com/playlist/\(id)"),
      "tracklist": .string("\(base)/playlist/\(id)/tracks"),
      "checksum": .string(checksum(.playlist, index)),
      "user": ["id": .number(900 + index), "name": .string(playlist.curatorName), "type": "user"],
      "type": "playlist",
    ]
    addPictures("picture", .playlist, index, to: &object)
    return object
  }

  func wholePlaylist(_ index: Int) -> JSON {
    let playlist = catalog.playlists[index]
    var object = self.playlist(index)
    let members = playlist.tracks.songs
    object["description"] = .string(playlist.summary ?? "")
    object["fans"] = .number(playlist.popularity)
    object["collaborative"] = false
    object["creator"] = object["user"]
    object["user"] = nil
    object["tracks"] = ["data": .array(members.map { .object(track($0)) })]
    return .object(object)
  }

  func genre(_ index: Int) -> JSON {
    let name = index == 0 ? "All" : Genre.all[index].name
    var object: JSONObject = [
      "id": .number(Self.genreID(index)), "name": .string(name), "type": "genre",
    ]
    addPictures("picture", .group, index, to: &object)
    return .object(object)
  }

  /// 0 stands for all of them.
  static func genreID(_ index: Int) -> Int {
    let main = Genre.main(index)
    return main == 0 ? 0 : DeezerIDs.genres.id(main)
  }

  // MARK: - Parts

  /// A day; zeros where it is not known.
  static func date(_ text: String?) -> String {
    guard let text else { return "0000-00-00" }
    return text.count > 4 ? text : "\(text)-01-01"
  }

  private func addPictures(
    _ name: String,
    _ kind: ArtworkKind,
    _ index: Int,
    to object: inout JSONObject
  ) {
    let artwork = catalog.artwork(kind, index)
    object[name] = .string(artwork.url(base: mediaBase, size: 120))
    for (suffix, size) in Self.sizes {
      object["\(name)_\(suffix)"] = .string(artwork.url(base: mediaBase, size: size))
    }
  }

  private func checksum(_ kind: ArtworkKind, _ index: Int) -> String {
    String(
      OpaqueID(kind: 50 + UInt64(kind.rawValue), seed: catalog.seed).hexadecimal(index).prefix(32)
    )
  }
}
