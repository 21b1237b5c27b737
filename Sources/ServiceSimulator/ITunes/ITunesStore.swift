import Foundation

/// The invented catalog as one country's iTunes shows it.
struct ITunesStore {
  let catalog: InventedCatalog
  let storefront: Storefront
  let language: String
  let mediaBase: String

  func result(_ item: ITunesItem) -> ITunesResult {
    switch item {
    case .artist(let index): artist(index)
    case .album(let index): collection(index)
    case .song(let index): song(index)
    case .musicVideo(let index): musicVideo(index)
    }
  }

  // MARK: - Kinds

  private func artist(_ index: Int) -> ITunesResult {
    let artist = catalog.artists[index]
    var result = ITunesResult(wrapperType: "artist")
    result.artistType = "Artist"
    result.artistId = artistID(index)
    result.artistName = name(artist.name)
    result.artistLinkUrl = artistURL(index)
    result.amgArtistId = Self.amgArtistID(index)
    setGenre(artist.genre, of: &result, withID: true)
    return result
  }

  private func collection(_ index: Int) -> ITunesResult {
    let album = catalog.albums[index]
    var result = ITunesResult(wrapperType: "collection")
    setCollection(index, of: &result)
    result.collectionType = "Album"
    result.artistId = artistID(album.artist)
    result.artistName = name(catalog.artists[album.artist].name)
    result.artistViewUrl = artistURL(album.artist)
    result.amgArtistId = Self.amgArtistID(album.artist)
    result.artworkUrl30 = nil
    result.contentAdvisoryRating = advisory(album.rating)
    result.copyright = album.releaseDate.map {
      "℗ \($0.prefix(4)) \(catalog.recordLabels[album.label].name)"
    }
    result.releaseDate = album.releaseDate.map(moment)
    setGenre(album.genre, of: &result)
    return result
  }

  private func song(_ index: Int) -> ITunesResult {
    let song = catalog.songs[index]
    let recording = catalog.recordings[song.recording]
    let album = catalog.albums[song.album]
    var result = ITunesResult(wrapperType: "track", kind: "song")
    setCollection(song.album, of: &result)
    setTrack(recording.title, artist: recording.artist, of: &result)
    result.trackId = catalog.id(song: index, in: storefront)
    let url = trackURL(song: index)
    result.trackViewUrl = url
    result.collectionViewUrl = url
    if album.artist != recording.artist {
      result.collectionArtistId = artistID(album.artist)
      result.collectionArtistName = name(catalog.artists[album.artist].name)
    }
    result.previewUrl = catalog.previewPath(song: index, in: storefront).map {
      "\(mediaBase)/\($0)"
    }
    result.trackExplicitness = explicitness(recording.rating)
    result.contentAdvisoryRating = advisory(recording.rating)
    result.discNumber = song.disc
    result.trackNumber = song.track
    result.discCount = discs(of: album)
    // Some tracks are sold with their album only, of some there is no price, and old ones know less.
    result.trackPrice = index % 23 == 7 ? -1 : 1.29
    if index % 41 == 11 {
      result.trackPrice = nil
      result.collectionPrice = nil
    }
    result.trackTimeMillis =
      song.isSparse && index.isMultiple(of: 2) ? nil : recording.durationInMillis
    result.isStreamable = song.isSparse ? nil : song.isStreamable
    result.releaseDate = song.isSparse ? nil : moment(recording.releaseDate)
    setGenre(recording.genre, of: &result)
    return result
  }

  private func musicVideo(_ index: Int) -> ITunesResult {
    let video = catalog.musicVideos[index]
    var result = ITunesResult(wrapperType: "track", kind: "music-video")
    if let album = video.album, catalog.isSold(album: album, in: storefront) {
      setCollection(album, of: &result)
      result.trackNumber = video.trackNumber
    } else {
      setArtwork(.musicVideo, index, of: &result)
    }
    setTrack(video.title, artist: video.artist, of: &result)
    result.trackId = videoID(index)
    if video.hasPreview {
      result.previewUrl = "\(mediaBase)/previews/\(index)-\(videoID(index)).m4v"
    }
    let slug = ITunesSlug.of(video.title.text)
    result.trackViewUrl =
      "https://music.apple.com/\(storefront.id)/music-video/\(slug)/\(videoID(index))?uo=4"
    result.trackExplicitness = explicitness(video.rating)
    result.contentAdvisoryRating = advisory(video.rating)
    result.trackPrice = 1.99
    result.trackTimeMillis = video.durationInMillis
    result.releaseDate = video.releaseDate.map(moment)
    setGenre(video.genre, of: &result)
    return result
  }

