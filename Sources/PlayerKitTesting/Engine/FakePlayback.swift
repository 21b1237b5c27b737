import PlayerKit

/// The pure state of one piece of fake media, from opening to its end. Its ``deadline``s drive it.
///
/// The owner calls ``fire()`` at each deadline, before any other input.
struct FakePlayback {
  /// The result of a deadline.
  struct Outcome {
    var reports: [LoadEvent] = []
    var ending: Ending?
  }

  /// How a playback ended.
  enum Ending {
    case ended
    case failed(PlayerError)
  }

  private enum Phase {
    case opening(from: Duration, seek: SeekID?, until: MonotonicInstant?)
    case ready(PositionAnchor)
    case seeking(SeekID, to: Duration, until: MonotonicInstant?)
    case stalled(at: Duration, until: MonotonicInstant?)
    /// At an unreported end.
    case over(at: Duration)
  }

  private enum Milestone {
    case announcement(FakeMedia.Announcement)
    case stall(FakeMedia.Stall)
    case failure(PlayerError)
    case end
  }

  let id: LoadID
  let rate: Double?
  private let media: FakeMedia
  private var phase: Phase
  /// The speed while nothing blocks playback. 0 while paused or not yet current.
  private var speed: Double
  private var stalls: [FakeMedia.Stall]
  private var announcements: [FakeMedia.Announcement]
  private var owesStart = false
  /// The instant at which the download began, and the number of seconds already reported.
  private var download: (since: MonotonicInstant, seconds: Int)?

  init(_ request: EngineLoad, _ media: FakeMedia, speed: Double, now: MonotonicInstant) {
    id = request.id
    rate = request.rate
    self.media = media.clipped(to: request.clip)
    self.speed = speed
    stalls = self.media.stalls
    announcements = media.announcements
    let position = max(request.position, .zero)
    phase = .opening(from: position, seek: nil, until: media.loadTime.map { now + $0 })
  }

  /// Whether the media is playing.
  var isMoving: Bool {
    switch phase {
    case .ready(let anchor): anchor.speed != 0
    case .opening, .seeking, .stalled, .over: false
    }
  }

  /// The position at `now`, before the next event that needs no input.
  func position(at now: MonotonicInstant) -> Duration { anchor(at: now).position }

  /// The instant of the next event that needs no input. `nil` if there is none.
  var deadline: MonotonicInstant? {
    [playbackDeadline, nextDownload?.instant].compactMap(\.self).min()
  }

  private var playbackDeadline: MonotonicInstant? {
    switch phase {
    case .opening(_, _, let until), .seeking(_, _, let until), .stalled(_, let until): until
    case .ready(let anchor): nextMilestone(after: anchor).map { $0.instant }
    case .over: nil
    }
  }

  /// Sets the speed while nothing blocks playback. 0 pauses.
  mutating func setSpeed(_ speed: Double, now: MonotonicInstant) -> [LoadEvent] {
    self.speed = speed
    switch phase {
    case .ready(let anchor) where anchor.speed != speed:
      let anchor = anchor.moved(to: now, speed: speed)
      phase = .ready(anchor)
      return [.position(anchor)]
    case .ready, .opening, .seeking, .stalled, .over:
      return []
    }
  }

  /// Becomes the current playback, and starts as soon as it can.
  mutating func takeTurn(speed: Double, now: MonotonicInstant) -> [LoadEvent] {
    self.speed = speed
    switch phase {
    case .ready(let anchor):
      let anchor = anchor.moved(to: now, speed: speed)
      phase = .ready(anchor)
      return [.started(anchor)]
    case .opening, .seeking, .stalled, .over:
      owesStart = true
      return []
    }
  }

  /// Reports the position, if the media is open.
  func measure(now: MonotonicInstant) -> [LoadEvent] {
    switch phase {
    case .opening: []
    case .ready, .seeking, .stalled, .over: [.position(anchor(at: now))]
    }
  }

  /// Seeks to a position. Replaces a seek in progress.
  mutating func seek(to position: Duration, id: SeekID, now: MonotonicInstant) -> [LoadEvent] {
    let target = max(position, .zero)
    if case .opening(_, _, let until) = phase {
      phase = .opening(from: target, seek: id, until: until)
      return []
    }
    guard media.isSeekable else { return [.seekCompleted(id, anchor(at: now))] }
    let reports = isStalled ? [LoadEvent.buffering(false)] : []
    phase = .seeking(id, to: target, until: media.seekTime.map { now + $0 })
    return reports
  }

