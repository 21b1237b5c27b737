import PlayerKit

/// The state of our track in the other player.
struct MPRISFollowing {
  struct Seek {
    /// `nil` for the seek to the initial position.
    let id: SeekID?
    let target: Duration
    let since: MonotonicInstant
  }

  /// A pending command to play or pause.
  struct PendingCommand {
    var until: MonotonicInstant
    var tries = 1
  }

  /// An unrequested stop or pause, which may be temporary.
  struct UnconfirmedChange {
    let status: MPRISPeerState.Status
    /// The position at the time of the report.
    let position: Duration
    let until: MonotonicInstant
    /// Whether the state is being queried again.
    var isVerified = false
  }

  var identity: MPRISPeerState.Identity
  let since: MonotonicInstant
  var length: Duration?
  /// Whether times arrive in ms instead of µs.
  private(set) var isMilliseconds = false
  private(set) var position: Duration
  private(set) var instant: MonotonicInstant
  private(set) var isMoving: Bool
  var rate: Double

  /// Whether the load was reported as loaded.
  var isReported = false
  var placingUntil: MonotonicInstant?
  var seek: Seek?
  var pendingCommand: PendingCommand?
  var unconfirmedChange: UnconfirmedChange?
  /// Whether the player claims to have stopped while its position moves.
  var lies = false
  /// The position at which another user stopped it.
  var stoppedAt: Duration?
  /// The last change of the position.
  var lastMove: (position: Duration, at: MonotonicInstant)?
  var hasMoved = false
  var isStalled = false
  var lastJump: MonotonicInstant?
  /// Whether to report the next position.
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

  /// Updates the length. Returns whether it changed.
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

  // MARK: - Position

  /// Returns the expected position.
  func predict(_ now: MonotonicInstant) -> Duration {
    guard isMoving, now > instant else { return position }
    return position + (now - instant) * rate
  }

  /// Returns the last known position.
  func lastPlace(_ now: MonotonicInstant) -> Duration {
    unconfirmedChange?.position ?? predict(now)
  }

  mutating func anchor(_ position: Duration, isMoving: Bool, now: MonotonicInstant) {
    // The player may need time to resume.
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

  /// Returns the seek command. Some players report no track id, or none that can be sent.
  func command(to target: Duration, now: MonotonicInstant) -> MPRISRemoteStateMachine.Command {
    if let trackID = identity.trackID, DBusValue.isPath(trackID) {
      return .setPosition(target, trackID: trackID)
    }
    return .seek(by: target - predict(now))
  }

  mutating func begin(_ id: SeekID?, to target: Duration, now: MonotonicInstant) {
    seek = Seek(id: id, target: target, since: now)
    if isReported { anchor(target, isMoving: isMoving, now: now) }
    nextRead = now + MPRISRules.seekedInterval
  }

  /// Returns whether a position matches the requested one.
  func isPlaced(_ position: Duration?, now: MonotonicInstant) -> Bool {
    guard let seek else { return true }
    guard let position else { return false }
    let distance = position - seek.target
    return distance > .zero - MPRISRules.jump && distance < MPRISRules.jump + (now - seek.since)
  }
}

func abs(_ duration: Duration) -> Duration { max(duration, .zero - duration) }

extension DBusValue {
  /// Returns whether a string is a valid object path.
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
