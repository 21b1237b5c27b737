import Foundation

/// The attributes of library resources.
extension LibraryWriter {
  func attributes(_ reference: LibraryReference) -> JSON {
    switch reference {
    case .item(let item): return self.item(item)
    case .album(let album): return self.album(album)
    case .artist(let artist): return ["name": .string(artist.name)]
    case .playlist(let playlist): return self.playlist(playlist)
    case .folder(let folder):
      return ["name": .string(folder.name), "dateAdded": Self.date(folder.added)]
    case .catalog: return [:]
    }
  }

  private func item(_ item: Library.Item) -> JSON {
    let names = shelf.names(item.content)
    var result: JSON = [
      "name": .string(names.title), "artistName": .string(names.artist),
      "albumName": .string(names.album), "dateAdded": Self.date(item.added),
    ]
    switch item.content {
    case .catalog(.song(let index)):
      let attributes = writer.attributes(of: ResourceReference(.songs, index), extended: [])
      let taken = [
        "genreNames", "hasLyrics", "artwork", "contentRating", "trackNumber", "discNumber",
        "releaseDate", "durationInMillis",
      ]
      for name in taken { result[name] = attributes[name] }
      let id = writer.store.id(ResourceReference(.songs, index))
      result["playParams"] = playParams(item.id, kind: "song", catalogID: id)
    case .catalog(.musicVideo(let index)):
      let attributes = writer.attributes(of: ResourceReference(.musicVideos, index), extended: [])
      for name in ["genreNames", "artwork", "durationInMillis", "releaseDate", "contentRating"] {
        result[name] = attributes[name]
      }
      result["trackNumber"] = attributes["trackNumber"] ?? 1
      let id = writer.store.id(ResourceReference(.musicVideos, index))
      result["playParams"] = playParams(item.id, kind: "musicVideo", catalogID: id)
    case .upload:
      result["genreNames"] = []
      result["hasLyrics"] = false
      result["durationInMillis"] = 184_000
      result["trackNumber"] = 1
      result["playParams"] = playParams(item.id, kind: "song", catalogID: nil)
    }
    return result
  }

  private func playParams(_ id: String, kind: String, catalogID: String?) -> JSON {
    var result: JSON = [
      "id": .string(id), "kind": .string(kind), "isLibrary": true,
      "reporting": .bool(catalogID != nil),
    ]
    if let catalogID {
      result["catalogId"] = .string(catalogID)
      result["reportingId"] = .string(catalogID)
    }
    return result
  }

  private func album(_ album: LibraryStore.Group) -> JSON {
    var result: JSON = [
      "name": .string(album.name), "artistName": .string(album.artistName),
      "trackCount": .number(album.items.count), "dateAdded": Self.date(album.added),
      "playParams": ["id": .string(album.id), "kind": "album", "isLibrary": true],
      "genreNames": [],
    ]
    if let index = album.catalogIndex {
      let attributes = writer.attributes(of: ResourceReference(.albums, index), extended: [])
      for name in ["genreNames", "artwork", "releaseDate", "contentRating"] {
        result[name] = attributes[name]
      }
    }
    return result
  }

  private func playlist(_ playlist: Library.OwnPlaylist) -> JSON {
    var parameters: JSON = [
      "id": .string(playlist.id), "kind": "playlist", "isLibrary": true,
    ]
    parameters["globalId"] = playlist.globalID.map { .string($0) }
    var result: JSON = [
      "name": .string(playlist.name), "canEdit": .bool(playlist.canEdit), "canDelete": true,
      "isPublic": .bool(playlist.isPublic), "hasCatalog": .bool(playlist.globalID != nil),
      "dateAdded": Self.date(playlist.added), "playParams": parameters,
    ]
    if let description = playlist.description {
      result["description"] = ["standard": .string(description)]
    }
    return result
  }
}
