import PlayerKit
import PlayerKitServices

// Commands for the catalogs of the services.
extension MPDInterpreter {
  func database(
    _ name: String,
    _ arguments: MPDArguments,
    _ client: MPDClient
  ) throws(MPDError) -> MPDResult? {
    let tags = client.tags
    switch name {
    case "find", "search":
      let query = try MPDQuery(arguments.all, ignoresCase: name == "search")
      return .later { [library] in
        var response = MPDResponse()
        for found in try await library.songs(query) {
          found.song.write(into: &response, tags: tags)
        }
        return .lines(response)
      }
    case "findadd", "searchadd":
      return add(try MPDQuery(arguments.all, ignoresCase: name == "searchadd"))
    case "list": return try list(arguments)
    case "count": return try count(arguments)
    case "lsinfo", "listall", "listallinfo", "listfiles":
      return inside(arguments[0], name, tags)
    case "update", "rescan":
      jobs += 1
      changes.append((nil, [.update]))
      return .lines { $0.add("updating_db", jobs) }
    case "readcomments": return comments(arguments[0])
    default: return nil
    }
  }

  private func add(_ query: MPDQuery) -> MPDResult {
    .later { [library, queue] in
      let items = try await library.items(library.songs(query))
      _ = try Self.insert(items, at: query.position, in: queue)
      return .nothing
    }
  }

  private func list(_ arguments: MPDArguments) throws(MPDError) -> MPDResult {
    let name = arguments[0]
    guard MPDTag.isKnown(name) else { throw MPDError(.argument, "Unknown tag type: \(name)") }
    var rest = arguments.all.dropFirst()
    // The old form: the albums of an artist.
    if rest.count == 1, let value = rest.first, !value.hasPrefix("("), name.lowercased() == "album"
    {
      rest = ["artist", value]
    }
    let query = try MPDQuery(rest, ignoresCase: false, needsFilter: false)
    guard let tag = MPDTag(named: name) else { return .done }
    return .later { [library] in
      let found = try await library.values(of: tag, query)
      var response = MPDResponse()
      var rows: Set<[String]> = []
      for song in found.map(\.song) {
        let groups = query.groups.map { song.values(of: $0).first ?? "" }
        for value in song.values(of: tag) { rows.insert(groups + [value]) }
      }
      var last: [String]?
      for row in rows.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
        let groups = Array(row.dropLast())
        for (place, value) in groups.enumerated() where last?[...place] != groups[...place] {
          response.add(query.groups[place].rawValue, value)
        }
        last = groups
        response.add(tag.rawValue, row[row.count - 1])
      }
      return .lines(response)
    }
  }

  private func count(_ arguments: MPDArguments) throws(MPDError) -> MPDResult {
    let query = try MPDQuery(arguments.all, ignoresCase: false, needsFilter: false)
    return .later { [library] in
      let songs = try await library.songs(query).map(\.song)
      var response = MPDResponse()
      func add(_ songs: [MPDSong]) {
        let time = songs.reduce(Duration.zero) { $0 + ($1.duration ?? .zero) }
        response.add("songs", songs.count)
        response.add("playtime", time.components.seconds)
      }
      guard let tag = query.groups.first else {
        add(songs)
        return .lines(response)
      }
      let groups = Dictionary(grouping: songs) { $0.values(of: tag).first ?? "" }
      for (value, songs) in groups.sorted(by: { $0.key < $1.key }) {
        response.add(tag.rawValue, value)
        add(songs)
      }
      return .lines(response)
    }
  }

  /// Lists a folder: the services and stored playlists at the top, otherwise the content of a link.
  private func inside(_ name: String, _ command: String, _ tags: Set<MPDTag>) -> MPDResult {
    let services = context.services.all.filter(\.isConfigured).map { type(of: $0).name }
    let isTop = name.isEmpty || name == "/"
    guard isTop || services.contains(name) else {
      return .later { [library] in
        var response = MPDResponse()
        for entry in try await library.contents(of: name) {
          guard let item = entry.item else { continue }
          let isSong = entry.link.kind.isSong
          if !isSong { response.add("directory", item) }
          guard isSong else { continue }
          if command == "listall" || command == "listfiles" {
            response.add("file", item)
          } else {
            MPDSong(entry, file: item).write(into: &response, tags: tags)
          }
        }
        return .lines(response)
      }
    }
    // A catalog can only be searched, not listed.
    guard isTop else { return .done }
    return .later { [lists] in
      var response = MPDResponse()
      for service in services { response.add("directory", service) }
      if command == "lsinfo" { try await lists.writeNames(into: &response) }
      return .lines(response)
    }
  }

  private func comments(_ name: String) -> MPDResult {
    let items = items(named: name, else: .noSuchSong)
    return .later {
      let metadata = try await items().first?.metadata
      let song = MPDSong(file: name, metadata: metadata ?? TrackMetadata())
      var response = MPDResponse()
      for tag in MPDTag.allCases {
        for value in song.values(of: tag) { response.add(tag.rawValue, value) }
      }
      return .lines(response)
    }
  }
}

extension MusicLink.Kind {
  /// Whether the item is playable and not a container.
  var isSong: Bool {
    [.song, .station, .episode, .librarySong, .musicVideo].contains(self)
  }
}

extension MPDLibrary {
  /// Returns the entries for search results. Skips those that can't be loaded in time: a service
  /// may limit its requests, and a client waits only half a minute.
  func items(_ found: [Found]) async throws(MPDError) -> [QueueItem] {
    let links = found.compactMap(\.link)
    var items = await answers.inTime { [context] in await context.items.tracks(of: links) }
    for found in found where found.link == nil {
      items += (try? await context.items.items(for: found.song.file)) ?? []
    }
    guard !items.isEmpty || found.isEmpty else {
      throw MPDError(.system, "None of the songs could be had")
    }
    return items
  }
}
