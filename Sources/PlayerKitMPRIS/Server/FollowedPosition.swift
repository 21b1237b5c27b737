import PlayerKit

/// The position that a client assumes if it receives only signals: from the reported state, speed
/// and track, and from the last `Seeked`. Pure.
struct FollowedPosition {
  /// A reported change.
  struct Update: Hashable {
    var entry: EntryID?
    var status: RemoteSnapshot.State
    var rate: Double
    /// The actual position.
    var position: Duration
    /// Whether the position moves.
    var moves: Bool
  }

  /// The largest accepted error of the assumed position.
  static let tolerance = Duration.milliseconds(100)

  private var update: Update
  private var believed: Duration
  private var instant: MonotonicInstant

  /// Starts with a client that has just queried the position.
  init(_ update: Update, at now: MonotonicInstant) {
    self.update = update
    believed = update.position
    instant = now
  }

  /// Returns the assumed position.
  func position(at now: MonotonicInstant) -> Duration {
    guard update.status == .playing, now > instant else { return believed }
    return believed + (now - instant) * update.rate
  }

  /// Applies a reported change.
  ///
  /// - Parameter length: The length of the track. Clients assume no position beyond it.
  /// - Returns: The actual position, if it must be reported.
  mutating func follow(
    _ new: Update,
    length: Duration?,
    at now: MonotonicInstant
  ) -> Duration? {
    let old = update
    var belief = position(at: now)
    if new.entry != old.entry || new.status == .stopped { belief = .zero }
    if let length { belief = min(belief, length) }
    (update, believed, instant) = (new, belief, now)
    // While it buffers, clients assume that the position moves. They are corrected when it resumes.
    // A jump is reported immediately.
    let waits = new.status == .playing && !new.moves
    let waited = old.status == .playing && !old.moves && old.entry == new.entry
    let error = new.position - (waits && waited ? old.position : belief)
    guard max(error, .zero - error) > Self.tolerance else { return nil }
    believed = new.position
    return new.position
  }
}
