/// Keeps a paused entry silent while it is replaced: if it resumed before libmpv began the new one,
/// it would be audible for a moment. Also holds playback until an output is open, as its volume is
/// not known before.
struct PauseGate: Sendable {
  private var isPaused = false
  private var isHeld = false
  /// The requested replacement, which libmpv has not begun yet.
  private var awaited: PlaylistEntryID?
  private var awaitsOutput = false

  /// Notes that libmpv must replace its entry.
  mutating func replace(with entry: PlaylistEntryID) {
    awaited = entry
  }

  /// - Returns: the pause state to set in libmpv now, if any.
  mutating func setPaused(_ isWanted: Bool) -> Bool? {
    isHeld = !isWanted && isPaused && (awaited != nil || awaitsOutput)
    if isHeld { return nil }
    isPaused = isWanted
    return isWanted
  }

  /// Called when libmpv begins an entry.
  ///
  /// - Returns: the pause state to set in libmpv now, if any.
  mutating func began(_ entry: PlaylistEntryID?) -> Bool? {
    guard let entry, entry == awaited else { return nil }
    awaited = nil
    return proceed()
  }

  /// Keeps playback silent until an output is open.
  ///
  /// - Returns: the pause state to set in libmpv now, if any.
  mutating func awaitOutput() -> Bool? {
    awaitsOutput = true
    guard !isPaused else { return nil }
    (isPaused, isHeld) = (true, true)
    return true
  }

  /// Called when an output is open.
  ///
  /// - Returns: the pause state to set in libmpv now, if any.
  mutating func outputOpened() -> Bool? {
    awaitsOutput = false
    return proceed()
  }

  private mutating func proceed() -> Bool? {
    isHeld ? setPaused(false) : nil
  }
}
