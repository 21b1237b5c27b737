// Each of these needs a user's token.
extension SpotifyClient {
  /// What plays, and where; `nil`: nothing is active.
  ///
  /// The service sends no changes: ask every few seconds, and after a command no sooner than half a
  /// second, as the state may be the old one until then.
  public func playbackState() async throws -> Spotify.PlaybackState? {
    try await requester.valueIfAny(of: Self.state(["me", "player"], country()))
  }

  /// What plays, without the device; `nil`: nothing.
  public func currentlyPlaying() async throws -> Spotify.PlaybackState? {
    try await requester.valueIfAny(
      of: Self.state(["me", "player", "currently-playing"], country())
    )
  }

  /// The devices on which the user may play now. A device shows up only while its app is open, so
  /// that there are often none.
  public func devices() async throws -> TolerantList<Spotify.Device> {
    let document: Spotify.DevicesDocument = try await requester.value(
      of: .init(.get, "me", "player", "devices")
    )
    return document.devices ?? TolerantList()
  }

  /// What comes next on the active device.
  public func queue() async throws -> Spotify.Queue {
    try await requester.value(of: .init(.get, "me", "player", "queue"))
  }

  private static func state(_ path: [String], _ market: String?) -> SpotifyRequest {
    var request = SpotifyRequest()
    request.path = path
    request.query = [("market", market), ("additional_types", "track,episode")]
    return request
  }
}
