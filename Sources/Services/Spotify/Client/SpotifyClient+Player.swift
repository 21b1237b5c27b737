import HTTPTypes
import PlayerKitServices

// Each of these needs a user's token.
extension SpotifyClient {
  /// Returns the playback state with its device. `nil` if no device is active.
  ///
  /// The service sends no updates: poll every few seconds. After a command, wait for at least half
  /// a second, since the state may be outdated until then.
  public func playbackState() async throws -> Spotify.PlaybackState? {
    try await state(["me", "player"])
  }

  /// Returns the current item, without the device. `nil` if nothing plays.
  public func currentlyPlaying() async throws -> Spotify.PlaybackState? {
    try await state(["me", "player", "currently-playing"])
  }

  /// Returns the devices on which the user can play now. A device appears only while its app is
  /// open, so the list is often empty.
  public func devices() async throws -> LossyArray<Spotify.Device> {
    try await list(["me", "player", "devices"]) { $0.devices }
  }

  /// Returns the queue of the active device.
  public func queue() async throws -> Spotify.Queue {
    try await value(["me", "player", "queue"])
  }

  private func state(_ path: [String]) async throws -> Spotify.PlaybackState? {
    let parameters: SpotifyParameters = [
      ("market", try country()), ("additional_types", "track,episode"),
    ]
    let reply = try await send(path, parameters)
    guard !reply.body.isEmpty else { return nil }
    return try ReplyDecoder.decode(Spotify.PlaybackState.self, from: reply, of: .spotify)
  }
}

// Each of these needs a user's token; commands also need the user's Premium subscription.
//
// A device is named by its id; `nil` means the active one. Without an active device, the error is
// `notFound` with the reason `noActiveDevice`. Without Premium, it is `forbidden` with
// `premiumRequired`. The service does not keep the order of commands, so wait for one before
// sending the next.
extension SpotifyClient {
  /// Resumes playback.
  @discardableResult
  public func play(onDevice device: String? = nil) async throws -> Spotify.CommandOutcome {
    try await command(.put, "play", device: device)
  }

  /// Plays tracks and episodes in order.
  ///
  /// - Parameters:
  ///   - device: The id of the device. `nil` for the active one.
  ///   - uris: URIs such as `spotify:track:…`, at least one.
  ///   - position: The start position in the first item.
  @discardableResult
  public func play(
    _ uris: [String],
    from position: Duration = .zero,
    onDevice device: String? = nil
  ) async throws -> Spotify.CommandOutcome {
    guard !uris.isEmpty else { throw SpotifyChecks.invalid("There is nothing to play.") }
    try SpotifyChecks.uris(uris)
    let body = JSONValue.object([
      "uris": .array(uris.map(JSONValue.string)),
      "position_ms": .int(try SpotifyChecks.milliseconds(position)),
    ])
    return try await command(.put, "play", device: device, body: body)
  }

  /// Plays an album, a playlist or another context.
  ///
  /// - Parameters:
  ///   - device: The id of the device. `nil` for the active one.
  ///   - context: The URI, such as `spotify:album:…`.
  ///   - start: The first item. If `nil`, the item where the user stopped, or the first one. Not
  ///     for artists.
  ///   - position: The start position in that item.
  @discardableResult
  public func play(
    context: String,
    startingAt start: Spotify.ContextStart? = nil,
    from position: Duration = .zero,
    onDevice device: String? = nil
  ) async throws -> Spotify.CommandOutcome {
    try SpotifyChecks.uri(context)
    var members: [String: JSONValue] = [
      "context_uri": .string(context),
      "position_ms": .int(try SpotifyChecks.milliseconds(position)),
    ]
    switch start {
    case .position(let index):
      try SpotifyChecks.offset(index)
      members["offset"] = .object(["position": .int(index)])
    case .uri(let uri):
      try SpotifyChecks.uri(uri)
      members["offset"] = .object(["uri": .string(uri)])
    case nil: break
    }
    return try await command(.put, "play", device: device, body: .object(members))
  }

  /// Pauses playback.
  @discardableResult
  public func pause(onDevice device: String? = nil) async throws -> Spotify.CommandOutcome {
    try await command(.put, "pause", device: device)
  }

  /// Skips to the next item. A second call skips again.
  @discardableResult
  public func next(onDevice device: String? = nil) async throws -> Spotify.CommandOutcome {
    try await command(.post, "next", device: device)
  }

  /// Skips to the previous item, regardless of the position in the current one.
  @discardableResult
  public func previous(onDevice device: String? = nil) async throws -> Spotify.CommandOutcome {
    try await command(.post, "previous", device: device)
  }

  /// Seeks in the current item. A position beyond its end starts the next item.
  @discardableResult
  public func seek(
    to position: Duration,
    onDevice device: String? = nil
  ) async throws -> Spotify.CommandOutcome {
    let milliseconds = try SpotifyChecks.milliseconds(position)
    return try await command(.put, "seek", ("position_ms", "\(milliseconds)"), device: device)
  }

  /// Sets the volume, 0 to 100. Some devices, mainly phones, refuse it
  /// (``Spotify/Reason/volumeControlDisallowed``).
  @discardableResult
  public func setVolume(
    _ percent: Int,
    onDevice device: String? = nil
  ) async throws -> Spotify.CommandOutcome {
    guard (0...100).contains(percent) else {
      throw SpotifyChecks.invalid("A volume is 0 … 100 per cent, not \(percent).")
    }
    return try await command(.put, "volume", ("volume_percent", "\(percent)"), device: device)
  }

  /// Sets the repeat mode.
  @discardableResult
  public func setRepeat(
    _ state: Spotify.RepeatState,
    onDevice device: String? = nil
  ) async throws -> Spotify.CommandOutcome {
    try await command(.put, "repeat", ("state", state.rawValue), device: device)
  }

  /// Turns shuffle on or off.
  @discardableResult
  public func setShuffle(
    _ isOn: Bool,
    onDevice device: String? = nil
  ) async throws -> Spotify.CommandOutcome {
    try await command(.put, "shuffle", ("state", isOn ? "true" : "false"), device: device)
  }

  /// Transfers playback to another device.
  ///
  /// - Parameter device: The id of the device. `nil` for the active one.
  /// - Parameter plays: Whether the device then plays. If `false`, the state is kept.
  @discardableResult
  public func transfer(
    toDevice device: String,
    plays: Bool = false
  ) async throws -> Spotify.CommandOutcome {
    guard !device.isEmpty else { throw SpotifyChecks.invalid("The id of the device is empty.") }
    let body = JSONValue.object([
      "device_ids": .array([.string(device)]), "play": .bool(plays),
    ])
    return try await command(.put, nil, device: nil, body: body)
  }

  /// Adds a track or episode to the queue. It cannot be removed. A second call adds it again.
  @discardableResult
  public func addToQueue(
    _ uri: String,
    onDevice device: String? = nil
  ) async throws -> Spotify.CommandOutcome {
    try SpotifyChecks.uri(uri)
    return try await command(.post, "queue", ("uri", uri), device: device)
  }

  private func command(
    _ method: HTTPRequest.Method,
    _ name: String?,
    _ parameter: (name: String, value: String?)? = nil,
    device: String?,
    body: JSONValue? = nil
  ) async throws -> Spotify.CommandOutcome {
    let path = ["me", "player", name].compactMap(\.self)
    let parameters = [parameter ?? ("", nil), ("device_id", device)]
    do {
      try await send(path, parameters, by: method, body: body)
      return .done
    } catch let error as CatalogError {
      guard let outcome = Spotify.CommandOutcome(refusal: error) else { throw error }
      return outcome
    }
  }
}
