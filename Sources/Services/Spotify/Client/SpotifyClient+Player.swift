import HTTPTypes
import PlayerKitServices

// Each of these needs a user's token.
extension SpotifyClient {
  /// What plays, and where; `nil`: nothing is active.
  ///
  /// The service sends no changes: ask every few seconds, and after a command no sooner than half a
  /// second, as the state may be the old one until then.
  public func playbackState() async throws -> Spotify.PlaybackState? {
    try await state(["me", "player"])
  }

  /// What plays, without the device; `nil`: nothing.
  public func currentlyPlaying() async throws -> Spotify.PlaybackState? {
    try await state(["me", "player", "currently-playing"])
  }

  /// The devices on which the user may play now. A device shows up only while its app is open, so
  /// that there are often none.
  public func devices() async throws -> LossyArray<Spotify.Device> {
    try await list(["me", "player", "devices"]) { $0.devices }
  }

  /// What comes next on the active device.
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

// Each of these needs a user's token, and the writing ones the user's Premium.
//
// A device is named by its identity; `nil`: the active one. Without any, the error is `notFound` with
// the reason `noActiveDevice`; without Premium, `forbidden` with `premiumRequired`. The service does
// not keep the order of commands: wait for one before the next.
extension SpotifyClient {
  /// Goes on playing.
  @discardableResult
  public func play(onDevice device: String? = nil) async throws -> Spotify.CommandOutcome {
    try await command(.put, "play", device: device)
  }

  /// Plays tracks and episodes, one after the other.
  ///
  /// - Parameters:
  ///   - uris: addresses such as `spotify:track:…`, at least one.
  ///   - position: where in the first one to begin.
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

  /// Plays an album, a playlist or the like.
  ///
  /// - Parameters:
  ///   - context: its address, such as `spotify:album:…`.
  ///   - start: with which member; `nil`: where the user left it, or the first. Not for artists.
  ///   - position: where in that member to begin.
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

  /// Pauses.
  @discardableResult
  public func pause(onDevice device: String? = nil) async throws -> Spotify.CommandOutcome {
    try await command(.put, "pause", device: device)
  }

  /// Goes to the next item. Called twice, it goes two further.
  @discardableResult
  public func next(onDevice device: String? = nil) async throws -> Spotify.CommandOutcome {
    try await command(.post, "next", device: device)
  }

  /// Goes to the item before, also where this one has played for a while.
  @discardableResult
  public func previous(onDevice device: String? = nil) async throws -> Spotify.CommandOutcome {
    try await command(.post, "previous", device: device)
  }

  /// Goes to a position of what plays. Beyond its end, the next item begins.
  @discardableResult
  public func seek(
    to position: Duration,
    onDevice device: String? = nil
  ) async throws -> Spotify.CommandOutcome {
    let milliseconds = try SpotifyChecks.milliseconds(position)
    return try await command(.put, "seek", ("position_ms", "\(milliseconds)"), device: device)
  }

  /// Sets the volume, 0 … 100. Some devices, phones above all, refuse
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

  /// Sets what is played again.
  @discardableResult
  public func setRepeat(
    _ state: Spotify.RepeatState,
    onDevice device: String? = nil
  ) async throws -> Spotify.CommandOutcome {
    try await command(.put, "repeat", ("state", state.rawValue), device: device)
  }

  /// Sets whether the order is random.
  @discardableResult
  public func setShuffle(
    _ isOn: Bool,
    onDevice device: String? = nil
  ) async throws -> Spotify.CommandOutcome {
    try await command(.put, "shuffle", ("state", isOn ? "true" : "false"), device: device)
  }

  /// Makes another device the one that plays.
  ///
  /// - Parameter plays: whether it plays then; `false`: as it was.
  @discardableResult
  public func transfer(
    toDevice device: String,
    plays: Bool = false
  ) async throws -> Spotify.CommandOutcome {
    guard !device.isEmpty else { throw SpotifyChecks.invalid("A device has an identity.") }
    let body = JSONValue.object([
      "device_ids": .array([.string(device)]), "play": .bool(plays),
    ])
    return try await command(.put, nil, device: nil, body: body)
  }

  /// Puts a track or episode into the queue. It can't be taken out again; called twice, it is there
  /// twice.
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
