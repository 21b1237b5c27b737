import PlayerKit

// Commands for stored playlists.
extension MPDInterpreter {
  func stored(
    _ name: String,
    _ arguments: MPDArguments,
    _ client: MPDClient
  ) throws(MPDError) -> MPDResult? {
    let list = arguments[0]
    switch name {
    case "listplaylists":
      return .later { [lists] in
        var response = MPDResponse()
        try await lists.writeNames(into: &response)
        return .lines(response)
      }
    case "listplaylist", "listplaylistinfo":
      try MPDPlaylists.check(list)
      let tags = name == "listplaylist" ? nil : client.tags
      return .later { [lists] in
        var response = MPDResponse()
        for song in try await lists.songs(list) {
          if let tags {
            song.write(into: &response, tags: tags)
          } else {
            response.add("file", song.file)
          }
        }
        return .lines(response)
      }
    case "load": return try load(list, arguments)
    case "save":
      try MPDPlaylists.check(list)
      let tracks = versions.queue
      return changing { try await $0.save(tracks.map(\.track), to: list, .create) }
    case "rename":
      let newName = arguments[1]
      try MPDPlaylists.check(list)
      try MPDPlaylists.check(newName)
      return changing { try await $0.rename(list, to: newName) }
    case "rm":
      try MPDPlaylists.check(list)
      return changing { try await $0.remove(list) }
    case "playlistclear":
      try MPDPlaylists.check(list)
      return changing { try await $0.clear(list) }
    case "playlistdelete":
      try MPDPlaylists.check(list)
      let range = try arguments.range(1)
      return changing { try await $0.delete(range, from: list) }
    case "playlistmove":
      try MPDPlaylists.check(list)
      let (from, target) = (try arguments.number(1), try arguments.number(2))
      return changing { try await $0.move(from, to: target, in: list) }
    case "playlistadd": return try add(arguments, to: list)
    case "searchaddpl":
      try MPDPlaylists.check(list)
      let query = try MPDQuery(arguments.all.dropFirst(), ignoresCase: true)
      return changing { [library] in
        let items = try await library.items(library.songs(query))
        if !items.isEmpty { try await $0.save(items.map(\.track), to: list, .append) }
      }
    default: return nil
    }
  }

  /// Changes stored playlists, and notifies the waiting clients.
  private func changing(
    _ body: @escaping @Sendable (MPDPlaylists) async throws -> Void
  ) -> MPDResult {
    .later { [lists, announce] in
      try await body(lists)
      announce(.storedPlaylist)
      return .nothing
    }
  }

  private func load(_ list: String, _ arguments: MPDArguments) throws(MPDError) -> MPDResult {
    let range = arguments.count > 1 ? try arguments.range(1) : .all
    let position = arguments.count > 2 ? try MPDPosition(arguments[2]) : nil
    _ = try position?.place(
      current: versions.queue.currentIndex,
      count: versions.queue.count
    )
    return .later { [lists, library, queue] in
      let items: [QueueItem]
      if list.contains("://") {
        items = try await library.items(named: list, else: .noSuchPlaylist)
      } else {
        try MPDPlaylists.check(list)
        items = try await lists.items(list, range)
      }
      _ = try Self.insert(items, at: position, in: queue)
      return .nothing
    }
  }

  private func add(_ arguments: MPDArguments, to list: String) throws(MPDError) -> MPDResult {
    try MPDPlaylists.check(list)
    let name = arguments[1]
    let place = arguments.count > 2 ? try arguments.number(2) : nil
    let items = items(named: name, else: .noSuchDirectory)
    return changing { lists in
      let tracks = try await items().map(\.track)
      if let place {
        try await lists.insert(tracks, into: list, at: place)
      } else {
        try await lists.save(tracks, to: list, .append)
      }
    }
  }
}