  // MARK: - Parts

  private func setTrack(_ title: LocalizedName, artist: Int, of result: inout ITunesResult) {
    result.trackName = name(title)
    result.trackCensoredName = name(title)
    result.artistId = artistID(artist)
    result.artistName = name(catalog.artists[artist].name)
    result.artistViewUrl = artistURL(artist)
    result.country = storefront.countryCode
    result.currency = storefront.currency
  }

  private func setCollection(_ index: Int, of result: inout ITunesResult) {
    let album = catalog.albums[index]
    let id = catalog.id(album: index, in: storefront)
    result.collectionId = id
    result.collectionName = name(album.title)
    result.collectionCensoredName = name(album.title)
    result.collectionViewUrl = """
      https://music.apple.com/\(storefront.id)/album/\(ITunesSlug.of(album.title.text))/\(id)?uo=4
      """
    result.collectionExplicitness = explicitness(album.rating)
    result.collectionPrice = album.isComplete ? 9.99 : nil
    result.trackCount = album.tracks.count
    result.country = storefront.countryCode
    result.currency = storefront.currency
    setArtwork(.album, index, of: &result)
  }

  private func setArtwork(_ kind: ArtworkKind, _ index: Int, of result: inout ITunesResult) {
    let artwork = catalog.artwork(kind, index)
    result.artworkUrl30 = artwork.url(base: mediaBase, size: 30)
    result.artworkUrl60 = artwork.url(base: mediaBase, size: 60)
    result.artworkUrl100 = artwork.url(base: mediaBase, size: 100)
  }

  private func setGenre(_ index: Int, of result: inout ITunesResult, withID: Bool = false) {
    result.primaryGenreName = Genre.all[index].name(in: language)
    if withID { result.primaryGenreId = Genre.all[index].id }
  }

  private func discs(of album: Album) -> Int {
    album.tracks.reduce(1) { count, track in
      switch track {
      case .song(let index): max(count, catalog.songs[index].disc)
      case .musicVideo: count
      }
    }
  }

  private func trackURL(song index: Int) -> String {
    let song = catalog.songs[index]
    let slug = ITunesSlug.of(catalog.recordings[song.recording].title.text)
    let album = catalog.id(album: song.album, in: storefront)
    let id = catalog.id(song: index, in: storefront)
    return "https://music.apple.com/\(storefront.id)/album/\(slug)/\(album)?i=\(id)&uo=4"
  }

  private func artistURL(_ index: Int) -> String {
    let slug = ITunesSlug.of(catalog.artists[index].name.text)
    return "https://music.apple.com/\(storefront.id)/artist/\(slug)/\(artistID(index))?uo=4"
  }

  private func artistID(_ index: Int) -> Int { IDSpace.artists.id(index) }
  private func videoID(_ index: Int) -> Int { IDSpace.musicVideos.id(index) }
  private func name(_ name: LocalizedName) -> String { name.text(in: language) }

  private func explicitness(_ rating: ContentRating?) -> String {
    switch rating {
    case .explicit: "explicit"
    case .clean: "cleaned"
    case nil: "notExplicit"
    }
  }

  private func advisory(_ rating: ContentRating?) -> String? {
    switch rating {
    case .explicit: "Explicit"
    case .clean: "Clean"
    case nil: nil
    }
  }

  /// A moment in the service's form, from a day or a year.
  private func moment(_ date: String) -> String {
    (date.count == 4 ? "\(date)-01-01" : date) + "T08:00:00Z"
  }

  /// The number that another catalog gave an artist; it knows two thirds of them.
  static func amgArtistID(_ index: Int) -> Int? {
    index % 3 == 0 ? nil : 5_000 + index
  }
}

/// Something that iTunes can show.
enum ITunesItem: Hashable {
  case artist(Int)
  case album(Int)
  case song(Int)
  case musicVideo(Int)
}

/// Names as they stand in addresses.
enum ITunesSlug {
  static func of(_ name: String) -> String {
    let words = CatalogText.words(name).joined(separator: "-")
    return words.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? "item"
  }
}
