import Foundation

/// What the user writes: additions, playlists, ratings.
extension PersonalEndpoints {
  mutating func changeLibrary(_ segments: [String]) throws -> SimulatedResponse {
    guard request.method == "POST" else { return AppleMusicFailure.wrongMethod.response }
    switch segments {
    case []: return try addToLibrary()
    case ["playlists"]: return try createPlaylist()
    case ["playlist-folders"]: return try createFolder()
    default:
      guard segments.count == 3, segments[0] == "playlists", segments[2] == "tracks" else {
        // Among them `/me/library/songs`: songs are added by `/me/library?ids[songs]=`.
        return AppleMusicFailure.wrongMethod.response
      }
      return try addTracks(to: segments[1])
    }
  }

  private mutating func addToLibrary() throws -> SimulatedResponse {
    guard settings.hasSubscription else { throw AppleMusicFailure.insufficientPrivileges }
    let wanted = query.bracketed("ids")
    guard wanted.contains(where: { !$0.values.isEmpty }) else { throw AppleMusicFailure.noIDs }
    for pair in wanted {
      guard let kind = ResourceKind(rawValue: pair.key),
        [.songs, .albums, .musicVideos, .playlists].contains(kind)
      else { throw AppleMusicFailure.unknownType(pair.key, parameter: "ids[\(pair.key)]") }
      for reference in pair.values.compactMap({ writer.store.reference(kind, id: $0) }) {
        add(reference)
      }
    }
    return SimulatedResponse(status: 202)
  }

  private mutating func add(_ reference: ResourceReference) {
    switch reference.kind {
    case .songs: add([.song(reference.index)])
    case .musicVideos: add([.musicVideo(reference.index)])
    case .albums:
      add(
        library.catalog.albums[reference.index].tracks.filter {
          writer.store.isSold(ResourceReference($0))
        }
      )
    case .playlists: addPlaylist(library.catalog.playlists[reference.index])
    case .artists, .stations, .stationGenres, .genres, .curators, .appleCurators, .activities,
      .recordLabels:
      break
    }
  }

  private mutating func add(_ tracks: [TrackReference]) {
    for track in tracks {
      library.add(.catalog(track), at: request.now, delay: settings.libraryDelay)
    }
  }

  private mutating func addPlaylist(_ playlist: Playlist) {
    guard !library.playlists.contains(where: { $0.catalogIndex == playlist.index }) else { return }
    library.playlists.append(
      Library.OwnPlaylist(
        id: library.newID("p.", 14),
        name: playlist.name,
        description: playlist.summary,
        isPublic: false,
        canEdit: false,
        globalID: playlist.id,
        catalogIndex: playlist.index,
        folder: Library.rootFolder,
        added: request.now,
        visibleFrom: request.now.addingTimeInterval(settings.libraryDelay),
        tracks: playlist.tracks.map { .catalog($0) }
      )
    )
  }

  private func body() throws -> [String: Any] {
    let parsed = try? JSONSerialization.jsonObject(with: request.body)
    guard let object = parsed as? [String: Any] else {
      throw AppleMusicFailure.invalid("Unable to parse request body", parameter: nil)
    }
    return object
  }

  private mutating func createPlaylist() throws -> SimulatedResponse {
    let body = try body()
    guard let attributes = body["attributes"] as? [String: Any],
      let name = attributes["name"] as? String, !name.isEmpty
    else { throw AppleMusicFailure.invalid("No name supplied for the playlist", parameter: nil) }
    let relationships = body["relationships"] as? [String: Any]
    let parent = identifiers(relationships?["parent"]).first?.id ?? Library.rootFolder
    guard library.folders.contains(where: { $0.id == parent }) else {
      throw AppleMusicFailure.notFound
    }
    let tracks = try tracks(identifiers(relationships?["tracks"]))
    let playlist = Library.OwnPlaylist(
      id: library.newID("p.", 14),
      name: name,
      description: attributes["description"] as? String,
      isPublic: attributes["isPublic"] as? Bool ?? false,
      canEdit: true,
      folder: parent,
      added: request.now,
      visibleFrom: request.now,
      tracks: tracks
    )
    library.playlists.append(playlist)
    let shelf = LibraryWriter(shelf: shelf, writer: writer)
    return .json(status: 201, ["data": [try shelf.resource(.playlist(playlist))]])
  }

  private mutating func createFolder() throws -> SimulatedResponse {
    let body = try body()
    guard let name = (body["attributes"] as? [String: Any])?["name"] as? String, !name.isEmpty
    else {
      throw AppleMusicFailure.invalid("No name supplied for the folder", parameter: nil)
    }
    let parents = identifiers((body["relationships"] as? [String: Any])?["parent"])
    let folder = Library.Folder(
      id: library.newID("p.", 14),
      name: name,
      parent: parents.first?.id ?? Library.rootFolder,
      added: request.now
    )
    library.folders.append(folder)
    let shelf = LibraryWriter(shelf: shelf, writer: writer)
    return .json(status: 201, ["data": [try shelf.resource(.folder(folder))]])
  }

  private mutating func addTracks(to id: String) throws -> SimulatedResponse {
    guard let index = library.playlists.firstIndex(where: { $0.id == id }) else {
      throw AppleMusicFailure.notFound
    }
    guard library.playlists[index].canEdit else {
      throw AppleMusicFailure.invalid("The playlist cannot be edited", parameter: nil)
    }
    library.playlists[index].tracks += try tracks(identifiers(try body()))
    return SimulatedResponse(status: 204)
  }

  /// The members of `data`.
  private func identifiers(_ object: Any?) -> [(id: String, type: String)] {
    let members = (object as? [String: Any])?["data"] as? [[String: Any]] ?? []
    return members.compactMap { member in
      guard let id = member["id"] as? String, let type = member["type"] as? String else {
        return nil
      }
      return (id: id, type: type)
    }
  }

  private func tracks(
    _ identifiers: [(id: String, type: String)]
  ) throws -> [Library.Item.Content] {
    var result: [Library.Item.Content] = []
    for (id, type) in identifiers {
      switch type {
      case "songs":
        guard let song = writer.store.reference(.songs, id: id) else {
          throw AppleMusicFailure.notFound
        }
        result.append(.catalog(.song(song.index)))
      case "music-videos":
        guard let video = writer.store.reference(.musicVideos, id: id) else {
          throw AppleMusicFailure.notFound
        }
        result.append(.catalog(.musicVideo(video.index)))
      case "library-songs", "library-music-videos":
        guard let item = library.items.first(where: { $0.id == id }) else {
          throw AppleMusicFailure.notFound
        }
        result.append(item.content)
      default: throw AppleMusicFailure.unknownType(type, parameter: nil)
      }
    }
    return result
  }
}
