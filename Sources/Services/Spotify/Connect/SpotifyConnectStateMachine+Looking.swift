import PlayerKit

// The times for reading the state, and failures to read it.
extension SpotifyConnectStateMachine {
  /// The known state of the device that has the load.
  struct Playback: Sendable {
    /// The best known position.
    var anchor: PositionAnchor
    /// Whether the device plays, according to a command or its state.
    var isPlaying: Bool
    /// The start of the current playing or paused state.
    var since: MonotonicInstant
    /// The last command, until the state confirms it.
    var expectation: Expectation?
    /// The progress at the last reading.
    var last: (instant: MonotonicInstant, progress: Duration)?
    /// The time since when nothing or an unknown item plays.
    var oddSince: MonotonicInstant?
    /// The time since when the position does not change.
    var frozenSince: MonotonicInstant?
    /// Whether it was reported as buffering.
    var isStarved = false
    /// Whether the device is asleep: none is active.
    var isAsleep = false
    /// Whether the service hides the item, as in a private session. Then the clock decides.
    var isWithheld = false
    /// Whether the last progress was 0, which may not be a real position.
    var mayBeReset = false
    /// The state is not read before this time, because the service requested a pause.
    var looksNotBefore: MonotonicInstant?

    init(anchor: PositionAnchor, isPlaying: Bool, since: MonotonicInstant) {
      self.anchor = anchor
      self.isPlaying = isPlaying
      self.since = since
    }

    /// Returns the expected end of the track.
    func end(of duration: Duration?) -> MonotonicInstant? {
      duration.map { anchor.instant + ($0 - anchor.position) }
    }
  }

  /// The expected effect of a command, until the state shows it.
  struct Expectation: Sendable {
    let since: MonotonicInstant
    /// The commanded position.
    var from: Duration
    /// Whether the command starts another track. `baseline` is the id of the previous one.
    var isStart = false
    var baseline: String?
    /// The seek that completes with the command.
    var seek: ConnectSeek?

    init(since: MonotonicInstant, from: Duration, isStart: Bool = false) {
      self.since = since
      self.from = from
      self.isStart = isStart
    }
  }

  /// How long the state may take to reflect a command.
  static let lag = Duration.seconds(5)
  /// The same for a start, if the state shows nothing or the previous item.
  static let startLag = Duration.seconds(10)
  /// How long before the end of a track Spotify's own crossfade may start the next one.
  static let crossfade = Duration.milliseconds(12_500)
  /// The time before and after the end of a track in which the state is read more often.
  static let nearEnd = Duration.seconds(3)
  /// The interval between readings in the middle of a track.
  static let pace = Duration.seconds(5)
  /// The delay of the reading right after the end, which avoids waiting a whole second.
  private static let justBehind = Duration.milliseconds(250)

  /// The time of the next reading of the state. `nil` if none is needed.
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

  // MARK: - Failures

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
    // The service accepted the command. There is no further confirmation.
    playback.expectation = nil
    confirm(&load, &playback, anchor: playback.anchor, seek: expectation.seek, &actions)
    phase = .onDevice(load, playback)
  }

  /// Ends a track after its expected end if the state cannot be read. It was seen playing.
  mutating func endByTheClock(_ now: MonotonicInstant, _ actions: inout [Action]) {
    guard let limit = endOfTimeout, now >= limit else { return }
    end(with: .ended(followedBy: nil), &actions)
  }

  /// The time at which a track whose state cannot be read counts as ended.
  var endOfTimeout: MonotonicInstant? {
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
