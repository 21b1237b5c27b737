import PlayerKit

/// Decides when filters may change. Pure: the caller passes the time.
///
/// A new filter takes a piece of audio at once and passes it on when the output needs more. Another
/// change before that would lose the piece. So changes wait until enough audio was heard. Nothing
/// is heard while playback is paused.
struct FilterChanges: Sendable {
  /// The audio settings that wait.
  var processing: SoundProcessing?
  private var isWaiting = false
  /// How much must be heard before the next change, counted from `since`.
  private var left = Duration.zero
  /// When playback resumed; `nil` while it is paused.
  private var since: MonotonicInstant?

  /// When to make the waiting changes; `nil` if there are none, or playback is paused.
  var dueAt: MonotonicInstant? { isWaiting ? since.map { $0 + left } : nil }

  /// Sets whether audio is heard. Setting the same value again has no effect.
  mutating func setHeard(_ isHeard: Bool, at now: MonotonicInstant) {
    switch (since, isHeard) {
    case (nil, true): since = now
    case (let before?, false):
      left = max(left - (now - before), .zero)
      since = nil
    case (nil, false), (_?, true): break
    }
  }

  /// Returns whether filters may change.
  func isSettled(at now: MonotonicInstant) -> Bool {
    left - (since.map { now - $0 } ?? .zero) <= .zero
  }

  /// Records that filters have changed.
  ///
  /// - Parameter length: how much must be heard before they change again.
  mutating func changed(holding length: Duration, at now: MonotonicInstant) {
    left = length
    if since != nil { since = now }
  }

  /// Records that a change must wait.
  mutating func wait() { isWaiting = true }

  /// Takes the waiting change if it is due.
  ///
  /// - Returns: whether a change is due.
  mutating func takeDue(at now: MonotonicInstant) -> Bool {
    guard let dueAt, dueAt <= now else { return false }
    isWaiting = false
    return true
  }
}
