import PlayerKit

/// Where somebody believes playback to be who hears only signals: from the state, the speed and the track
/// that were told, and from the last `Seeked`. Pure.
struct FollowedPosition {
  /// What is told of a change.
  struct Update: Hashable {
    var entry: EntryID?
    var status: RemoteSnapshot.State
    var rate: Double
    /// Where playback is.
    var position: Duration
    /// Whether it moves.
    var moves: Bool
  }

  /// How far such a belief may be off.
  static let tolerance = Duration.milliseconds(100)

  private var update: Update
  private var believed: Duration
  private var instant: MonotonicInstant

  /// Begins with somebody who has just asked.
  init(_ update: Update, at now: MonotonicInstant) {
    self.update = update
    believed = update.position
    instant = now
  }

  /// Where they believe it to be.
  func position(at now: MonotonicInstant) -> Duration {
    guard update.status == .playing, now > instant else { return believed }
    return believed + (now - instant) * update.rate
  }

  /// Takes in what they are told.
  ///
  /// - Parameter length: of the track; nobody believes it to be played beyond that.
  /// - Returns: where playback is, if they have to be told.
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
    // While it waits for bytes they run on, and are told when it goes on. But a jump is told at once.
    let waits = new.status == .playing && !new.moves
    let waited = old.status == .playing && !old.moves && old.entry == new.entry
    let error = new.position - (waits && waited ? old.position : belief)
    guard max(error, .zero - error) > Self.tolerance else { return nil }
    believed = new.position
    return new.position
  }
}
