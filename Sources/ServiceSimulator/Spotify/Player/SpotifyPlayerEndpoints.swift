import Foundation

/// Everything below `/v1/me/player`.
struct SpotifyPlayerEndpoints {
  let call: SpotifyCall
  let playlists: [SpotifyPlaylist]
  var player: SpotifyPlayer

  private static let nothing = SimulatedResponse(status: 204)

  mutating func answer(_ rest: [String]) throws(SpotifyFailure) -> SimulatedResponse {
    switch (call.method, rest) {
    case ("GET", []):
      try call.wantsUser("user-read-playback-state")
      return state()
    case ("GET", ["currently-playing"]):
      try call.wantsUser("user-read-currently-playing", "user-read-playback-state")
      return state()
    case ("GET", ["devices"]):
      try call.wantsUser("user-read-playback-state")
      let playback = read()
      let devices = call.settings.hasDevices ? Array(playback.devices.indices) : []
      return .json(["devices": .array(devices.map { device($0, of: playback) })])
    case ("GET", ["queue"]):
      try call.wantsUser("user-read-playback-state", "user-read-currently-playing")
      let playback = read()
      let current = isActive(playback) ? playback.current : nil
      return .json([
        "currently_playing": current.map { call.writer.track($0) } ?? .null,
        "queue": .array(
          current == nil ? [] : playback.upcoming.map { call.writer.track($0) }
        ),
      ])
    case ("GET", ["recently-played"]):
      try call.wantsUser("user-read-recently-played")
      return .json(try recentlyPlayed())
    case ("GET", _): throw .noService
    case _: return try command(rest)
    }
  }

  // MARK: - Reading

  private func read() -> SpotifyPlayback {
    player.read(at: call.now, lag: call.settings.playbackLag)
  }

  private func isActive(_ playback: SpotifyPlayback) -> Bool {
    call.settings.hasDevices && playback.active != nil
  }

  private func state() -> SimulatedResponse {
    let playback = read()
    guard isActive(playback), let active = playback.active else { return Self.nothing }
    var disallows: JSONObject = playback.isPlaying ? ["resuming": true] : ["pausing": true]
    if !playback.hasPrevious { disallows["skipping_prev"] = true }
    if !playback.hasNext { disallows["skipping_next"] = true }
    let millis = Int(playback.timestamp.timeIntervalSince1970 * 1_000)
    return .json([
      "device": device(active, of: playback),
      "repeat_state": .string(playback.repeats.rawValue),
      "shuffle_state": .bool(playback.shuffles), "smart_shuffle": false,
      "context": playback.context.flatMap(context) ?? .null,
      "timestamp": .number(millis),
      "progress_ms": playback.current == nil ? .null : .number(playback.progressInMillis),
      "is_playing": .bool(playback.isPlaying),
      "item": playback.current.map { call.writer.track($0) } ?? .null,
      "currently_playing_type": playback.current == nil ? "unknown" : "track",
      "actions": ["disallows": .object(disallows)],
    ])
  }

  private func context(_ uri: String) -> JSON? {
    let parts = uri.split(separator: ":").map(String.init)
    guard parts.count == 3 else { return nil }
    var object = call.writer.reference(parts[1], parts[2])
    object["id"] = nil
    return .object(object)
  }

  private func device(_ index: Int, of playback: SpotifyPlayback) -> JSON {
    let device = playback.devices[index]
    return [
      "id": device.id.map { .string($0) } ?? .null, "is_active": .bool(playback.active == index),
      "is_private_session": false, "is_restricted": .bool(device.isRestricted),
      "name": .string(device.name), "type": .string(device.type),
      "volume_percent": device.volume.map { .number($0) } ?? .null,
      "supports_volume": .bool(device.hasVolume),
    ]
  }

  /// Newest first, by cursors that are times.
  private func recentlyPlayed() throws(SpotifyFailure) -> JSON {
    let limit = try call.query.limit(20, most: 50)
    func millis(_ play: SpotifyPlayback.Play) -> Int { Int(play.at.timeIntervalSince1970 * 1_000) }
    let (after, before) = (call.query["after"], call.query["before"])
    guard after == nil || before == nil else { throw .bad("Only one of after and before") }
    var plays = Array(read().plays.reversed())
    if let after {
      guard let time = Int(after) else { throw .bad("Invalid after") }
      plays = Array(plays.filter { millis($0) > time }.suffix(limit))
    } else if let before {
      guard let time = Int(before) else { throw .bad("Invalid before") }
      plays = plays.filter { millis($0) < time }
    }
    let shown = plays.prefix(limit)
    let items = shown.map { play -> JSON in
      [
        "track": call.writer.track(play.song),
        "played_at": .string(
          play.at.formatted(
            Date.ISO8601FormatStyle(includingFractionalSeconds: true, timeZone: .gmt)
          )
        ),
        "context": play.context.flatMap(context) ?? .null,
      ]
    }
    guard let newest = shown.first, let oldest = shown.last else {
      return [
        "href": .string(call.address), "limit": .number(limit), "next": .null, "cursors": .null,
        "items": [],
      ]
    }
    let next = "\(call.address)?before=\(millis(oldest))&limit=\(limit)"
    return [
      "href": .string(call.address), "limit": .number(limit),
      "next": plays.count > shown.count ? .string(next) : .null,
      "cursors": [
        "after": .string(String(millis(newest))), "before": .string(String(millis(oldest))),
      ],
      "items": .array(items),
    ]
  }

  // MARK: - Commands

  private mutating func command(_ rest: [String]) throws(SpotifyFailure) -> SimulatedResponse {
    guard let method = Self.methods[rest.joined(separator: "/")] else { throw .noService }
    try call.wants(method)
    try call.wantsUser("user-modify-playback-state")
    guard call.settings.isPremium else { throw .premium }
    let call = call
    let playlists = playlists
    try player.change(at: call.now) { playback throws(SpotifyFailure) in
      var command = SpotifyPlayerCommand(call: call, playlists: playlists, playback: playback)
      try command.run(rest.first)
      playback = command.playback
    }
    return Self.nothing
  }

  private static let methods = [
    "": "PUT", "play": "PUT", "pause": "PUT", "next": "POST", "previous": "POST", "seek": "PUT",
    "repeat": "PUT", "volume": "PUT", "shuffle": "PUT", "queue": "POST",
  ]
}
