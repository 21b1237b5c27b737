import Foundation

/// The control functions for tests in the same process. Each takes effect at once.
extension ServiceSimulator {
  /// Makes the next requests to the service fail with its own "too many requests" response.
  ///
  /// - Parameter retryAfter: The seconds in the header, for services that send one.
  package func throttle(_ service: ServiceName, requests: Int = 1, retryAfter: Int? = nil) {
    state.plan { $0.throttle(service, requests: requests, retryAfter: retryAfter) }
  }

  /// Injects a fault into some of the service's responses.
  package func add(_ fault: Fault, to service: ServiceName) {
    state.plan { $0.add(fault, to: service) }
  }

  /// Moves the simulator's clock forward, so that tokens and rate limits expire.
  package func advance(by duration: Duration) { state.clock.advance(by: duration / .seconds(1)) }

  /// Restores the initial state, except the credentials. Closes stalled connections.
  package func reset() { state.reset() }

  /// The requests so far, oldest first, without those to the control endpoints.
  package var requests: [RequestRecord] { state.requests }

  /// The number of stalled connections.
  package var stalledConnections: Int { state.stalls.count }

  /// Makes a developer token by the simulator's clock, valid for an hour or with a flaw.
  package func makeDeveloperToken(flaw: DeveloperToken.Flaw? = nil) throws -> String {
    try DeveloperToken.make(key: developerKey, now: state.clock.now, life: 3600, flaw: flaw)
  }
}

/// The listens of the scrobbling services.
extension ServiceSimulator {
  /// The listens that Last.fm or ListenBrainz counted. Repeated listens count once.
  package func countedListens(of service: ServiceName) -> Set<CountedListen> {
    state.listens[service]?.all ?? []
  }

  /// The number of received listens, including repeated ones.
  package func toldListens(of service: ServiceName) -> Int { state.listens[service]?.told ?? 0 }

  /// The bodies of the last requests with plays, as received.
  package func toldBodies(of service: ServiceName) -> [String] {
    state.listens[service]?.bodies ?? []
  }

  /// Limits how many plays Last.fm counts per day. `nil`, the default, sets no limit.
  package func setDailyLimit(_ limit: Int?, of service: ServiceName) {
    state.listens[service]?.dailyLimit = limit
  }

  /// The current track. Its date is 0.
  package func nowPlaying(at service: ServiceName) -> CountedListen? {
    state.listens[service]?.nowPlaying
  }

  /// 1 for loved, -1 for hated, `nil` for neither. A track is `ARTIST / TITLE` at Last.fm, and an
  /// id at ListenBrainz.
  package func feeling(of track: String, at service: ServiceName) -> Int? {
    state.listens[service]?.feeling(of: track)
  }
}

/// The simulated MusicBrainz, for tests in the same process.
extension ServiceSimulator {
  /// The current and the former id of a recording, or `nil` for an unknown code.
  package func musicBrainzIDs(ofISRC code: String) -> (now: String, before: String)? {
    let ids = MusicBrainzIDs(seed: previewStore.catalog.seed)
    return previewStore.catalog.recordingsByISRC[code].map {
      (ids.recordings.uuid($0), ids.mergedRecordings.uuid($0))
    }
  }
}

/// The music of the previews, for tests that compare samples.
extension ServiceSimulator {
  /// All pieces, in the order of the preview numbers.
  package var previewPieces: [PreviewPiece] { previewStore.pieces }

  /// The MP3 pieces of services other than Apple's, in the order of the recordings.
  package var mp3PreviewPieces: [PreviewPiece] { previewStore.mp3Pieces }

  /// The exact number of frames of one of Apple's previews, at 44.1 kHz, or `nil` for a negative
  /// number.
  package func previewFrames(forNumber number: Int) -> Int? {
    previewStore.piece(number: number)?.frames
  }

  /// The same for the address of a preview, or `nil` if it is not from this simulator.
  package func previewFrames(at url: URL) -> Int? {
    let file = Substring(url.lastPathComponent)
    let plain = "\(url.scheme ?? "")://\(url.host ?? ""):\(url.port ?? 0)\(url.path)"
    let folders: [String: (Substring) -> PreviewPiece?] = [
      "mp3-preview": previewStore.spotifyPiece, "deezer": previewStore.deezerPiece,
      "previews": { self.previewStore.piece(file: $0)?.piece },
    ]
    let found = folders.first { plain.hasPrefix("\(media.absoluteString)/\($0.key)/") }
    return found?.value(file)?.frames
  }
}

/// The simulated SoundCloud, for tests in the same process.
extension ServiceSimulator {
  /// Sets how many plays the app has in 24 hours.
  package func setSoundCloudPlays(_ count: Int) { state.soundCloud.setMaximumPlays(count) }

  /// Makes tokens of the user, as from a sign-in.
  package func makeSoundCloudUserTokens() -> (accessToken: String, refreshToken: String) {
    let grant = state.soundCloud.grantUser(at: state.clock.now)
    return (accessToken: grant.access, refreshToken: grant.refresh)
  }
}

/// The simulated Jellyfin, for tests in the same process.
extension ServiceSimulator {
  /// The playback reports so far, oldest first.
  package var jellyfinReports: [JellyfinPlaybackReport] { state.jellyfin.reports }

  /// Enters the code of a sign-in by Quick Connect. Returns whether it was known.
  @discardableResult
  package func enterJellyfinCode(_ code: String) -> Bool {
    state.jellyfin.authorize(code: code)
  }

  /// Lets the user enter each later code at once.
  package func setJellyfinConsents(_ consents: Bool) { state.jellyfin.consents = consents }

  /// Turns Quick Connect on or off.
  package func setJellyfinQuickConnect(_ isOn: Bool) { state.jellyfin.hasQuickConnect = isOn }

  /// Lets the server answer as Emby does, or as Jellyfin.
  package func setJellyfinIsEmby(_ isEmby: Bool) { state.jellyfin.isEmby = isEmby }

  /// Ends all sign-ins, as the user may do at the server.
  package func endJellyfinSessions() { state.jellyfin.endAll() }
}

/// The simulated Spotify, for tests in the same process.
extension ServiceSimulator {
  /// The current settings.
  package var spotifySettings: SpotifySettings { state.spotify.settings }

  /// Changes settings, starting with the next request.
  package func changeSpotify(_ change: (inout SpotifySettings) -> Void) {
    state.spotify.change(change)
  }

  /// Performs an action of the user in Spotify's own app.
  package func useSpotify(_ action: SpotifyUserAction) {
    state.spotify.perform(action, at: state.clock.now)
  }

  /// Makes tokens of the user, as from a login. `scope` is separated by spaces and defaults to all
  /// known scopes.
  package func makeSpotifyUserTokens(
    scope: String? = nil
  ) -> (accessToken: String, refreshToken: String) {
    let scopes = scope.map(SpotifyScope.set) ?? SpotifyScope.all
    let grant = state.spotify.withTokens {
      $0.grantUser(scopes: scopes, rotates: true, now: state.clock.now)
    }
    return (accessToken: grant.accessToken, refreshToken: grant.refreshToken ?? "")
  }

  /// Makes a token of the app alone, as from client credentials.
  package func makeSpotifyAppToken() -> String {
    state.spotify.withTokens { $0.grantApp(now: state.clock.now).accessToken }
  }

  /// Resources in Spotify's catalog that tests need.
  package var spotifyLandmarks: SpotifyLandmarks { SpotifyLandmarks(catalog: previewStore.catalog) }
}
