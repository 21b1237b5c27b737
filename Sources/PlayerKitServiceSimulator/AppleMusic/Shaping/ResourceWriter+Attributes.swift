import Foundation

/// The attributes of resources.
extension ResourceWriter {
  private var catalog: InventedCatalog { store.catalog }

  func attributes(of reference: ResourceReference, extended: Set<String>) -> JSON {
    let index = reference.index
    let own =
      switch reference.kind {
      case .songs: song(catalog.songs[index], extended)
      case .albums: album(catalog.albums[index], extended)
      case .artists: artist(catalog.artists[index])
      case .musicVideos: musicVideo(catalog.musicVideos[index])
      case .playlists: playlist(catalog.playlists[index], extended)
      case .stations: station(catalog.stations[index])
      case .genres: genre(Genre.all[index])
      case .stationGenres: ["name": .string(Genre.all[index].name(in: language))] as JSON
      case .curators, .appleCurators, .activities: group(reference)
      case .recordLabels: recordLabel(reference)
      }
    return own + self.extended(reference, extended)
  }

  /// Attributes that are written only on request.
  private func extended(_ reference: ResourceReference, _ names: Set<String>) -> JSON {
    guard !names.isEmpty else { return [:] }
    let video: JSON = [
      "motionDetailSquare": ["video": .string("\(mediaBase)/video/square.m3u8")]
    ]
    let hasVideo = [.albums, .artists, .playlists].contains(reference.kind)
    let hasArtist = [.songs, .albums, .musicVideos].contains(reference.kind)
    let artist = catalog.facts(reference).artist.flatMap { hasArtist ? artistURL($0) : nil }
    return [
      "artistUrl": names.contains("artistUrl") ? .string(artist) : nil,
      "editorialVideo": hasVideo && names.contains("editorialVideo") ? video : nil,
    ]
  }

  // MARK: - Songs

  private func song(_ song: Song, _ extended: Set<String>) -> JSON {
    let recording = catalog.recordings[song.recording]
    let album = catalog.albums[song.album]
    let id = store.id(ResourceReference(.songs, song.index))
    let name = recording.title.text(in: language)
    let artists = ([recording.artist] + recording.featured).map {
      catalog.artists[$0].name.text(in: language)
    }
    let isLong = !song.isSparse || song.index % 2 == 0
    let hasVariants = extended.contains("audioVariants")
    return [
      "name": .string(name), "artistName": .string(artists.joined(separator: " & ")),
      "albumName": .string(album.title.text(in: language)),
      "genreNames": genreNames(recording.genre), "hasLyrics": .bool(recording.hasLyrics),
      "isAppleDigitalMaster": .bool(album.index % 4 == 0),
      "url": .string(url("album", name, albumID(song.album)) + "?i=\(id)"),
      "artwork": artwork(.album, song.album), "contentRating": .string(recording.rating?.rawValue),
      "durationInMillis": isLong ? .number(recording.durationInMillis) : nil,
      "playParams": song.isStreamable ? playParams(id, "song") : nil,
      "previews": previews(of: song),
      "audioVariants": hasVariants ? ["lossless", "lossy-stereo"] : nil,
      "audioLocale": hasVariants ? "en-US" : nil,
    ] + (song.isSparse ? [:] : details(of: song, recording))
  }

  private func details(of song: Song, _ recording: Recording) -> JSON {
    let details: JSON = [
      "composerName": .string(recording.composer), "trackNumber": .number(song.track),
      "discNumber": .number(song.disc), "releaseDate": .string(recording.releaseDate),
      "isrc": .string(recording.isrc),
    ]
    guard Genre.all[recording.genre].id == 5, song.index % 2 == 0 else { return details }
    return details + [
      "workName": .string(catalog.albums[song.album].title.text),
      "movementName": .string(recording.title.text), "movementNumber": .number(song.track),
      "movementCount": 40, "attribution": .string(catalog.artists[recording.artist].name.text),
    ]
  }

  private func previews(of song: Song) -> JSON? {
    switch song.preview {
    case .usual:
      catalog.previewPath(song: song.index, in: store.storefront).map {
        [["url": .string("\(mediaBase)/\($0)")]]
      }
    case .absent: nil
    case .empty: []
    case .withoutURL: [["artwork": artwork(.album, song.album)]]
    }
  }

  // MARK: - Albums, artists, videos

