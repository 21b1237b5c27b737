import Foundation

/// The attributes of playlists, stations, genres and of those who make lists.
extension ResourceWriter {
  func playlist(_ playlist: Playlist, _ extended: Set<String>) -> JSON {
    var result: JSON = [
      "name": .string(playlist.name), "curatorName": .string(playlist.curatorName),
      "playlistType": .string(playlist.kind.rawValue), "isChart": .bool(playlist.isChart),
      "url": .string(url("playlist", playlist.name, playlist.id)),
    ]
    var parameters: JSON = ["id": .string(playlist.id), "kind": "playlist"]
    if playlist.index % 2 == 0 {
      parameters["versionHash"] = .string(String(playlist.id.suffix(8)))
    }
    result["playParams"] = parameters
    if let summary = playlist.summary {
      var description: JSON = ["standard": .string(summary)]
      if playlist.index % 3 > 0 { description["short"] = .string(playlist.name + ".") }
      result["description"] = description
    }
    if playlist.hasArtwork {
      // A playlist without a picture of its own is shown as a mosaic of its albums.
      result["artwork"] = artwork(
        .playlist,
        playlist.index,
        isMosaic: playlist.kind == .userShared || playlist.index % 5 == 0
      )
    }
    result["lastModifiedDate"] = playlist.lastModifiedDate.map { .string($0) }
    if extended.contains("trackTypes") {
      let kinds = Set(playlist.tracks.map { ResourceReference($0).kind.rawValue })
      result["trackTypes"] = .strings(kinds.sorted())
    }
    addEditorialVideo(extended, to: &result)
    return result
  }

  func station(_ station: Station) -> JSON {
    var parameters: JSON = [
      "id": .string(station.id), "kind": "radioStation",
      "format": .string(station.isLive ? "stream" : "tracks"),
      "mediaType": .number(station.isVideo ? 1 : 0),
    ]
    if !station.isLive { parameters["stationHash"] = .string("CgkI\(station.index)") }
    if station.isLive { parameters["hasDrm"] = false }
    var result: JSON = [
      "name": .string(station.name), "isLive": .bool(station.isLive),
      "artwork": artwork(.station, station.index),
      "mediaKind": .string(station.isVideo ? "video" : "audio"),
      "url": .string(url("station", station.name, station.id)),
      "playParams": parameters,
    ]
    result["durationInMillis"] = station.durationInMillis.map { .number($0) }
    result["stationProviderName"] = station.providerName.map { .string($0) }
    if station.durationInMillis != nil { result["episodeNumber"] = .string("12") }
    if station.isLive { result["supportedDrms"] = ["fairplay", "widevine"] }
    if station.genre != nil {
      result["editorialNotes"] = ["name": .string(station.name), "short": "All the time."]
    }
    return result
  }

  func genre(_ genre: Genre) -> JSON {
    var result: JSON = ["name": .string(genre.name(in: language))]
    if let parent = genre.parent, let index = Genre.indices[parent] {
      result["parentId"] = .string(String(parent))
      result["parentName"] = .string(Genre.all[index].name(in: language))
    }
    return result
  }

  func group(_ group: NamedGroup, _ path: String, _ id: String) -> JSON {
    var result: JSON = [
      "name": .string(group.name), "url": .string(url(path, group.name, id)),
      "artwork": artwork(.group, group.index),
    ]
    if let notes = group.notes {
      result["editorialNotes"] = ["standard": .string(notes), "short": .string(notes)]
    }
    if let kind = group.kind {
      result["kind"] = .string(kind)
      if kind == "Genre" {
        result["shortName"] = .string(group.name.split(separator: " ").last.map(String.init) ?? "")
      }
    }
    return result
  }

  func recordLabel(_ label: NamedGroup, _ id: String) -> JSON {
    var result: JSON = [
      "name": .string(label.name), "url": .string(url("label", label.name, id)),
      "artwork": artwork(.group, 100 + label.index),
    ]
    if let notes = label.notes { result["description"] = ["standard": .string(notes)] }
    return result
  }
}

/// Parts that many attributes share.
extension ResourceWriter {
  func playParams(_ id: String, _ kind: String) -> JSON {
    ["id": .string(id), "kind": .string(kind)]
  }

  func albumID(_ index: Int) -> String {
    store.id(ResourceReference(.albums, index))
  }

  func artistName(_ recording: Recording) -> String {
    let names = ([recording.artist] + recording.featured).map {
      store.catalog.artists[$0].name.text(in: language)
    }
    return names.joined(separator: " & ")
  }

  /// The main genre, the root, then the subgenre: as the store orders them.
  func genreNames(_ index: Int) -> JSON {
    let genre = Genre.all[index]
    let root = Genre.all[0].name(in: language)
    guard let parent = genre.parent, parent != Genre.rootID, let above = Genre.indices[parent]
    else {
      return .strings(index == 0 ? [root] : [genre.name(in: language), root])
    }
    return .strings([Genre.all[above].name(in: language), root, genre.name(in: language)])
  }

  func artistURL(_ index: Int) -> String {
    let id = store.id(ResourceReference(.artists, index))
    return url("artist", store.catalog.artists[index].name.text, id)
  }

  func url(_ path: String, _ name: String, _ id: String) -> String {
    let words = CatalogText.words(name).joined(separator: "-")
    let slug = words.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? "x"
    return "https://music.apple.com/\(store.storefront.id)/\(path)/\(slug)/\(id)"
  }

  func artwork(_ kind: ArtworkKind, _ index: Int, isMosaic: Bool = false) -> JSON {
    let artwork = store.catalog.artwork(kind, index)
    var result: JSON = [
      "width": .number(artwork.width), "height": .number(artwork.height),
      "url": .string(artwork.template(base: mediaBase)),
    ]
    let names = ["bgColor", "textColor1", "textColor2", "textColor3", "textColor4"]
    for (name, color) in zip(names, artwork.colors) { result[name] = .string(color) }
    if artwork.isNewForm { result["hasP3"] = false }
    if isMosaic { result["isMosaic"] = true }
    return result
  }
}