  /// Processes the deadline. Has no effect if there is none.
  mutating func fire() -> Outcome {
    if let (instant, position) = nextDownload, playbackDeadline.map({ instant < $0 }) ?? true {
      download?.seconds += 1
      return Outcome(reports: [.buffered(position)])
    }
    switch phase {
    case .opening(let position, let seek, let until?):
      return open(at: position, seek: seek, instant: until)
    case .seeking(let seek, let position, let until?):
      return arrive(at: position, instant: until) { [.seekCompleted(seek, $0)] }
    case .stalled(let position, let until?):
      let moves = speed != 0
      return arrive(at: position, instant: until) {
        [.buffering(false)] + (moves ? [.position($0)] : [])
      }
    case .ready(let anchor):
      guard let (milestone, position, instant) = nextMilestone(after: anchor) else {
        return Outcome()
      }
      return pass(milestone, at: position, instant: instant)
    case .opening(_, _, nil), .seeking(_, _, nil), .stalled(_, nil), .over:
      return Outcome()
    }
  }
}

extension FakePlayback {
  private var isStalled: Bool {
    if case .stalled = phase { true } else { false }
  }

  private func anchor(at now: MonotonicInstant) -> PositionAnchor {
    switch phase {
    case .ready(let anchor):
      anchor.moved(to: now, speed: anchor.speed)
    case .opening(let position, _, _), .seeking(_, let position, _), .stalled(let position, _),
      .over(let position):
      PositionAnchor(position: position, speed: 0, instant: now)
    }
  }

  private mutating func open(
    at position: Duration,
    seek: SeekID?,
    instant: MonotonicInstant
  ) -> Outcome {
    if let error = media.openingError { return Outcome(ending: .failed(error)) }
    download = (instant, 0)
    let media = media
    return arrive(at: media.isSeekable ? position : .zero, instant: instant) { anchor in
      let loaded = LoadedMedia(
        anchor: anchor,
        duration: media.duration,
        isSeekable: media.isSeekable
      )
      return [.loaded(loaded)] + (seek.map { [.seekCompleted($0, anchor)] } ?? [])
    }
  }

  /// The next report of the buffered position. There is one each second until the download is
  /// complete.
  private var nextDownload: (instant: MonotonicInstant, position: Duration)? {
    guard let rate = media.downloadRate, let duration = media.duration, let download,
      .seconds(download.seconds) * rate < duration
    else { return nil }
    let seconds = Duration.seconds(download.seconds + 1)
    return (download.since + seconds, min(seconds * rate, duration))
  }

  /// Becomes ready at a position, which may be the end.
  private mutating func arrive(
    at position: Duration,
    instant: MonotonicInstant,
    saying reports: (PositionAnchor) -> [LoadEvent]
  ) -> Outcome {
    if let duration = media.duration, position >= duration {
      let anchor = PositionAnchor(position: duration, speed: 0, instant: instant)
      return end(at: duration, after: reports(anchor) + startOwed(anchor))
    }
    let anchor = PositionAnchor(position: position, speed: speed, instant: instant)
    phase = .ready(anchor)
    return Outcome(reports: reports(anchor) + startOwed(anchor))
  }

  private mutating func startOwed(_ anchor: PositionAnchor) -> [LoadEvent] {
    defer { owesStart = false }
    return owesStart ? [.started(anchor)] : []
  }

  private mutating func end(at position: Duration, after reports: [LoadEvent] = []) -> Outcome {
    phase = .over(at: position)
    return Outcome(reports: reports, ending: media.reportsEnd ? .ended : nil)
  }

  private mutating func pass(
    _ milestone: Milestone,
    at position: Duration,
    instant: MonotonicInstant
  ) -> Outcome {
    switch milestone {
    case .announcement(let announcement):
      announcements.removeAll { $0 == announcement }
      phase = .ready(PositionAnchor(position: position, speed: speed, instant: instant))
      return Outcome(reports: [.metadata(announcement.content)])
    case .stall(let stall):
      stalls.removeAll { $0 == stall }
      phase = .stalled(at: position, until: stall.time.map { instant + $0 })
      let anchor = PositionAnchor(position: position, speed: 0, instant: instant)
      return Outcome(reports: [.buffering(true), .position(anchor)])
    case .failure(let error):
      return Outcome(ending: .failed(error))
    case .end:
      return end(at: position)
    }
  }

  /// The first milestone that the moving position reaches, with its position and instant. A stall
  /// comes before a failure at the same position, as in a broken connection.
  private func nextMilestone(
    after anchor: PositionAnchor
  ) -> (milestone: Milestone, position: Duration, instant: MonotonicInstant)? {
    guard anchor.speed > 0 else { return nil }
    var ahead: [(milestone: Milestone, position: Duration)] = announcements.map {
      (.announcement($0), $0.position)
    }
    for stall in stalls where media.duration.map({ stall.position < $0 }) ?? true {
      ahead.append((.stall(stall), stall.position))
    }
    ahead.removeAll { $0.position < anchor.position }
    if let failure = media.failure {
      ahead.append((.failure(failure.content), max(failure.position, anchor.position)))
    }
    if let duration = media.duration { ahead.append((.end, duration)) }
    // `min` returns the first of equal elements.
    guard let first = ahead.min(by: { $0.position < $1.position }) else { return nil }
    let wait = (first.position - anchor.position) / anchor.speed
    return (first.milestone, first.position, anchor.instant + wait)
  }
}
