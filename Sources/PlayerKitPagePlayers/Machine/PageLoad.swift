import PlayerKit

/// The load that a page plays or shall play.
struct PageLoad: Sendable {
  /// A seek that has not completed. `answerTo` is its message; `nil` if it is not sent yet.
  struct Seek: Sendable {
    let id: SeekID
    let target: Duration
    var answerTo: Int?
    var until: MonotonicInstant?
  }

  /// Whether a page has the load.
  enum Stage: Sendable {
    /// No page has it. It fails with the code if none comes in time.
    case waiting(until: MonotonicInstant, PlayerError.Code)
    /// The page has it, under this number.
    case sent(number: Int)
  }

  let id: LoadID
  let item: PageItem
  let track: PageTrackInfo
  var wantsToPlay: Bool
  var stage: Stage
  /// The last known position.
  var anchor: PositionAnchor
  var duration: Duration?
  var isSeekable = true
  var hasVideo = false
  /// Whether the page has reported that the item can play.
  var isReady = false
  /// Whether `loaded` was reported.
  var isLoaded = false
  var isBuffering = false
  /// Whether the load was given to a page again.
  var isResumed = false
  var suppression: SuppressionReason?
  /// The last reported state; `nil` before the first.
  var state: PageLoadState?
  var seek: Seek?

  // Deadlines.
  var acceptance: (answerTo: Int, until: MonotonicInstant)?
  var readiness: MonotonicInstant?
  var click: MonotonicInstant?
  var command: (isPlaying: Bool, until: MonotonicInstant)?

  /// The number under which the page has it.
  var number: Int? {
    switch stage {
    case .waiting: nil
    case .sent(let number): number
    }
  }

  var deadlines: [MonotonicInstant?] {
    var waiting: MonotonicInstant?
    if case .waiting(let until, _) = stage { waiting = until }
    return [waiting, acceptance?.until, readiness, click, command?.until, seek?.until]
  }

  /// Forgets everything that a page has reported, except for the position.
  mutating func becomeUnsent(_ stage: Stage, now: MonotonicInstant) {
    self.stage = stage
    let position = anchor.position(at: now)
    anchor = PositionAnchor(
      position: duration.map { min($0, position) } ?? position,
      speed: 0,
      instant: now
    )
    isReady = false
    isResumed = true
    state = nil
    seek?.answerTo = nil
    seek?.until = nil
    (acceptance, readiness, click, command) = (nil, nil, nil, nil)
  }
}
