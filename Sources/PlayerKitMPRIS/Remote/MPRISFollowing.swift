import PlayerKit

/// A track that another player has, and what is known of it.
struct MPRISFollowing {
  struct Seek {
    /// `nil`: the place where it is to begin.
    let id: SeekID?
    let target: Duration
    let since: MonotonicInstant
  }

  /// It was told to play, or to pause.
  struct Wish {
    var until: MonotonicInstant
    var tries = 1
  }

  /// It says that it has stopped, or paused, and nobody here asked for that.
  struct Suspicion {
    let status: MPRISPeerState.Status
    /// Where it was when it said so.
    let position: Duration
    let until: MonotonicInstant
    /// It is asked for its state once more.
    var isVerified = false
  }

  var identity: MPRISPeerState.Identity
  let since: MonotonicInstant
  var length: Duration?
  /// Times come in ms instead of µs.
  private(set) var isMilliseconds = false
  private(set) var position: Duration
  private(set) var instant: MonotonicInstant
  private(set) var isMoving: Bool
  var rate: Double

  /// That it is loaded was reported.
  var isTold = false
  var placingUntil: MonotonicInstant?
  var seek: Seek?
  var wish: Wish?
  var suspicion: Suspicion?
  /// It says that it has stopped while its position moves.
  var lies = false
  /// Somebody stopped it there.
  var stoppedAt: Duration?
  /// When the position was another one last.
  var lastMove: (position: Duration, at: MonotonicInstant)?
  var hasMoved = false
  var isStalled = false
  var lastJump: MonotonicInstant?
  /// The position is to be reported.
  var isAsked = false
  var failedReads = 0
  var nextRead: MonotonicInstant?

  init(_ peer: MPRISPeerState, _ load: MPRISRemoteStateMachine.Load, now: MonotonicInstant) {
    identity = peer.identity
    since = now
    rate = peer.rate
    position = .zero
    instant = now
    isMoving = peer.status == .playing
    takeLength(peer, stated: load.request.track.metadata.duration)
    position = scaled(peer.position) ?? .zero
  }

  /// Takes over the length; whether it is another one.
  @discardableResult
  mutating func takeLength(_ peer: MPRISPeerState, stated: Duration?) -> Bool {
    let old = length
    if let told = peer.length {
      if let stated, stated > .zero {
        isMilliseconds = abs(told * 1000 - stated) <= stated / 50
      }
      length = isMilliseconds ? told * 1000 : told
    }
    return length != old
  }

  func scaled(_ position: Duration?) -> Duration? {
    position.map { isMilliseconds ? $0 * 1000 : $0 }
  }

  // MARK: - Where it is

  /// Where it should be.
  func predict(_ now: MonotonicInstant) -> Duration {
    guard isMoving, now > instant else { return position }
    return position + (now - instant) * rate
  }

  /// Where it was when it was heard of last.
  func lastPlace(_ now: MonotonicInstant) -> Duration { suspicion?.position ?? predict(now) }

  mutating func anchor(_ position: Duration, isMoving: Bool, now: MonotonicInstant) {
    // It may take its time until it goes on.
    if isMoving, !self.isMoving { lastMove = nil }
    (self.position, instant, self.isMoving) = (position, now, isMoving)
  }

  func told(_ now: MonotonicInstant) -> PositionAnchor {
    PositionAnchor(position: predict(now), speed: isMoving ? rate : 0, instant: now)
  }

  func isNearEnd(
    _ position: Duration,
    tolerance: Duration = MPRISRules.endTolerance
  ) -> Bool {
    length.map { position >= $0 - tolerance } ?? false
  }

  // MARK: - Seeking

  /// How to have it go there. Some have no name for the track, or none that can be sent.
  func command(to target: Duration, now: MonotonicInstant) -> MPRISRemoteStateMachine.Command {
    if let trackID = identity.trackID, DBusValue.isPath(trackID) {
      return .setPosition(target, trackID: trackID)
    }
    return .seek(by: target - predict(now))
  }

  mutating func begin(_ id: SeekID?, to target: Duration, now: MonotonicInstant) {
    seek = Seek(id: id, target: target, since: now)
    if isTold { anchor(target, isMoving: isMoving, now: now) }
    nextRead = now + MPRISRules.seekedInterval
  }

  /// Whether a position is what was asked for.
  func isPlaced(_ position: Duration?, now: MonotonicInstant) -> Bool {
    guard let seek else { return true }
    guard let position else { return false }
    let distance = position - seek.target
    return distance > .zero - MPRISRules.jump && distance < MPRISRules.jump + (now - seek.since)
  }
}

func abs(_ duration: Duration) -> Duration { max(duration, .zero - duration) }

extension DBusValue {
  /// Whether a text can be sent as an object path.
  static func isPath(_ text: String) -> Bool {
    guard text.utf8.first == UInt8(ascii: "/") else { return false }
    if text == "/" { return true }
    return text.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
      .allSatisfy { part in
        !part.isEmpty && part.utf8.allSatisfy { isPathByte($0) }
      }
  }

  private static func isPathByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
