/// Keeps what is paused silent while something else takes its place: let go before libmpv has begun
/// that, the old one would sound for a moment. Likewise what has no output yet, whose volume is not known.
struct PauseGate: Sendable {
  private var isPaused = false
  private var isHeld = false
  /// What libmpv was told to play in place of what it has, and has not begun yet.
  private var awaited: PlaylistEntryID?
  private var awaitsOutput = false

  /// libmpv is told to play an entry in place of what it has.
  mutating func replace(with entry: PlaylistEntryID) {
    awaited = entry
  }

  /// - Returns: what libmpv is to be told now, if anything.
  mutating func setPaused(_ isWanted: Bool) -> Bool? {
    isHeld = !isWanted && isPaused && (awaited != nil || awaitsOutput)
    if isHeld { return nil }
    isPaused = isWanted
    return isWanted
  }

  /// libmpv begins an entry.
  ///
  /// - Returns: what libmpv is to be told now, if anything.
  mutating func began(_ entry: PlaylistEntryID?) -> Bool? {
    guard let entry, entry == awaited else { return nil }
    awaited = nil
    return proceed()
  }

  /// Nothing may sound until an output is open.
  ///
  /// - Returns: what libmpv is to be told now, if anything.
  mutating func awaitOutput() -> Bool? {
    awaitsOutput = true
    guard !isPaused else { return nil }
    (isPaused, isHeld) = (true, true)
    return true
  }

  /// An output is open.
  ///
  /// - Returns: what libmpv is to be told now, if anything.
  mutating func outputOpened() -> Bool? {
    awaitsOutput = false
    return proceed()
  }

  private mutating func proceed() -> Bool? {
    isHeld ? setPaused(false) : nil
  }
}
