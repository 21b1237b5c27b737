/// Writes catalog resources like MusicBrainz.
struct MusicBrainzWriter {
  let catalog: InventedCatalog
  let ids: MusicBrainzIDs

  func recording(_ index: Int, _ includes: Set<String>) -> JSON {
    let recording = catalog.recordings[index]
    return self.recording(
      ids.recordings.uuid(index),
      index,
      length: .number(recording.durationInMillis),
      date: recording.releaseDate,
      includes
    )
  }

  /// The duplicate entry of a recording, based on another edition: longer, later, and without
  /// pages.
  func twin(_ index: Int, _ includes: Set<String>) -> JSON {
    recording(
      ids.twins.uuid(index),
      index,
      length: .number(catalog.recordings[index].durationInMillis + 5_000),
      date: "2030",
      includes.subtracting(["url-rels"])
    ) + (includes.contains("url-rels") ? ["relations": []] : [:])
  }

  private func recording(
    _ id: String,
    _ index: Int,
    length: JSON,
    date: String,
    _ includes: Set<String>
  ) -> JSON {
    let recording = catalog.recordings[index]
    var json: JSON = [
      "id": .string(id), "title": .string(recording.title.text), "length": length,
      "first-release-date": .string(date), "disambiguation": "", "video": false,
    ]
    if includes.contains("artist-credits") {
      let artists = [recording.artist] + recording.featured
      json["artist-credit"] = .array(
        artists.enumerated().map { place, artist in
          credit(artist, joinedBy: place + 1 < artists.count ? " feat. " : "")
        }
      )
    }
    if includes.contains("isrcs") {
      json["isrcs"] = .strings([recording.isrc].compactMap(\.self))
    }
    if includes.contains("releases") {
      let albums = catalog.songsOfRecordings[index].prefix(25).map { catalog.songs[$0].album }
      json["releases"] = .array(albums.map(release))
    }
    if includes.contains("url-rels") { json["relations"] = .array(pages(index)) }
    return json
  }

  private func credit(_ index: Int, joinedBy phrase: String) -> JSON {
    let name = catalog.artists[index].name.text
    return [
      "name": .string(name), "joinphrase": .string(phrase),
      "artist": [
        "id": .string(ids.artists.uuid(index)), "name": .string(name),
        "sort-name": .string(name), "disambiguation": "",
      ],
    ]
  }

  private func release(_ album: Int) -> JSON {
    [
      "id": .string(ids.releases.uuid(album)),
      "title": .string(catalog.albums[album].title.text), "status": "Official",
      "date": .string(catalog.albums[album].releaseDate ?? ""), "disambiguation": "",
    ]
  }

  func releaseGroup(_ album: Int) -> JSON {
    let kind = catalog.albums[album].kind
    let primary: JSON =
      switch kind {
      case .single: "Single"
      case .extendedPlay: "EP"
      case .album, .live, .compilation: "Album"
      }
    let secondary: [String] =
      switch kind {
      case .live: ["Live"]
      case .compilation: ["Compilation"]
      case .album, .single, .extendedPlay: []
      }
    return [
      "id": .string(ids.releaseGroups.uuid(album)),
      "title": .string(catalog.albums[album].title.text), "primary-type": primary,
      "secondary-types": .strings(secondary), "disambiguation": "",
      "first-release-date": .string(catalog.albums[album].releaseDate ?? ""),
    ]
  }

  /// The pages of a recording's first song. Some recordings have none, and one page has ended.
  private func pages(_ index: Int) -> [JSON] {
    guard index % 3 != 0, let song = catalog.songsOfRecordings[index].first else { return [] }
    let spotify = SpotifyIDs(seed: catalog.seed).tracks
    return [
      page("free streaming", "https://open.spotify.com/track/\(spotify.base62(song + 1))", true),
      page("free streaming", "https://open.spotify.com/track/\(spotify.base62(song))"),
      page("free streaming", "https://www.deezer.com/track/\(DeezerIDs.tracks.id(song))"),
      page("streaming", "https://music.apple.com/gb/song/\(IDSpace.songs.id(song))"),
    ]
  }

  private func page(_ type: String, _ address: String, _ hasEnded: Bool = false) -> JSON {
    [
      "type": .string(type), "target-type": "url", "direction": "forward",
      "ended": .bool(hasEnded), "begin": .null, "end": .null, "attributes": [],
      "url": ["id": .string(ids.releases.uuid(0)), "resource": .string(address)],
    ]
  }
}
