import Foundation

/// The endpoints below `/v1/me/player`.
extension SpotifyEndpoints {
  private static let reads = "user-read-playback-state"
  private static let current = "user-read-currently-playing"

  static let playerRoutes: [Route<Handler>] =
    [
      route("GET /v1/me/player", .user([reads])) { endpoints, _ in endpoints.state() },
      route("GET /v1/me/player/currently-playing", .user([reads, current])) { endpoints, _ in
        endpoints.state()
      },
      json("GET /v1/me/player/devices", .user([reads])) { endpoints, _ in
        let playback = endpoints.read()
        let devices = endpoints.call.settings.hasDevices ? Array(playback.devices.indices) : []
        return ["devices": .array(devices.map { endpoints.device($0, of: playback) })]
      },
      json("GET /v1/me/player/queue", .user([reads, current])) { endpoints, _ in
        let playback = endpoints.read()
        let current = endpoints.isActive(playback) ? playback.current : nil
        let upcoming = current == nil ? [] : playback.upcoming
        return [
          "currently_playing": current.map { endpoints.writer.track($0) } ?? .null,
          "queue": .array(upcoming.map { endpoints.writer.track($0) }),
        ]
      },
      json("GET /v1/me/player/recently-played", .user(["user-read-recently-played"])) {
        endpoints,
        _ in try endpoints.recentlyPlayed()
      },
      command("PUT /v1/me/player"), command("PUT /v1/me/player/play"),
      command("PUT /v1/me/player/pause"), command("POST /v1/me/player/next"),
      command("POST /v1/me/player/previous"), command("PUT /v1/me/player/seek"),
      command("PUT /v1/me/player/repeat"), command("PUT /v1/me/player/volume"),
      command("PUT /v1/me/player/shuffle"), command("POST /v1/me/player/queue"),
    ]

  private static func command(_ name: String) -> Route<Handler> {
    let last = name.split(separator: "/").last.map { String($0) }
    return route(name, .user(["user-modify-playback-state"])) { endpoints, _ in
      try endpoints.run(last == "player" ? nil : last)
      return SimulatedResponse(status: 204)
    }
  }

  private mutating func run(_ name: String?) throws {
    guard call.settings.isPremium else { throw SpotifyFailure.premium }
    let (call, playlists) = (call, library.playlists)
    try player.change(at: call.now, call.rules) { playback in
      var command = SpotifyPlayerCommand(call: call, playlists: playlists, playback: playback)
      try command.run(name)
      playback = command.playback
    }
  }

  // MARK: - Reading

  private func read() -> SpotifyPlayback {
    player.read(at: call.now, lag: call.settings.playbackLag, call.rules)
  }

  private func isActive(_ playback: SpotifyPlayback) -> Bool {
    call.settings.hasDevices && playback.active != nil
  }

  private func state() -> SimulatedResponse {
    let playback = read()
    guard isActive(playback), let active = playback.active else {
      return SimulatedResponse(status: 204)
    }
    var disallows: JSON = playback.isPlaying ? ["resuming": true] : ["pausing": true]
    if !playback.hasPrevious { disallows["skipping_prev"] = true }
    if !playback.hasNext { disallows["skipping_next"] = true }
    let millis = Int(playback.timestamp.timeIntervalSince1970 * 1_000)
    let isAd = playback.adEnds.map { $0 > call.now } ?? false
    let isHidden = isAd || !call.settings.tellsItem || call.settings.isPrivateSession
    let current = isHidden ? nil : playback.current
    let progress = call.settings.tellsProgress && current != nil ? playback.progressInMillis : nil
    return .json([
      "device": device(active, of: playback),
      "repeat_state": .string(playback.repeats.rawValue),
      "shuffle_state": .bool(playback.shuffles), "smart_shuffle": false,
      "context": playback.context.flatMap(context) ?? .null,
      "timestamp": .number(millis),
      "progress_ms": progress.map { .number($0) } ?? .null,
      "is_playing": .bool(playback.isPlaying),
      "item": current.map { writer.track($0) } ?? .null,
      "currently_playing_type": isAd ? "ad" : current == nil ? "unknown" : "track",
      "actions": ["disallows": disallows],
    ])
  }

  private func context(_ uri: String) -> JSON? {
    let parts = uri.split(separator: ":").map(String.init)
    guard parts.count == 3 else { return nil }
    var object = writer.reference(parts[1], parts[2])
    object["id"] = nil
    return object
  }

  private func device(_ index: Int, of playback: SpotifyPlayback) -> JSON {
    let device = playback.devices[index]
    return [
      "id": device.id.map { .string($0) } ?? .null, "is_active": .bool(playback.active == index),
      "is_private_session": .bool(call.settings.isPrivateSession),
      "is_restricted": .bool(device.isRestricted),
      "name": .string(device.name), "type": .string(device.type),
      "volume_percent": device.volume.map { .number($0) } ?? .null,
      "supports_volume": .bool(device.hasVolume),
    ]
  }

  /// Plays, newest first, with timestamps as cursors.
  private func recentlyPlayed() throws -> JSON {
    let limit = try call.limit()
    func millis(_ play: SpotifyPlayback.Play) -> Int { Int(play.at.timeIntervalSince1970 * 1_000) }
    let (after, before) = (call.query["after"], call.query["before"])
    guard after == nil || before == nil else {
      throw SpotifyFailure.bad("Only one of after and before")
    }
    var plays = Array(read().plays.reversed())
    if let after {
      guard let time = Int(after) else { throw SpotifyFailure.bad("Invalid after") }
      plays = Array(plays.filter { millis($0) > time }.suffix(limit))
    } else if let before {
      guard let time = Int(before) else { throw SpotifyFailure.bad("Invalid before") }
      plays = plays.filter { millis($0) < time }
    }
    let shown = plays.prefix(limit)
    let items = shown.map { play -> JSON in
      [
        "track": writer.track(play.song),
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
}
