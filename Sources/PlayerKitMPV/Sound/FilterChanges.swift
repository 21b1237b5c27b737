import PlayerKit

/// When filters may change. Pure: the caller says what time it is.
///
/// A new filter takes a piece of sound at once. It gives the piece on when the output wants more. Until then another
/// change would lose it. So changes wait until enough was heard. Nothing is heard while playback stands still.
struct FilterChanges: Sendable {
  /// The settings of the sound that wait.
  var processing: SoundProcessing?
  private var isWaiting = false
  /// How much has to be heard before the next change, from `since` on.
  private var left = Duration.zero
  /// Since when sound is heard; `nil`: it stands still.
  private var since: MonotonicInstant?

  /// When to make the changes that wait; `nil`: there are none, or playback stands still.
  var dueAt: MonotonicInstant? { isWaiting ? since.map { $0 + left } : nil }

  /// Sound is heard, or is not. The same again: no effect.
  mutating func setHeard(_ isHeard: Bool, at now: MonotonicInstant) {
    switch (since, isHeard) {
    case (nil, true): since = now
    case (let before?, false):
      left = max(left - (now - before), .zero)
      since = nil
    case (nil, false), (_?, true): break
    }
  }

  /// Whether filters may change.
  func isSettled(at now: MonotonicInstant) -> Bool {
    left - (since.map { now - $0 } ?? .zero) <= .zero
  }

  /// Filters have changed.
  ///
  /// - Parameter length: how much has to be heard before they change again.
  mutating func changed(holding length: Duration, at now: MonotonicInstant) {
    left = length
    if since != nil { since = now }
  }

  /// A change has to wait.
  mutating func wait() { isWaiting = true }

  /// Takes what waits, where it is due.
  ///
  /// - Returns: whether there is something to be done.
  mutating func takeDue(at now: MonotonicInstant) -> Bool {
    guard let dueAt, dueAt <= now else { return false }
    isWaiting = false
    return true
  }
}