  private func album(_ album: Album, _ extended: Set<String>) -> JSON {
    let id = albumID(album.index)
    let name = album.title.text(in: language)
    let year = album.releaseDate.map { String($0.prefix(4)) } ?? "2020"
    let label = album.index % 9 == 8 ? nil : catalog.recordLabels[album.label].name
    let notes: JSON = [
      "standard": .string("Of <i>\(name)</i> nobody knows <b>anything</b>; it was never made."),
      "short": "Never made, still loved.", "name": .string(name),
      "tagline": "The one that does not exist.",
    ]
    return [
      "name": .string(name),
      "artistName": .string(catalog.artists[album.artist].name.text(in: language)),
      "artwork": artwork(.album, album.index), "genreNames": genreNames(album.genre),
      "isCompilation": .bool(album.kind == .compilation), "isComplete": .bool(album.isComplete),
      "isSingle": .bool(album.kind == .single), "isMasteredForItunes": .bool(album.index % 4 == 0),
      "trackCount": .number(album.tracks.count), "url": .string(url("album", name, id)),
      "releaseDate": .string(album.releaseDate), "upc": .string(album.upc),
      "recordLabel": .string(label), "copyright": .string(label.map { "℗ \(year) \($0)" }),
      "contentRating": .string(album.rating?.rawValue),
      "editorialNotes": album.hasNotes ? notes : nil,
      "playParams": album.isStreamable ? playParams(id, "album") : nil,
      "audioVariants": extended.contains("audioVariants")
        ? ["dolby-atmos", "lossless", "lossy-stereo"] : nil,
    ]
  }

  private func artist(_ artist: Artist) -> JSON {
    // An artist has only a main genre, never the root.
    let main = Genre.all[Genre.main(artist.genre)]
    return [
      "name": .string(artist.name.text(in: language)),
      "genreNames": .strings(main.parent == nil ? [] : [main.name(in: language)]),
      "url": .string(artistURL(artist.index)),
      "artwork": artist.hasArtwork ? artwork(.artist, artist.index) : nil,
      "editorialNotes": notes(artist.notes),
    ]
  }

  private func musicVideo(_ video: MusicVideo) -> JSON {
    let id = String(IDSpace.musicVideos.id(video.index))
    let name = video.title.text(in: language)
    let artwork = artwork(.musicVideo, video.index)
    let file = "\(mediaBase)/previews/\(video.index)-\(id)"
    let preview: JSON = [
      "url": .string(file + ".m4v"), "artwork": artwork,
      "hlsUrl": video.index % 2 == 0 ? .string(file + ".m3u8") : nil,
    ]
    return [
      "name": .string(name),
      "artistName": .string(catalog.artists[video.artist].name.text(in: language)),
      "artwork": artwork, "durationInMillis": .number(video.durationInMillis),
      "genreNames": genreNames(video.genre), "has4K": .bool(video.has4K),
      "hasHDR": .bool(video.has4K && video.index % 2 == 0),
      "url": .string(url("music-video", name, id)),
      "albumName": .string(video.album.map { catalog.albums[$0].title.text(in: language) }),
      "isrc": .string(video.isrc), "releaseDate": .string(video.releaseDate),
      "trackNumber": .number(video.trackNumber), "contentRating": .string(video.rating?.rawValue),
      "playParams": video.isStreamable ? playParams(id, "musicVideo") : nil,
      "videoSubType": video.isStreamable ? nil : "preview",
      "previews": video.hasPreview ? [preview] : [],
    ]
  }

  // MARK: - Playlists, stations, genres, curators

  private func playlist(_ playlist: Playlist, _ extended: Set<String>) -> JSON {
    let hash = playlist.index % 2 == 0 ? String(playlist.id.suffix(8)) : nil
    // A playlist without its own picture shows a mosaic of its albums.
    let isMosaic = playlist.kind == .userShared || playlist.index % 5 == 0
    let artwork = artwork(.playlist, playlist.index, isMosaic: isMosaic)
    let kinds = Set(playlist.tracks.map { ResourceReference($0).kind.rawValue })
    return [
      "name": .string(playlist.name), "curatorName": .string(playlist.curatorName),
      "playlistType": .string(playlist.kind.rawValue), "isChart": .bool(playlist.isChart),
      "url": .string(url("playlist", playlist.name, playlist.id)),
      "playParams": playParams(playlist.id, "playlist") + ["versionHash": .string(hash)],
      "description": playlist.summary.map {
        [
          "standard": .string($0),
          "short": playlist.index % 3 > 0 ? .string(playlist.name + ".") : nil,
        ]
      },
      "artwork": playlist.hasArtwork ? artwork : nil,
      "lastModifiedDate": .string(playlist.lastModifiedDate),
      "trackTypes": extended.contains("trackTypes") ? .strings(kinds.sorted()) : nil,
    ]
  }

