import Foundation

/// The control end points, for who has the simulator in the same process. Each works at once.
extension ServiceSimulator {
  /// The next requests to the service get its own form of "too many requests".
  ///
  /// - Parameter retryAfter: Seconds, sent by services that send such a header.
  package func throttle(_ service: ServiceName, requests: Int = 1, retryAfter: Int? = nil) {
    state.plan { $0.throttle(service, requests: requests, retryAfter: retryAfter) }
  }

  /// Lets some of the service's answers go wrong.
  package func add(_ fault: Fault, to service: ServiceName) {
    state.plan { $0.add(fault, to: service) }
  }

  /// Moves the simulator's clock forward: tokens and windows of rates expire.
  package func advance(by duration: Duration) { state.clock.advance(by: duration / .seconds(1)) }

  /// All as at the start; the credentials stay. Stalled connections are closed.
  package func reset() { state.reset() }

  /// The requests so far, those to the control excepted, oldest first.
  package var requests: [RequestRecord] { state.requests }

  /// How many connections a stall keeps waiting now.
  package var stalledConnections: Int { state.stalls.count }

  /// A developer token by the simulator's clock, good for an hour or with a flaw.
  package func makeDeveloperToken(flaw: DeveloperToken.Flaw? = nil) throws -> String {
    try DeveloperToken.make(key: developerKey, now: state.clock.now, life: 3600, flaw: flaw)
  }
}

/// What was heard, as the services that count it have it.
extension ServiceSimulator {
  /// What Last.fm or ListenBrainz counted; what was told twice counts once.
  package func countedListens(of service: ServiceName) -> Set<CountedListen> {
    state.listens[service]?.all ?? []
  }

  /// How often they were told of a listen, with what they were told twice.
  package func toldListens(of service: ServiceName) -> Int { state.listens[service]?.told ?? 0 }

  /// Bodies of the last requests that told of plays, as they came in.
  package func toldBodies(of service: ServiceName) -> [String] {
    state.listens[service]?.bodies ?? []
  }

  /// Has Last.fm count so many plays on one day; `nil`, as at first: all.
  package func setDailyLimit(_ limit: Int?, of service: ServiceName) {
    state.listens[service]?.dailyLimit = limit
  }

  /// What plays now; its date is 0.
  package func nowPlaying(at service: ServiceName) -> CountedListen? {
    state.listens[service]?.nowPlaying
  }

  /// 1: loved, -1: hated, `nil`: neither. Last.fm's tracks are `ARTIST / TITLE`, those of ListenBrainz ids.
  package func feeling(of track: String, at service: ServiceName) -> Int? {
    state.listens[service]?.feeling(of: track)
  }
}

/// The simulated MusicBrainz, for who has the simulator in the same process.
extension ServiceSimulator {
  /// The id of a recording, and one that it had before; `nil` for a code that is nobody's.
  package func musicBrainzIDs(ofISRC code: String) -> (now: String, before: String)? {
    let ids = MusicBrainzIDs(seed: shelf.catalog.seed)
    return shelf.catalog.recordingsByISRC[code].map {
      (ids.recordings.uuid($0), ids.mergedRecordings.uuid($0))
    }
  }
}

/// What is heard in the previews, for tests that compare to the sample.
extension ServiceSimulator {
  /// All pieces, in the order in which the numbers of the previews go through them.
  package var previewPieces: [PreviewPiece] { shelf.pieces }

  /// The MP3 pieces of the services that are not Apple's, in the order of the recordings' numbers.
  package var mp3PreviewPieces: [PreviewPiece] { shelf.mp3Pieces }

  /// The exact number of frames of one of Apple's previews, at 44.1 kHz; nil for a number below 0.
  package func previewFrames(forNumber number: Int) -> Int? { shelf.piece(number: number)?.frames }

  /// The same for the address of a preview; nil where it is not one of this simulator's.
  package func previewFrames(at url: URL) -> Int? {
    let file = Substring(url.lastPathComponent)
    let plain = "\(url.scheme ?? "")://\(url.host ?? ""):\(url.port ?? 0)\(url.path)"
    let folders: [String: (Substring) -> PreviewPiece?] = [
      "mp3-preview": shelf.spotifyPiece, "deezer": shelf.deezerPiece,
      "previews": { self.shelf.piece(file: $0)?.piece },
    ]
    let found = folders.first { plain.hasPrefix("\(media.absoluteString)/\($0.key)/") }
    return found?.value(file)?.frames
  }
}

/// The simulated SoundCloud, for who has the simulator in the same process.
extension ServiceSimulator {
  /// How many plays the app has in 24 hours.
  package func setSoundCloudPlays(_ count: Int) { state.soundCloud.setMostPlays(count) }

  /// Tokens of the user, as a sign-in would give them.
  package func makeSoundCloudUserTokens() -> (accessToken: String, refreshToken: String) {
    let grant = state.soundCloud.grantUser(at: state.clock.now)
    return (accessToken: grant.access, refreshToken: grant.refresh)
  }
}

/// The simulated Spotify, for who has the simulator in the same process.
extension ServiceSimulator {
  /// The switches as they are.
  package var spotifySettings: SpotifySettings { state.spotify.settings }

  /// Changes switches, with effect for the next request.
  package func changeSpotify(_ change: (inout SpotifySettings) -> Void) {
    state.spotify.change(change)
  }

  /// The user does something with Spotify's own app.
  package func useSpotify(_ action: SpotifyUserAction) {
    state.spotify.perform(action, at: state.clock.now)
  }

  /// Tokens of the user, as a login would give them; the scopes are separated by spaces. Without any,
  /// all scopes that this simulator knows.
  package func makeSpotifyUserTokens(
    scope: String? = nil
  ) -> (accessToken: String, refreshToken: String) {
    let scopes = scope.map(SpotifyScope.set) ?? SpotifyScope.all
    let grant = state.spotify.withTokens {
      $0.grantUser(scopes: scopes, rotates: true, now: state.clock.now)
    }
    return (accessToken: grant.accessToken, refreshToken: grant.refreshToken ?? "")
  }

  /// A token of the app alone, as client credentials give it.
  package func makeSpotifyAppToken() -> String {
    state.spotify.withTokens { $0.grantApp(now: state.clock.now).accessToken }
  }

  /// Things in Spotify's catalog that tests look for.
  package var spotifyLandmarks: SpotifyLandmarks { SpotifyLandmarks(catalog: shelf.catalog) }
}
