import Foundation

/// The user's changes: additions, playlists, folders.
extension PersonalEndpoints {
  mutating func changeLibrary(_ segments: [String]) throws -> SimulatedResponse {
    guard request.method == "POST" else { throw AppleMusicFailure.wrongMethod }
    switch segments {
    case []: return try addToLibrary()
    case ["playlists"]: return try createPlaylist()
    case ["playlist-folders"]: return try createFolder()
    default:
      guard segments.count == 3, segments[0] == "playlists", segments[2] == "tracks" else {
        // This includes `/me/library/songs`: songs are added with `/me/library?ids[songs]=`.
        throw AppleMusicFailure.wrongMethod
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
    case .playlists: addPlaylist(reference)
    case .albums:
      let tracks = catalog.albums[reference.index].tracks.map { ResourceReference($0) }
      for track in tracks where writer.store.isSold(track) { add(track) }
    default: library.add(reference, at: request.now, delay: settings.libraryDelay)
    }
  }

  private mutating func addPlaylist(_ reference: ResourceReference) {
    guard !library.playlists.contains(where: { $0.twin == reference }) else { return }
    let playlist = catalog.playlists[reference.index]
    library.playlists.append(
      LibraryEntry(
        kind: .playlists,
        id: library.newID("p.", 14),
        name: playlist.name,
        added: request.now,
        visibleFrom: request.now.addingTimeInterval(settings.libraryDelay),
        twin: reference,
        parent: Library.rootFolder,
        summary: playlist.summary,
        canEdit: false,
        globalID: playlist.id,
        tracks: playlist.tracks.map { .catalog(ResourceReference($0)) }
      )
    )
  }

  private func body() throws -> [String: Any] {
    guard let object = request.object else {
      throw AppleMusicFailure.invalid("Unable to parse request body", parameter: nil)
    }
    return object
  }

  /// The attributes of a new playlist or folder, and its parent folder.
  private func attributes(
    _ body: [String: Any],
    of what: String
  ) throws -> (name: String, parent: String, all: [String: Any]) {
    let attributes = body["attributes"] as? [String: Any] ?? [:]
    guard let name = attributes["name"] as? String, !name.isEmpty else {
      throw AppleMusicFailure.invalid("No name supplied for the \(what)", parameter: nil)
    }
    let parent = related(body, "parent").first?.id ?? Library.rootFolder
    return (name, parent, attributes)
  }

  private mutating func createPlaylist() throws -> SimulatedResponse {
    let body = try body()
    let (name, parent, attributes) = try attributes(body, of: "playlist")
    guard library.folders.contains(where: { $0.id == parent }) else {
      throw AppleMusicFailure.notFound
    }
    let tracks = try tracks(related(body, "tracks"))
    let playlist = LibraryEntry(
      kind: .playlists,
      id: library.newID("p.", 14),
      name: name,
      added: request.now,
      parent: parent,
      summary: attributes["description"] as? String,
      isPublic: attributes["isPublic"] as? Bool ?? false,
      tracks: tracks
    )
    library.playlists.append(playlist)
    return .json(status: 201, ["data": [try libraryWriter.resource(playlist)]])
  }

  private mutating func createFolder() throws -> SimulatedResponse {
    let (name, parent, _) = try attributes(try body(), of: "folder")
    let folder = library.makeFolder(name, at: request.now, in: parent)
    return .json(status: 201, ["data": [try libraryWriter.resource(folder)]])
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

  private func related(_ body: [String: Any], _ name: String) -> [(id: String, type: String)] {
    identifiers((body["relationships"] as? [String: Any])?[name])
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

  private func tracks(_ identifiers: [(id: String, type: String)]) throws -> [LibraryEntry.Track] {
    try identifiers.map { id, type in
      let track: LibraryEntry.Track?
      switch type {
      case "songs": track = writer.store.reference(.songs, id: id).map { .catalog($0) }
      case "music-videos": track = writer.store.reference(.musicVideos, id: id).map { .catalog($0) }
      case "library-songs", "library-music-videos":
        track = library.items.first { $0.id == id }?.track
      default: throw AppleMusicFailure.unknownType(type, parameter: nil)
      }
      guard let track else { throw AppleMusicFailure.notFound }
      return track
    }
  }
}
