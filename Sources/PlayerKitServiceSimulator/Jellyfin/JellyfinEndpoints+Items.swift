import Foundation

/// Lists of items, and their contents.
extension JellyfinEndpoints {
  func items() throws -> SimulatedResponse {
    if let user = self["userId"] { try checkUser(user) }
    if self["ids"] != nil { return list(try listed("ids").compactMap(item)) }
    guard let type = self["includeItemTypes"] else { throw Refusal(.text(400, "")) }
    switch type {
    case "Audio": return list(try kept("Audio", songs()).map(song))
    case "MusicAlbum":
      let all = try self["artistIds"].map { catalog.artists[try index($0, "MusicArtist")].albums }
      let found = try search(.albums, in: all ?? Array(catalog.albums.indices))
      return list(
        try kept("MusicAlbum", named(found) { catalog.albums[$0].title.text })
          .map { writer.album($0) }
      )
    case "Playlist":
      let own = state.lists.sorted { $0.value.name < $1.value.name }
        .map { writer.playlist($0.key, $0.value.name, $0.value.songs.count) }
      let common = try search(.playlists, in: Array(catalog.playlists.indices))
      return list(
        (self["searchTerm"] == nil ? own : [])
          + (try kept("Playlist", common).map { writer.playlist($0) })
      )
    default: return list([])
    }
  }

  func artists() throws -> SimulatedResponse {
    if let user = self["userId"] { try checkUser(user) }
    // The filter means the types of the artists' items.
    guard self["includeItemTypes"] != "MusicArtist" else { return list([]) }
    let found = try search(.artists, in: Array(catalog.artists.indices))
    return list(
      try kept("MusicArtist", named(found) { catalog.artists[$0].name.text })
        .map { writer.artist($0) }
    )
  }

  func songs(ofPlaylist id: String) throws -> SimulatedResponse {
    if let list = state.lists[id] {
      return self.list(
        list.songs.map { song($0.song) + ["PlaylistItemId": .string($0.place)] }
      )
    }
    let songs = catalog.playlists[try index(id, "Playlist")].tracks.songs
    return list(
      songs.enumerated().map { place, index in
        song(index) + ["PlaylistItemId": .string("\(place)")]
      }
    )
  }

  /// A page of a list.
  func list(_ items: [JSON]) -> SimulatedResponse {
    let start = self["startIndex"].flatMap { Int($0) } ?? 0
    let page = Page(limit: self["limit"].flatMap { Int($0) } ?? items.count, offset: start)
    return .json([
      "Items": .array(Array(page.slice(of: items))), "TotalRecordCount": .number(items.count),
      "StartIndex": .number(start),
    ])
  }

  private func songs() throws -> [Int] {
    if let parent = self["parentId"] {
      return catalog.albums[try index(parent, "MusicAlbum")].tracks.songs
    }
    var songs = Array(catalog.songs.indices)
    if let artist = self["artistIds"] {
      songs = catalog.songs(onAlbumsOf: try index(artist, "MusicArtist"))
    }
    if let genre = self["genreIds"] {
      let number = try index(genre, "MusicGenre")
      songs = songs.filter { catalog.recording(of: $0).genre == number }
    }
    songs = try search(.songs, in: songs)
    if self["sortBy"]?.hasPrefix("PlayCount") == true {
      return songs.sorted {
        catalog.recording(of: $0).popularity > catalog.recording(of: $1).popularity
      }
    }
    return named(songs) { catalog.recording(of: $0).title.text }
  }

  /// The members of a list that a term finds, if there is one.
  private func search(_ kind: ResourceKind, in all: [Int]) throws -> [Int] {
    guard let term = self["searchTerm"] else { return all }
    let words = CatalogText.words(term)
    guard !words.isEmpty else { return [] }
    let search = try DeezerSearch(
      words.joined(separator: " "),
      strict: false,
      order: nil,
      catalog: catalog
    )
    let members = Set(all)
    return search.found(kind).filter(members.contains)
  }

  private func kept(_ type: String, _ indices: [Int]) throws -> [Int] {
    guard self["filters"] == "IsFavorite" else { return indices }
    return indices.filter { state.favorites.contains(writer.ids.id(type, $0)) }
  }

  /// Sorts by name, unless a term decides the order.
  private func named(_ indices: [Int], _ name: (Int) -> String) -> [Int] {
    guard self["searchTerm"] == nil, self["sortBy"] == "SortName" else { return indices }
    return indices.map { (name($0), $0) }.sorted { $0 < $1 }.map(\.1)
  }

  private func song(_ index: Int) -> JSON { writer.song(index, fields: Set(listed("fields"))) }

  private func item(_ id: String) throws -> JSON? {
    if let list = state.lists[id] { return writer.playlist(id, list.name, list.songs.count) }
    guard id.utf8.count == 32, id.allSatisfy(\.isHexDigit) else {
      throw Refusal(.text(400, "The value '\(id)' is not valid."))
    }
    guard let (type, index) = writer.ids.item(id) else { return nil }
    switch type {
    case "Audio": return catalog.songs.indices.contains(index) ? song(index) : nil
    case "MusicAlbum": return catalog.albums.indices.contains(index) ? writer.album(index) : nil
    case "MusicArtist": return catalog.artists.indices.contains(index) ? writer.artist(index) : nil
    case "Playlist":
      return catalog.playlists.indices.contains(index) ? writer.playlist(index) : nil
    default: return Genre.all.indices.contains(index) ? writer.genre(index) : nil
    }
  }

  // MARK: - Contents

  func picture(_ id: String) throws -> SimulatedResponse {
    guard let side = self["maxWidth"].flatMap({ Int($0) }), (1...9_999).contains(side),
      let (type, index) = writer.ids.item(id), writer.hasPicture(type, index),
      let picture = PlainPicture(file: "\(side)x\(side).png", of: "/\(id)/\(side)x\(side).png")
    else { throw Self.notFound }
    return .file(picture.png, type: "image/png", to: request)
  }

  func lyrics(_ id: String) throws -> SimulatedResponse {
    let index = try index(id, "Audio")
    guard !state.isEmby, writer.hasLyrics(index) else { throw Self.notFound }
    let isTimed = index % 2 == 0
    let lines: [JSON] = (0..<4).map { line in
      [
        "Text": .string(line == 2 ? "" : "Line \(line + 1) of the song"),
        "Start": isTimed ? .number(line * 50_000_000 + 10_000_000) : nil,
      ]
    }
    return .json(["Metadata": ["IsSynced": .bool(isTimed)], "Lyrics": .array(lines)])
  }

  /// The file with ranges, or a transcode without.
  func stream(_ id: String, _ file: String) throws -> SimulatedResponse {
    guard
      let piece = previewStore.mp3Piece(recording: catalog.songs[try index(id, "Audio")].recording)
    else { throw Self.notFound }
    let parts = file.split(separator: ".")
    guard parts.first == "stream", parts.count <= 2 else { throw Self.notFound }
    if self["static"] == "true" { return .file(piece.data, type: "audio/mpeg", to: request) }
    guard parts.count == 2, let session = self["playSessionId"] else {
      throw Refusal(.text(400, ""))
    }
    let wanted = self["startTimeTicks"].flatMap { Int($0) } ?? 0
    let ticks = state.start(ofTranscode: session, at: wanted)
    let frames = MP3Frames(piece.data)
    let first = min(ticks / 10_000_000 * 44_100 / 1_152, frames.ranges.count)
    return SimulatedResponse("audio/mpeg", frames.data(first..<frames.ranges.count))
  }
}
