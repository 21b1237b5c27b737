import Foundation

/// Writes the catalog in Jellyfin's form.
struct JellyfinWriter {
  static let serverID = "5eed0000000000000000000000000001"
  static let userID = "5eed0000000000000000000000000002"

  let catalog: InventedCatalog
  let favorites: Set<String>
  let ids: JellyfinIDs

  init(catalog: InventedCatalog, favorites: Set<String>) {
    self.catalog = catalog
    self.favorites = favorites
    ids = JellyfinIDs(seed: catalog.seed)
  }

  func user(_ name: String) -> JSON {
    [
      "Name": .string(name), "Id": .string(Self.userID), "ServerId": .string(Self.serverID),
      "HasPassword": true,
    ]
  }

  func song(_ index: Int, fields: Set<String>) -> JSON {
    let song = catalog.songs[index]
    let recording = catalog.recording(of: index)
    let album = catalog.albums[song.album]
    let artists = ([recording.artist] + recording.featured).map(named)
    let numbers: JSON = [
      "HasLyrics": .bool(hasLyrics(index)), "Container": "mp3", "MediaType": "Audio",
      "RunTimeTicks": .number(recording.durationInMillis * 10_000),
      "ProductionYear": .number(Int(recording.releaseDate.prefix(4))),
      "IndexNumber": .number(song.track), "ParentIndexNumber": .number(song.disc),
      "NormalizationGain": index % 3 == 0 ? nil : .real(-6.5),
    ]
    let names: JSON = [
      "Album": .string(album.title.text), "AlbumId": .string(ids.id("MusicAlbum", album.index)),
      "AlbumPrimaryImageTag": .string(tag("MusicAlbum", album.index)),
      "AlbumArtist": .string(catalog.artists[album.artist].name.text),
      "AlbumArtists": [named(album.artist)], "ArtistItems": .array(artists),
      "Artists": .array(artists.compactMap { $0["Name"] }), "ImageTags": [:],
    ]
    var item = base("Audio", index, recording.title.text) + numbers + names
    if fields.contains("Genres") {
      item["Genres"] = [.string(Genre.all[recording.genre].name)]
    }
    if fields.contains("ProviderIds") { item["ProviderIds"] = [:] }
    if fields.contains("MediaSources") {
      item["MediaSources"] = [
        [
          "Id": .string(ids.id("Audio", index)), "Container": "mp3", "Bitrate": 128_000,
          "MediaStreams": [["Codec": "mp3", "Type": "Audio"]],
        ]
      ]
    }
    return item
  }

  func album(_ index: Int) -> JSON {
    let album = catalog.albums[index]
    return base("MusicAlbum", index, album.title.text) + [
      "ProductionYear": .number(album.releaseDate.flatMap { Int($0.prefix(4)) }),
      "AlbumArtist": .string(catalog.artists[album.artist].name.text),
      "AlbumArtists": [named(album.artist)], "ChildCount": .number(album.tracks.songs.count),
      "ImageTags": ["Primary": .string(tag("MusicAlbum", index))],
    ]
  }

  func artist(_ index: Int) -> JSON {
    base("MusicArtist", index, catalog.artists[index].name.text) + [
      "ImageTags": hasPicture("MusicArtist", index)
        ? ["Primary": .string(tag("MusicArtist", index))] : [:]
    ]
  }

  func playlist(_ index: Int) -> JSON {
    let playlist = catalog.playlists[index]
    return self.playlist(ids.id("Playlist", index), playlist.name, playlist.tracks.songs.count)
  }

  func playlist(_ id: String, _ name: String, _ count: Int) -> JSON {
    [
      "Name": .string(name), "ServerId": .string(Self.serverID), "Id": .string(id),
      "Type": "Playlist", "MediaType": "Audio", "ChildCount": .number(count), "ImageTags": [:],
    ]
  }

  func genre(_ index: Int) -> JSON { base("MusicGenre", index, Genre.all[index].name) }

  func hasLyrics(_ song: Int) -> Bool { catalog.recording(of: song).hasLyrics }

  /// Whether an item has its own picture. Songs have their albums'.
  func hasPicture(_ type: String, _ index: Int) -> Bool {
    switch type {
    case "MusicAlbum": catalog.albums.indices.contains(index)
    case "MusicArtist": catalog.artists.indices.contains(index) && catalog.artists[index].hasArtwork
    default: false
    }
  }

  private func base(_ type: String, _ index: Int, _ name: String) -> JSON {
    let id = ids.id(type, index)
    return [
      "Name": .string(name), "ServerId": .string(Self.serverID), "Id": .string(id),
      "Type": .string(type),
      "UserData": ["IsFavorite": .bool(favorites.contains(id)), "PlayCount": 0],
    ]
  }

  private func named(_ artist: Int) -> JSON {
    [
      "Name": .string(catalog.artists[artist].name.text),
      "Id": .string(ids.id("MusicArtist", artist)),
    ]
  }

  private func tag(_ type: String, _ index: Int) -> String {
    String(ids.id(type, index).reversed())
  }
}
