import Foundation

/// Writes catalog resources like Deezer, for a client in the United States.
struct DeezerWriter: Sendable {
  let catalog: InventedCatalog
  let signer: PreviewSigner
  let request: SimulatedRequest

  /// The lifetime of a preview's address.
  private static let previewLife: TimeInterval = 15 * 60
  private var storefront: Storefront { Storefront.all[0] }
  private var base: String { request.serviceBase }

  // MARK: - Tracks

  func isReadable(_ song: Int) -> Bool {
    catalog.songs[song].isStreamable && catalog.isSold(song: song, in: storefront)
  }

  /// The form in lists.
  func track(_ index: Int) -> JSON {
    let song = catalog.songs[index]
    let recording = catalog.recordings[song.recording]
    let title = Self.parts(of: recording.title.text)
    let isExplicit = recording.rating == .explicit
    return thing("track", DeezerIDs.tracks.id(index)) + [
      "readable": .bool(isReadable(index)), "title": .string(recording.title.text),
      "title_short": .string(title.short), "title_version": .string(title.version),
      "duration": .number(recording.durationInMillis / 1_000),
      "rank": .number(recording.popularity), "explicit_lyrics": .bool(isExplicit),
      "explicit_content_lyrics": .number(isExplicit ? 1 : 0),
      "explicit_content_cover": .number(2), "preview": .string(preview(of: song)),
      "md5_image": checksum(.album, song.album), "artist": reference(artist: recording.artist),
      "album": reference(album: song.album),
    ]
  }

  private func place(_ song: Song) -> JSON {
    [
      "isrc": .string(catalog.recordings[song.recording].isrc ?? ""),
      "track_position": .number(song.track), "disk_number": .number(song.disc),
    ]
  }

  /// The form in an album.
  func albumTrack(_ index: Int) -> JSON {
    var track = track(index) + place(catalog.songs[index])
    track["album"] = nil
    return track
  }

  /// The form for a single track.
  func wholeTrack(_ index: Int) -> JSON {
    let song = catalog.songs[index]
    let recording = catalog.recordings[song.recording]
    let countries = Storefront.all.filter {
      song.isStreamable && catalog.isSold(song: index, in: $0)
    }
    return track(index) + place(song) + [
      "share": .string("https://www.deezer.com/track/\(DeezerIDs.tracks.id(index))?utm=x"),
      "release_date": .string(Self.date(recording.releaseDate)), "bpm": .real(recording.beats),
      "gain": .real(-Double(60 + recording.index % 80) / 10),
      "available_countries": .strings(countries.map { $0.id.uppercased() }.sorted()),
      "contributors": contributors([recording.artist] + recording.featured),
    ]
  }

  private func contributors(_ artists: [Int]) -> JSON {
    .array(
      artists.enumerated().map { place, artist in
        reference(artist: artist) + ["role": place == 0 ? "Main" : "Featured"]
      }
    )
  }

  /// The address of a preview, signed for some minutes, or an empty string if there is none.
  private func preview(of song: Song) -> String {
    guard song.preview == .usual else { return "" }
    let name = OpaqueID.deezerPreview(seed: catalog.seed).hexadecimal(song.recording)
    let path = "/deezer/api/1/1/\(name.prefix(1))/\(name.dropFirst().prefix(1))/0/\(name).mp3"
    let expires = request.now.addingTimeInterval(Self.previewLife)
    return "\(request.mediaBase)\(path)?hdnea=\(signer.token(path: path, expires: expires))"
  }

  /// Splits `Opening Night (Live)` into `Opening Night` and `(Live)`.
  static func parts(of title: String) -> (short: String, version: String) {
    guard let start = title.range(of: " ("), title.hasSuffix(")") else { return (title, "") }
    let version = title[start.lowerBound...].dropFirst()
    return (String(title[..<start.lowerBound]), String(version))
  }

  // MARK: - Albums

  private func reference(album index: Int) -> JSON {
    let id = DeezerIDs.albums.id(index)
    return thing("album", id) + pictures("cover", .album, index) + [
      "title": .string(catalog.albums[index].plainTitle),
      "tracklist": .string("\(base)/album/\(id)/tracks"), "md5_image": checksum(.album, index),
    ]
  }

