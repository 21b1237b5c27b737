import PlayerKit

// Commands that read the status and the queue.
extension MPDInterpreter {
  func reading(
    _ name: String,
    _ arguments: MPDArguments,
    _ client: MPDClient
  ) throws(MPDError) -> MPDResult? {
    switch name {
    case "status": return status()
    case "stats": return stats()
    case "currentsong": return currentSong(client)
    case "playlist":
      return entries(0..<versions.queue.count, .name)
    case "playlistinfo":
      let range = try range(arguments.count == 0 ? .all : arguments.range(0))
      return entries(range, .song(client.tags))
    case "playlistid":
      guard arguments.count > 0 else {
        return entries(0..<versions.queue.count, .song(client.tags))
      }
      let entry = try entry(number: arguments.number(0))
      guard let index = versions.queue.index(of: entry.id) else { throw .noSuchSong }
      return entries(index..<index + 1, .song(client.tags))
    case "playlistfind": return try found(arguments, client, ignoresCase: false)
    case "playlistsearch": return try found(arguments, client, ignoresCase: true)
    case "plchanges": return try changes(arguments, .song(client.tags))
    case "plchangesposid": return try changes(arguments, .place)
    default: return nil
    }
  }

  private func status() -> MPDResult {
    let state = state
    _ = versions.update(to: state.status.entries)
    return .lines { response in
      state.write(into: &response, version: versions.current, ids: ids)
    }
  }

  private func stats() -> MPDResult {
    let (uptime, played) = (clock.now - start, played)
    return .later { [library] in
      let songs = await library.songCount()
      var response = MPDResponse()
      response.add("uptime", uptime.components.seconds)
      response.add("playtime", played.components.seconds)
      response.add("artists", 0)
      response.add("albums", 0)
      response.add("songs", songs)
      response.add("db_playtime", 0)
      response.add("db_update", 0)
      return .lines(response)
    }
  }

  /// Reports the current song, even while stopped, as MPD does.
  private func currentSong(_ client: MPDClient) -> MPDResult {
    guard let entry = versions.queue.currentEntry, let index = versions.queue.currentIndex else {
      return .done
    }
    let writer = writer()
    return .lines { writer.write(entry, at: index, client.tags, into: &$0) }
  }

  private func entries(_ range: Range<Int>, _ form: MPDEntryParts.Form) -> MPDResult {
    .answer(.parts(MPDEntryParts(range, of: versions.queue, as: form, writer: writer())))
  }

  private func found(
    _ arguments: MPDArguments,
    _ client: MPDClient,
    ignoresCase: Bool
  ) throws(MPDError) -> MPDResult {
    let filter = try MPDQuery(arguments.all, ignoresCase: ignoresCase).filter
    let writer = writer()
    let parts = MPDEntryParts(
      0..<versions.queue.count,
      of: versions.queue,
      as: .song(client.tags),
      writer: writer,
      cost: filter.conditionCount
    ) { filter.takes(writer.song($1)) }
    return .answer(.parts(parts))
  }

  private func changes(
    _ arguments: MPDArguments,
    _ form: MPDEntryParts.Form
  ) throws(MPDError) -> MPDResult {
    // MPD's version has 32 bits, but clients may send larger numbers.
    guard let number = Int(arguments[0]) else {
      throw MPDError(.argument, "Integer expected: \(arguments[0])")
    }
    let range = try range(arguments.count > 1 ? arguments.range(1) : .all)
    let places = versions.places(since: UInt32(truncatingIfNeeded: number))
    let parts = MPDEntryParts(range, of: versions.queue, as: form, writer: writer()) { index, _ in
      places.contains(index)
    }
    return .answer(.parts(parts))
  }
}
