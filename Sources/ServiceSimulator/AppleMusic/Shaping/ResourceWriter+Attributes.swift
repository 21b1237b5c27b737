import Foundation

/// The attributes of songs, albums, artists and videos.
extension ResourceWriter {
  private var catalog: InventedCatalog { store.catalog }

  func attributes(of reference: ResourceReference, extended: Set<String>) -> JSON {
    let index = reference.index
    switch reference.kind {
    case .songs: return song(catalog.songs[index], extended)
    case .albums: return album(catalog.albums[index], extended)
    case .artists: return artist(catalog.artists[index], extended)
    case .musicVideos: return musicVideo(catalog.musicVideos[index], extended)
    case .playlists: return playlist(catalog.playlists[index], extended)
    case .stations: return station(catalog.stations[index])
    case .genres: return genre(Genre.all[index])
    case .stationGenres: return ["name": .string(Genre.all[index].name(in: language))]
    case .curators: return group(catalog.curators[index], "curator", store.id(reference))
    case .appleCurators:
      return group(catalog.appleCurators[index], "curator", store.id(reference))
    case .activities: return group(catalog.activities[index], "activity", store.id(reference))
    case .recordLabels: return recordLabel(catalog.recordLabels[index], store.id(reference))
    }
  }

  private func song(_ song: Song, _ extended: Set<String>) -> JSON {
    let recording = catalog.recordings[song.recording]
    let album = catalog.albums[song.album]
    let id = store.id(ResourceReference(.songs, song.index))
    let name = recording.title.text(in: language)
    var result: JSON = [
      "name": .string(name), "artistName": .string(artistName(recording)),
      "albumName": .string(album.title.text(in: language)),
      "genreNames": genreNames(recording.genre), "hasLyrics": .bool(recording.hasLyrics),
      "isAppleDigitalMaster": .bool(album.index % 4 == 0),
      "url": .string(url("album", name, albumID(song.album)) + "?i=\(id)"),
      "artwork": artwork(.album, song.album),
    ]
    result["contentRating"] = recording.rating.map { .string($0.rawValue) }
    if !song.isSparse { addDetails(of: song, recording, to: &result) }
    if !song.isSparse || song.index % 2 == 0 {
      result["durationInMillis"] = .number(recording.durationInMillis)
    }
    if song.isStreamable { result["playParams"] = playParams(id, "song") }
    result["previews"] = previews(of: song)
    if extended.contains("audioVariants") {
      result["audioVariants"] = ["lossless", "lossy-stereo"]
      result["audioLocale"] = "en-US"
    }
    if extended.contains("artistUrl") { result["artistUrl"] = .string(artistURL(recording.artist)) }
    return result
  }