  func album(_ index: Int) -> JSON {
    let album = catalog.albums[index]
    return reference(album: index) + [
      "genre_id": .number(Self.genreID(album.genre)),
      "nb_tracks": .number(album.tracks.songs.count),
      "release_date": .string(Self.date(album.releaseDate)),
      "record_type": Self.type(of: album), "explicit_lyrics": .bool(album.rating == .explicit),
      "artist": reference(artist: album.artist),
    ]
  }

  func wholeAlbum(_ index: Int) -> JSON {
    let album = catalog.albums[index]
    let songs = album.tracks.songs
    let lengths = songs.map { catalog.recording(of: $0).durationInMillis / 1_000 }
    return self.album(index) + [
      "upc": .string(album.upc ?? ""),
      "label": .string(catalog.recordLabels[album.label].name),
      "duration": .number(lengths.reduce(0, +)), "fans": .number(album.popularity),
      "available": .bool(catalog.isSold(album: index, in: storefront)),
      "genres": ["data": [genre(album.genre)]], "contributors": contributors([album.artist]),
      "tracks": ["data": .array(songs.map(track))],
    ]
  }

  private static func type(of album: Album) -> JSON {
    switch album.kind {
    case .album, .live: "album"
    case .single: "single"
    case .extendedPlay: "ep"
    case .compilation: "compile"
    }
  }

  // MARK: - Artists, playlists, genres

  private func reference(artist index: Int) -> JSON {
    let id = DeezerIDs.artists.id(index)
    return thing("artist", id) + pictures("picture", .artist, index) + [
      "name": .string(catalog.artists[index].name.text),
      "tracklist": .string("\(base)/artist/\(id)/top?limit=50"),
    ]
  }

  func artist(_ index: Int) -> JSON {
    let artist = catalog.artists[index]
    return reference(artist: index) + [
      "nb_album": .number(artist.albums.count), "nb_fan": .number(artist.popularity),
      "radio": true,
    ]
  }

  func playlist(_ index: Int) -> JSON {
    let playlist = catalog.playlists[index]
    let id = DeezerIDs.playlists.id(index)
    return thing("playlist", id) + pictures("picture", .playlist, index) + [
      "title": .string(playlist.name), "public": true,
      "nb_tracks": .number(playlist.tracks.songs.count),
      "tracklist": .string("\(base)/playlist/\(id)/tracks"),
      "checksum": checksum(.playlist, index),
      "user": ["id": .number(900 + index), "name": .string(playlist.curatorName), "type": "user"],
    ]
  }

  func wholePlaylist(_ index: Int) -> JSON {
    let playlist = catalog.playlists[index]
    var object = self.playlist(index)
    object["creator"] = object["user"]
    object["user"] = nil
    return object + [
      "description": .string(playlist.summary ?? ""), "fans": .number(playlist.popularity),
      "collaborative": false, "tracks": ["data": .array(playlist.tracks.songs.map(track))],
    ]
  }

  func genre(_ index: Int) -> JSON {
    pictures("picture", .group, index) + [
      "id": .number(Self.genreID(index)), "type": "genre",
      "name": .string(index == 0 ? "All" : Genre.all[index].name),
    ]
  }

  /// Genre 0 stands for all genres.
  private static func genreID(_ index: Int) -> Int {
    let main = Genre.main(index)
    return main == 0 ? 0 : DeezerIDs.genres.id(main)
  }

  // MARK: - Parts

  private func thing(_ type: String, _ id: Int) -> JSON {
    [
      "id": .number(id), "link": .string("https://www.deezer.com/\(type)/\(id)"),
      "type": .string(type),
    ]
  }

  /// A full date, or zeros if it is unknown.
  private static func date(_ text: String?) -> String {
    guard let text else { return "0000-00-00" }
    return text.count > 4 ? text : "\(text)-01-01"
  }

  private func pictures(_ name: String, _ kind: ArtworkKind, _ index: Int) -> JSON {
    let artwork = catalog.artwork(kind, index)
    let sizes = [("", 120), ("_small", 56), ("_medium", 250), ("_big", 500), ("_xl", 1_000)]
    return sizes.reduce([:]) { pictures, size in
      pictures + [name + size.0: .string(artwork.url(base: request.mediaBase, size: size.1))]
    }
  }

  private func checksum(_ kind: ArtworkKind, _ index: Int) -> JSON {
    let id = OpaqueID(kind: 50 + UInt64(kind.rawValue), seed: catalog.seed)
    return .string(String(id.hexadecimal(index).prefix(32)))
  }
}
