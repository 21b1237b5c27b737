import PlayerKit

// When the state is read, and what is done where it can't be.
extension SpotifyConnectStateMachine {
  /// What is known of the device that has the load.
  struct Playback: Sendable {
    /// Where it is, as far as known.
    var anchor: PositionAnchor
    /// Whether the device was told, or seen, to play.
    var isPlaying: Bool
    /// Since when it plays, or does not.
    var since: MonotonicInstant
    /// What it was told and has not been seen to do.
    var expectation: Expectation?
    /// How far it was, when that was seen last.
    var last: (instant: MonotonicInstant, progress: Duration)?
    /// Since when nothing, or nobody knows what, plays.
    var oddSince: MonotonicInstant?
    /// Since when nothing moves.
    var frozenSince: MonotonicInstant?
    /// Whether it was reported to wait.
    var isStarved = false
    /// Whether the device sleeps: nothing is active.
    var isAsleep = false
    /// Whether the service does not tell what plays, as in a private session: then the clock is trusted.
    var isWithheld = false
    /// Whether it was seen at 0, which may be no place at all.
    var mayBeReset = false
    /// The service wants to be left alone until then.
    var looksNotBefore: MonotonicInstant?

    init(anchor: PositionAnchor, isPlaying: Bool, since: MonotonicInstant) {
      self.anchor = anchor
      self.isPlaying = isPlaying
      self.since = since
    }

    /// When the track ends, as it goes now.
    func end(of duration: Duration?) -> MonotonicInstant? {
      duration.map { anchor.instant + ($0 - anchor.position) }
    }
  }

  /// What a device was told, until the state shows it.
  struct Expectation: Sendable {
    let since: MonotonicInstant
    /// Where it was told to be.
    var from: Duration
    /// It was told to play another track than before: the one with this identity.
    var isStart = false
    var baseline: String?
    /// The request that ends with it.
    var seek: ConnectSeek?

    init(since: MonotonicInstant, from: Duration, isStart: Bool = false) {
      self.since = since
      self.from = from
      self.isStart = isStart
    }
  }

  /// How long the state may lag behind a command.
  static let lag = Duration.seconds(5)
  /// The same of a start, if the state shows nothing or what played before.
  static let startLag = Duration.seconds(10)
  /// So long before the end of a track, Spotify's own crossfade may go on to the next one.
  static let crossfade = Duration.milliseconds(12_500)
  /// Around the end of a track the state is read more often: so long before it, and behind it.
  static let nearEnd = Duration.seconds(3)
  /// The state is read so often in the middle of a track.
  static let pace = Duration.seconds(5)
  /// Behind the end it is read at once, rather than a whole second later.
  private static let justBehind = Duration.milliseconds(250)

  /// When to read the state again; `nil`: not.
  var readTime: MonotonicInstant? {
    guard case .onDevice(let load, let playback) = phase else { return nil }
    let time = readsNow ? playback.since : plannedTime(load, playback)
    return time.map { max($0, playback.looksNotBefore ?? $0) }
  }

  private func plannedTime(_ load: Load, _ playback: Playback) -> MonotonicInstant? {
    if let expectation = playback.expectation {
      let first = expectation.since + .milliseconds(250)
      guard let lookedAt, lookedAt >= first else { return first }
      let waited = lookedAt - expectation.since
      return lookedAt + (waited < .seconds(2) ? .milliseconds(500) : .seconds(1))
    }
    guard let lookedAt else { return playback.since }
    guard playback.isPlaying else {
      guard !playback.isAsleep, lookedAt - playback.since < Self.shortPause else { return nil }
      return lookedAt + Self.pace
    }
    if let odd = playback.oddSince ?? playback.frozenSince {
      return lookedAt + (lookedAt - odd < .seconds(10) ? .seconds(1) : Self.pace)
    }
    if playback.mayBeReset { return lookedAt + .seconds(1) }
    guard let end = playback.end(of: load.duration) else { return lookedAt + Self.pace }
    let window = end - Self.nearEnd
    if lookedAt < window { return min(lookedAt + Self.pace, window) }
    if lookedAt < end {
      let isLast = end - lookedAt <= .milliseconds(1_250)
      return isLast ? end + Self.justBehind : lookedAt + .seconds(1)
    }
    return lookedAt + (lookedAt - end < Self.nearEnd ? .seconds(1) : Self.pace)
  }

  // MARK: - It can't be read

  mutating func failLook(
    _ failure: ConnectFailure,
    _ now: MonotonicInstant,
    _ actions: inout [Action]
  ) {
    lookedAt = now
    switch failure.kind {
    case .throttled(let wait): change { $0.looksNotBefore = now + wait }
    case .passing, .noDevice, .refused: change { $0.looksNotBefore = now + .seconds(1) }
    case .notEntitled, .final: return fail(failure.error, &actions)
    }
    guard case .onDevice(var load, var playback) = phase, let expectation = playback.expectation,
      now - expectation.since >= Self.lag
    else { return }
    // The service took the command. More is not to be had.
    playback.expectation = nil
    confirm(&load, &playback, anchor: playback.anchor, seek: expectation.seek, &actions)
    phase = .onDevice(load, playback)
  }

  /// Ends a track that should have ended, where nobody tells whether it has. It was seen to play.
  mutating func endByTheClock(_ now: MonotonicInstant, _ actions: inout [Action]) {
    guard let limit = endOfPatience, now >= limit else { return }
    end(with: .ended(followedBy: nil), &actions)
  }

  /// When a track that can't be seen has ended by the clock.
  var endOfPatience: MonotonicInstant? {
    guard case .onDevice(let load, let playback) = phase, playback.isPlaying,
      playback.expectation == nil, let silent = playback.looksNotBefore,
      let end = playback.end(of: load.duration), silent > end
    else { return nil }
    return end + Self.nearEnd
  }
}

extension MonotonicInstant {
  static func - (instant: MonotonicInstant, duration: Duration) -> MonotonicInstant {
    MonotonicInstant(sinceOrigin: instant.sinceOrigin - duration)
  }
}