  private func station(_ station: Station) -> JSON {
    [
      "name": .string(station.name), "isLive": .bool(station.isLive),
      "artwork": artwork(.station, station.index),
      "mediaKind": station.isVideo ? "video" : "audio",
      "url": .string(url("station", station.name, station.id)),
      "playParams": playParams(station.id, "radioStation") + [
        "format": station.isLive ? "stream" : "tracks",
        "mediaType": .number(station.isVideo ? 1 : 0),
        "stationHash": station.isLive ? nil : .string("CgkI\(station.index)"),
        "hasDrm": station.isLive ? false : nil,
      ],
      "durationInMillis": .number(station.durationInMillis),
      "stationProviderName": .string(station.providerName),
      "episodeNumber": station.durationInMillis == nil ? nil : "12",
      "supportedDrms": station.isLive ? ["fairplay", "widevine"] : nil,
      "editorialNotes": station.genre == nil
        ? nil : ["name": .string(station.name), "short": "All the time."],
    ]
  }

  private func genre(_ genre: Genre) -> JSON {
    let above = genre.parent.flatMap { Genre.indices[$0] }.map { Genre.all[$0] }
    return [
      "name": .string(genre.name(in: language)), "parentId": .string(above.map { String($0.id) }),
      "parentName": .string(above?.name(in: language)),
    ]
  }

  private func group(_ reference: ResourceReference) -> JSON {
    let group = catalog.groups(reference.kind)[reference.index]
    let path = reference.kind == .activities ? "activity" : "curator"
    let short = group.kind == "Genre" ? group.name.split(separator: " ").last : nil
    return [
      "name": .string(group.name), "url": .string(url(path, group.name, store.id(reference))),
      "artwork": artwork(.group, group.index), "editorialNotes": notes(group.notes),
      "kind": .string(group.kind), "shortName": .string(short.map { String($0) }),
    ]
  }

  private func recordLabel(_ reference: ResourceReference) -> JSON {
    let label = catalog.recordLabels[reference.index]
    return [
      "name": .string(label.name), "url": .string(url("label", label.name, store.id(reference))),
      "artwork": artwork(.group, 100 + label.index),
      "description": label.notes.map { ["standard": .string($0)] },
    ]
  }

  // MARK: - Parts that many attributes share

  private func notes(_ text: String?) -> JSON? {
    text.map { ["standard": .string($0), "short": .string($0)] }
  }

  private func playParams(_ id: String, _ kind: String) -> JSON {
    ["id": .string(id), "kind": .string(kind)]
  }

  private func albumID(_ index: Int) -> String { store.id(ResourceReference(.albums, index)) }

  /// The main genre, the root, then the subgenre, as in the store.
  private func genreNames(_ index: Int) -> JSON {
    let genre = Genre.all[index]
    let root = Genre.all[0].name(in: language)
    guard let parent = genre.parent, parent != Genre.rootID, let above = Genre.indices[parent]
    else {
      return .strings(index == 0 ? [root] : [genre.name(in: language), root])
    }
    return .strings([Genre.all[above].name(in: language), root, genre.name(in: language)])
  }

  private func artistURL(_ index: Int) -> String {
    let id = store.id(ResourceReference(.artists, index))
    return url("artist", catalog.artists[index].name.text, id)
  }

  private func url(_ path: String, _ name: String, _ id: String) -> String {
    "https://music.apple.com/\(store.storefront.id)/\(path)/\(CatalogText.slug(name))/\(id)"
  }

  private func artwork(_ kind: ArtworkKind, _ index: Int, isMosaic: Bool = false) -> JSON {
    let artwork = catalog.artwork(kind, index)
    let names = ["bgColor", "textColor1", "textColor2", "textColor3", "textColor4"]
    let colors = zip(names, artwork.colors).map { (name: $0, value: JSON.string($1)) }
    return [
      "width": .number(artwork.width), "height": .number(artwork.height),
      "url": .string(artwork.template(base: mediaBase)),
      "hasP3": artwork.isNewForm ? false : nil, "isMosaic": isMosaic ? true : nil,
    ] + .object(colors)
  }
}
