import PlayerKitSystem

/// Adds up playing times from the events of a queue: pure, one turn at a time.
struct ListeningAccumulator: Sendable {
  let rule: ScrobbleRule?
  private(set) var current: Listening?
  /// Playback after the last turn.
  private var playback = PlayerStatus()
  /// The time up to which everything is counted.
  private var countedUntil: MonotonicInstant

  init(rule: ScrobbleRule?, now: MonotonicInstant) {
    self.rule = rule
    countedUntil = now
  }

  /// Starts with a status.
  mutating func begin(
    _ status: QueuePlayerStatus,
    now: MonotonicInstant,
    date: Date
  ) -> [ListeningEvent] {
    countedUntil = now
    return adopt(status, now: now, date: date)
  }

  /// Handles the events of a turn. `date` is the wall-clock time of the turn.
  mutating func receive(_ turn: [QueuePlayerEvent], date: Date) -> [ListeningEvent] {
    guard let last = turn.last else { return [] }
    var events = qualify(at: last.instant)
    count(until: last.instant)
    for event in turn { events += ends(by: event) }
    // The queue may wait for more entries and report no end.
    if last.status.playback.endReason == .ended { events += end(.finished) }
    return events + adopt(last.status, now: last.instant, date: date)
  }

  private mutating func ends(by event: QueuePlayerEvent) -> [ListeningEvent] {
    switch event.change {
    case .transition(let transition):
      switch transition.reason {
      case .auto, .repeat: end(.finished)
      case .userSelected, .queueChanged, .skippedAfterError, .restored, .remote, .expanded:
        end(.replaced(transition.reason))
      }
    case .failed(let failure):
      switch failure.action {
      case .skip, .stop: end(.failed(failure.error))
      case .retry, .alternative: []
      }
    case .ended:
      end(event.status.playback.endReason == .ended ? .finished : .stopped)
    case .playback, .edited, .restored, .repeatMode, .shuffle, .stopsAfterCurrent, .sleepTimer,
      .sectionBegan, .sectionEnded, .willEnd, .metadata, .historyErased, .chapter, .lyrics, .line,
      .sourceFailed:
      []
    }
  }

  /// Ends the current play.
  mutating func end(_ reason: Listening.End) -> [ListeningEvent] {
    guard var listening = current else { return [] }
    listening.end = reason
    current = nil
    return [.ended(listening)]
  }

  /// Counts the playing time until `now`.
  mutating func count(until now: MonotonicInstant) {
    current = snapshot(at: now)
    countedUntil = max(now, countedUntil)
  }

  /// Returns the current play, counted until `now`, assuming that nothing happened since the last
  /// turn.
  func snapshot(at now: MonotonicInstant) -> Listening? {
    guard var listening = current, playback.isPlaying, now > countedUntil else { return current }
    let heard = now - countedUntil
    listening.heard += heard
    listening.played += playback.rate == 1 ? heard : heard * playback.rate
    listening.reached = max(listening.reached, playback.position(at: now))
    return listening
  }

  /// Returns the time until which the counts are certain. If the queue's current status does not
  /// continue the last turn, an event is still on its way.
  func horizon(_ status: PlayerStatus?, now: MonotonicInstant) -> MonotonicInstant {
    guard let status, !goesOn(in: status, now: now) else { return now }
    return max(countedUntil, min(now, status.anchor?.instant ?? countedUntil))
  }

  /// Returns whether a status continues the last turn's. Its anchor may differ, because a new
  /// measurement of the expected position sends no event.
  private func goesOn(in status: PlayerStatus, now: MonotonicInstant) -> Bool {
    guard status.load == playback.load, status.isPlaying == playback.isPlaying,
      status.rate == playback.rate
    else { return false }
    let difference = status.position(at: now) - playback.position(at: now)
    return max(difference, .zero - difference) < Self.largestCorrection
  }

  /// Positions are corrected without an event by less than this, so a shorter pause goes unnoticed.
  private static let largestCorrection = Duration.milliseconds(250)

  private mutating func adopt(
    _ status: QueuePlayerStatus,
    now: MonotonicInstant,
    date: Date
  ) -> [ListeningEvent] {
    playback = status.playback
    if let duration = playback.duration { current?.duration = duration }
    var events: [ListeningEvent] = []
    if current == nil, playback.isPlaying, let entry = status.currentEntry {
      var listening = Listening(entry: entry, date: date, began: now)
      listening.duration = playback.duration
      listening.reached = playback.position(at: now)
      current = listening
      events = [.began(listening)]
    }
    return events + qualify(at: now)
  }

  // MARK: - The rule

  /// When the rule is fulfilled if nothing else happens.
  var qualifiesAt: MonotonicInstant? {
    guard playback.isPlaying, playback.rate > 0, let current, !current.isQualified,
      let required = rule?.required(for: current.duration)
    else { return nil }
    let rest = max(.zero, required - current.played)
    return countedUntil + (playback.rate == 1 ? rest : rest / playback.rate)
  }

  mutating func qualify(at now: MonotonicInstant) -> [ListeningEvent] {
    guard let due = qualifiesAt, due <= now else { return [] }
    current?.isQualified = true
    return [snapshot(at: due).map { .qualified($0) }].compactMap(\.self)
  }
}