  private func addDetails(of song: Song, _ recording: Recording, to result: inout JSON) {
    result["composerName"] = recording.composer.map { .string($0) }
    result["trackNumber"] = .number(song.track)
    result["discNumber"] = .number(song.disc)
    result["releaseDate"] = .string(recording.releaseDate)
    result["isrc"] = recording.isrc.map { .string($0) }
    if Genre.all[recording.genre].id == 5, song.index % 2 == 0 {
      result["workName"] = .string(catalog.albums[song.album].title.text)
      result["movementName"] = .string(recording.title.text)
      result["movementNumber"] = .number(song.track)
      result["movementCount"] = 40
      result["attribution"] = .string(catalog.artists[recording.artist].name.text)
    }
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

  private func album(_ album: Album, _ extended: Set<String>) -> JSON {
    let id = albumID(album.index)
    let name = album.title.text(in: language)
    let year = album.releaseDate.map { String($0.prefix(4)) } ?? "2020"
    let label = catalog.recordLabels[album.label].name
    var result: JSON = [
      "name": .string(name),
      "artistName": .string(catalog.artists[album.artist].name.text(in: language)),
      "artwork": artwork(.album, album.index), "genreNames": genreNames(album.genre),
      "isCompilation": .bool(album.kind == .compilation), "isComplete": .bool(album.isComplete),
      "isSingle": .bool(album.kind == .single), "isMasteredForItunes": .bool(album.index % 4 == 0),
      "trackCount": .number(album.tracks.count), "url": .string(url("album", name, id)),
    ]
    result["releaseDate"] = album.releaseDate.map { .string($0) }
    result["upc"] = album.upc.map { .string($0) }
    if album.index % 9 != 8 {
      result["recordLabel"] = .string(label)
      result["copyright"] = .string("℗ \(year) \(label)")
    }
    result["contentRating"] = album.rating.map { .string($0.rawValue) }
    if album.hasNotes {
      result["editorialNotes"] = [
        "standard": .string("Of <i>\(name)</i> nobody knows <b>anything</b>; it was never made."),
        "short": "Never made, still loved.", "name": .string(name),
        "tagline": "The one that does not exist.",
      ]
    }
    if album.isStreamable { result["playParams"] = playParams(id, "album") }
    if extended.contains("audioVariants") {
      result["audioVariants"] = ["dolby-atmos", "lossless", "lossy-stereo"]
    }
    if extended.contains("artistUrl") { result["artistUrl"] = .string(artistURL(album.artist)) }
    addEditorialVideo(extended, to: &result)
    return result
  }

  private func artist(_ artist: Artist, _ extended: Set<String>) -> JSON {
    // An artist has a main genre only, and never the root.
    let main = Genre.all[Genre.main(artist.genre)]
    var result: JSON = [
      "name": .string(artist.name.text(in: language)),
      "genreNames": .strings(main.parent == nil ? [] : [main.name(in: language)]),
      "url": .string(artistURL(artist.index)),
    ]
    if artist.hasArtwork { result["artwork"] = artwork(.artist, artist.index) }
    if let notes = artist.notes {
      result["editorialNotes"] = ["standard": .string(notes), "short": .string(notes)]
    }
    addEditorialVideo(extended, to: &result)
    return result
  }

  private func musicVideo(_ video: MusicVideo, _ extended: Set<String>) -> JSON {
    let id = String(IDSpace.musicVideos.id(video.index))
    let name = video.title.text(in: language)
    var result: JSON = [
      "name": .string(name),
      "artistName": .string(catalog.artists[video.artist].name.text(in: language)),
      "artwork": artwork(.musicVideo, video.index),
      "durationInMillis": .number(video.durationInMillis), "genreNames": genreNames(video.genre),
      "has4K": .bool(video.has4K), "hasHDR": .bool(video.has4K && video.index % 2 == 0),
      "url": .string(url("music-video", name, id)),
    ]
    result["albumName"] = video.album.map { .string(catalog.albums[$0].title.text(in: language)) }
    result["isrc"] = video.isrc.map { .string($0) }
    result["releaseDate"] = video.releaseDate.map { .string($0) }
    result["trackNumber"] = video.trackNumber.map { .number($0) }
    result["contentRating"] = video.rating.map { .string($0.rawValue) }
    if video.isStreamable { result["playParams"] = playParams(id, "musicVideo") }
    if !video.isStreamable { result["videoSubType"] = "preview" }
    result["previews"] = video.hasPreview ? [videoPreview(video, id)] : []
    if extended.contains("artistUrl") { result["artistUrl"] = .string(artistURL(video.artist)) }
    return result
  }

  private func videoPreview(_ video: MusicVideo, _ id: String) -> JSON {
    var preview: JSON = [
      "url": .string("\(mediaBase)/previews/\(video.index)-\(id).m4v"),
      "artwork": artwork(.musicVideo, video.index),
    ]
    if video.index % 2 == 0 {
      preview["hlsUrl"] = .string("\(mediaBase)/previews/\(video.index)-\(id).m3u8")
    }
    return preview
  }

  func addEditorialVideo(_ extended: Set<String>, to result: inout JSON) {
    guard extended.contains("editorialVideo") else { return }
    result["editorialVideo"] = [
      "motionDetailSquare": ["video": .string("\(mediaBase)/video/square.m3u8")]
    ]
  }
}
