import Foundation
import PlayerKitSystem

/// The invented catalog in one country's iTunes Store.
struct ITunesStore {
  let catalog: InventedCatalog
  let storefront: Storefront
  let language: String
  let mediaBase: String

  /// One result with the service's field names.
  func result(_ item: ResourceReference) -> JSON {
    let facts = catalog.facts(item)
    let genre: JSON = ["primaryGenreName": .string(Genre.all[facts.genre].name(in: language))]
    return switch item.kind {
    case .artists: artist(item.index) + genre
    case .albums: collection(item.index) + genre
    case .songs: song(item.index) + genre
    default: musicVideo(item.index) + genre
    }
  }

  private func artist(_ index: Int) -> JSON {
    var result: JSON = by(index)
    result["artistLinkUrl"] = result["artistViewUrl"]
    result["artistViewUrl"] = nil
    return result + [
      "wrapperType": "artist", "artistType": "Artist",
      "amgArtistId": .number(Self.amgArtistID(index)),
      "primaryGenreId": .number(Genre.all[catalog.artists[index].genre].id),
    ]
  }

  private func collection(_ index: Int) -> JSON {
    let album = catalog.albums[index]
    let label = catalog.recordLabels[album.label].name
    var result: JSON =
      onCollection(index) + by(album.artist) + [
        "wrapperType": "collection", "collectionType": "Album",
        "amgArtistId": .number(Self.amgArtistID(album.artist)),
        "contentAdvisoryRating": advisory(album.rating),
        "copyright": .string(album.releaseDate.map { "℗ \($0.prefix(4)) \(label)" }),
        "releaseDate": .string(album.releaseDate.map(moment)),
      ]
    result["artworkUrl30"] = nil
    return result
  }

  private func song(_ index: Int) -> JSON {
    let song = catalog.songs[index]
    let recording = catalog.recordings[song.recording]
    let album = catalog.albums[song.album]
    let id = catalog.id(song: index, in: storefront)
    let albumID = catalog.id(album: song.album, in: storefront)
    let url = url("album", recording.title, "\(albumID)?i=\(id)&uo=4")
    let preview = catalog.previewPath(song: index, in: storefront)
    let isOthers = album.artist != recording.artist
    let result: JSON =
      onCollection(song.album) + track(recording.title, recording.artist, recording.rating) + [
        "kind": "song", "trackId": .number(id), "trackViewUrl": url, "collectionViewUrl": url,
        "collectionArtistId": isOthers ? .number(IDSpace.artists.id(album.artist)) : nil,
        "collectionArtistName": isOthers ? name(catalog.artists[album.artist].name) : nil,
        "previewUrl": .string(preview.map { "\(mediaBase)/\($0)" }),
        "discNumber": .number(song.disc), "trackNumber": .number(song.track),
        "discCount": .number(album.tracks.songs.map { catalog.songs[$0].disc }.max()),
        "trackTimeMillis": song.isSparse && index.isMultiple(of: 2)
          ? nil : .number(recording.durationInMillis),
        "isStreamable": song.isSparse ? nil : .bool(song.isStreamable),
        "releaseDate": song.isSparse ? nil : .string(moment(recording.releaseDate)),
        // Some tracks are sold only with their album.
        "trackPrice": index % 23 == 7 ? .number(-1) : .real(1.29),
      ]
    // Some items have no price.
    guard index % 41 == 11 else { return result }
    return result.only(result.members.map(\.name).filter { !$0.hasSuffix("Price") })
  }

  private func musicVideo(_ index: Int) -> JSON {
    let video = catalog.musicVideos[index]
    let id = IDSpace.musicVideos.id(index)
    var result = artwork(.musicVideo, index)
    if let album = video.album, catalog.isSold(album: album, in: storefront) {
      result = onCollection(album) + ["trackNumber": .number(video.trackNumber)]
    }
    return result + track(video.title, video.artist, video.rating) + [
      "kind": "music-video", "trackId": .number(id),
      "previewUrl": video.hasPreview ? .string("\(mediaBase)/previews/\(index)-\(id).m4v") : nil,
      "trackViewUrl": url("music-video", video.title, "\(id)?uo=4"), "trackPrice": .real(1.99),
      "trackTimeMillis": .number(video.durationInMillis),
      "releaseDate": .string(video.releaseDate.map(moment)),
    ]
  }

  // MARK: - Parts

  private var here: JSON {
    ["country": .string(storefront.countryCode), "currency": .string(storefront.currency)]
  }

  private func by(_ artist: Int) -> JSON {
    let id = IDSpace.artists.id(artist)
    let artistName = catalog.artists[artist].name
    return [
      "artistId": .number(id), "artistName": name(artistName),
      "artistViewUrl": url("artist", artistName, "\(id)?uo=4"),
    ]
  }

  private func track(_ title: LocalizedName, _ artist: Int, _ rating: ContentRating?) -> JSON {
    here + by(artist) + [
      "wrapperType": "track", "trackName": name(title), "trackCensoredName": name(title),
      "trackExplicitness": explicitness(rating), "contentAdvisoryRating": advisory(rating),
    ]
  }

  private func onCollection(_ index: Int) -> JSON {
    let album = catalog.albums[index]
    let id = catalog.id(album: index, in: storefront)
    return here + artwork(.album, index) + [
      "collectionId": .number(id), "collectionName": name(album.title),
      "collectionCensoredName": name(album.title),
      "collectionViewUrl": url("album", album.title, "\(id)?uo=4"),
      "collectionExplicitness": explicitness(album.rating),
      "collectionPrice": album.isComplete ? .real(9.99) : nil,
      "trackCount": .number(album.tracks.count),
    ]
  }

  private func artwork(_ kind: ArtworkKind, _ index: Int) -> JSON {
    let artwork = catalog.artwork(kind, index)
    return [30, 60, 100].reduce([:]) {
      $0 + ["artworkUrl\($1)": .string(artwork.url(base: mediaBase, size: $1))]
    }
  }

  private func url(_ kind: String, _ name: LocalizedName, _ end: String) -> JSON {
    .string(
      "https://music.apple.com/\(storefront.id)/\(kind)/\(CatalogText.slug(name.text))/\(end)"
    )
  }

  private func name(_ name: LocalizedName) -> JSON { .string(name.text(in: language)) }

  private func explicitness(_ rating: ContentRating?) -> JSON {
    switch rating {
    case .explicit: "explicit"
    case .clean: "cleaned"
    case nil: "notExplicit"
    }
  }

  private func advisory(_ rating: ContentRating?) -> JSON? {
    .string(rating?.rawValue.capitalized)
  }

  /// A timestamp in the service's form, from a date or a year.
  private func moment(_ date: String) -> String {
    (date.count == 4 ? "\(date)-01-01" : date) + "T08:00:00Z"
  }

  /// The id in another catalog, which knows two thirds of the artists.
  static func amgArtistID(_ index: Int) -> Int? { index % 3 == 0 ? nil : 5_000 + index }
}
