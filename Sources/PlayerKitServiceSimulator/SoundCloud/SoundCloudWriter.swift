import Foundation

/// Writes catalog resources like SoundCloud. Artists are its users; albums and playlists are its
/// sets.
struct SoundCloudWriter: Sendable {
  let catalog: InventedCatalog
  let request: SimulatedRequest

  enum IDs {
    static let tracks = IDSpace(base: 210_000_000, stride: 3)
    static let albums = IDSpace(base: 310_000_000, stride: 7)
    static let playlists = IDSpace(base: 410_000_000, stride: 11)
    static let users = IDSpace(base: 510_000_000, stride: 5)
  }

  static func urn(_ kind: String, _ id: Int) -> String { "soundcloud:\(kind):\(id)" }

  static func date(_ date: Date) -> String {
    let parts = Calendar(identifier: .gregorian).dateComponents(in: .gmt, from: date)
    func two(_ number: Int?) -> String { (number ?? 0).padded(2) }
    let day = "\(parts.year ?? 0)/\(two(parts.month))/\(two(parts.day))"
    return "\(day) \(two(parts.hour)):\(two(parts.minute)):\(two(parts.second)) +0000"
  }

  /// How much of a song can be played.
  func access(_ song: Int) -> String {
    song % 11 == 5 ? "blocked" : song % 5 == 2 ? "preview" : "playable"
  }

  func slug(_ text: String) -> String {
    CatalogText.words(text).joined(separator: "-").filter { $0.isASCII }
  }

  func userPath(_ artist: Int) -> String {
    "\(slug(catalog.artists[artist].name.text))-\(artist)"
  }

  func trackPath(_ song: Int) -> String {
    let recording = catalog.recording(of: song)
    return "\(userPath(recording.artist))/\(slug(recording.title.text))-\(song)"
  }

  func setPath(album index: Int) -> String {
    let album = catalog.albums[index]
    return "\(userPath(album.artist))/sets/\(slug(album.plainTitle))-\(index)"
  }

  private func picture(_ kind: ArtworkKind, _ index: Int, _ word: String) -> String {
    let name = catalog.artwork(kind, index).path.split(separator: "/").dropLast().last ?? "x"
    return "https://i1.sndcdn.com/\(word)-\(name)-\(index)-large.jpg"
  }

  func user(_ index: Int) -> JSON {
    let artist = catalog.artists[index]
    return [
      "kind": "user", "urn": .string(Self.urn("users", IDs.users.id(index))),
      "username": .string(artist.name.text), "full_name": .string(artist.name.text),
      "permalink_url": .string("https://soundcloud.com/\(userPath(index))"),
      "avatar_url": .string(picture(.artist, index, "avatars")),
      "followers_count": .number(artist.popularity), "city": .null,
      "playlist_count": .number(artist.albums.count),
    ]
  }

  func track(_ index: Int) -> JSON {
    let recording = catalog.recording(of: index)
    let urn = Self.urn("tracks", IDs.tracks.id(index))
    let date = recording.releaseDate.split(separator: "-").compactMap { Int($0) }
    let featured = recording.featured.first.map { catalog.artists[$0].name.text }
    return [
      "kind": "track", "urn": .string(urn), "title": .string(recording.title.text),
      "duration": .number(recording.durationInMillis), "access": .string(access(index)),
      "genre": .string(Genre.all[recording.genre].name), "isrc": .string(recording.isrc),
      "metadata_artist": .string(index % 4 == 1 ? featured : nil) ?? .null,
      "release_year": .number(date.first), "release_month": .number(date.dropFirst().first),
      "release_day": .number(date.dropFirst(2).first),
      "permalink_url": .string("https://soundcloud.com/\(trackPath(index))"),
      "artwork_url": index % 6 == 0
        ? .null : .string(picture(.album, catalog.songs[index].album, "artworks")),
      "sharing": "public", "streamable": true, "license": "all-rights-reserved",
      "created_at": "2019/01/15 15:40:49 +0000", "playback_count": .number(recording.popularity),
      "stream_url": .string("\(request.serviceBase)/tracks/\(urn)/stream"),
      "uri": .string("\(request.serviceBase)/tracks/\(urn)"), "user": user(recording.artist),
    ]
  }

  func set(album index: Int) -> JSON {
    let album = catalog.albums[index]
    return set(
      "album",
      IDs.albums.id(index),
      album.plainTitle,
      setPath(album: index),
      album.tracks.songs
    ) + ["user": user(album.artist)]
  }

  func set(playlist index: Int) -> JSON {
    let playlist = catalog.playlists[index]
    return set(
      "playlist",
      IDs.playlists.id(index),
      playlist.name,
      "\(userPath(0))/sets/\(slug(playlist.name))-p\(index)",
      playlist.tracks.songs
    ) + ["user": user(0)]
  }

  private func set(
    _ type: String,
    _ id: Int,
    _ title: String,
    _ path: String,
    _ songs: [Int]
  ) -> JSON {
    let length = songs.map { catalog.recording(of: $0).durationInMillis }.reduce(0, +)
    return [
      "kind": "playlist", "urn": .string(Self.urn("playlists", id)), "title": .string(title),
      "playlist_type": .string(type), "track_count": .number(songs.count),
      "duration": .number(length), "sharing": "public", "artwork_url": .null,
      "permalink_url": .string("https://soundcloud.com/\(path)"),
    ]
  }
}
