import Foundation

/// The attributes of library resources.
extension LibraryWriter {
  func attributes(_ reference: LibraryReference) -> JSONObject {
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

  private func item(_ item: Library.Item) -> JSONObject {
    let names = shelf.names(item.content)
    var result: JSONObject = [
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
    var result: JSONObject = [
      "id": .string(id), "kind": .string(kind), "isLibrary": true,
      "reporting": .bool(catalogID != nil),
    ]
    if let catalogID {
      result["catalogId"] = .string(catalogID)
      result["reportingId"] = .string(catalogID)
    }
    return .object(result)
  }

  private func album(_ album: LibraryStore.Group) -> JSONObject {
    var result: JSONObject = [
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

  private func playlist(_ playlist: Library.OwnPlaylist) -> JSONObject {
    var parameters: JSONObject = [
      "id": .string(playlist.id), "kind": "playlist", "isLibrary": true,
    ]
    parameters["globalId"] = playlist.globalID.map { .string($0) }
    var result: JSONObject = [
      "name": .string(playlist.name), "canEdit": .bool(playlist.canEdit), "canDelete": true,
      "isPublic": .bool(playlist.isPublic), "hasCatalog": .bool(playlist.globalID != nil),
      "dateAdded": Self.date(playlist.added), "playParams": .object(parameters),
    ]
    if let description = playlist.description {
      result["description"] = ["standard": .string(description)]
    }
    return result
  }
}
