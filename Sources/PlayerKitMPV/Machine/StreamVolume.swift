import PlayerKitSystem

/// The volume that a sound server keeps for the app's stream: the user's level, times the app's
/// volume, times a fade. Pure: the caller queries the server.
///
/// Servers remember the volume of the app's stream, so the user's level is restored before the
/// stream closes. A level that this type did not set is the user's. A level above 100 % is left
/// alone, because libmpv could not restore it.
struct StreamVolume: Sendable, Equatable {
  /// The server's level, in percent on a cubic scale.
  typealias Level = Double

  /// The app's volume, 0 to 1 on libmpv's cubic scale; 0 if muted.
  private(set) var share = 1.0
  /// Whether the stream uses the app's volume.
  private(set) var isTaken = false
  /// A share of the amplitude.
  private var fade = 1.0
  /// The level that the user set for the stream.
  private var full: Level?
  /// The current level of the stream, as last known.
  private var last: Level?

  /// How much two equal levels may differ, as servers round.
  private static let precision = 0.05

  /// Whether the stream is quieter than the user's level.
  var isLowered: Bool { isTaken && share < 1 }

  /// Sets the app's volume.
  ///
  /// - Parameter reading: queries the server.
  /// - Returns: the new level for the stream; `nil` if it stays or is not ours.
  mutating func setShare(_ share: Double, _ reading: () -> Level?) -> Level? {
    // A slider may repeat the same value.
    guard share != self.share else { return nil }
    if isTaken { look(reading) }
    self.share = share
    return isTaken ? change() : nil
  }

  /// Takes over the current stream, if the server reports its level. Call it again for another
  /// stream.
  mutating func take(_ reading: () -> Level?) -> Level? {
    look(reading, isTaking: true)
    isTaken = full != nil
    return change()
  }

  /// Applies a fade level, as a share of the amplitude, even if the stream was not taken over; 1
  /// ends the fade.
  mutating func setFade(_ fade: Double, _ reading: () -> Level?) -> Level? {
    look(reading)
    self.fade = fade
    return change()
  }

  /// Restores the user's level.
  mutating func restore(_ reading: () -> Level?) -> Level? {
    guard isTaken else { return nil }
    look(reading)
    isTaken = false
    return change()
  }

  /// Called when the stream is gone.
  mutating func lost() {
    isTaken = false
    fade = 1
  }

  /// Reads changes made by the user or another app.
  private mutating func look(_ reading: () -> Level?, isTaking: Bool = false) {
    // During a fade, other changes are ignored.
    guard fade == 1, let level = reading() else { return }
    guard level <= 100 + Self.precision else {
      (isTaken, full, last) = (false, nil, nil)
      return
    }
    defer { self.last = level }
    guard let last else {
      // A level left by a killed app is not the user's choice.
      let isLeftBehind = isTaking && share < 1 && abs(level - share * 100) < Self.precision
      return full = isLeftBehind ? 100 : level
    }
    guard abs(level - last) > Self.precision else { return }
    // Levels above 100 % were not requested.
    full = isTaken && share > 0 ? min(level / share, 100) : level
  }

  private mutating func change() -> Level? {
    guard let full else { return nil }
    let level = full * (isTaken ? share : 1) * cbrt(fade)
    guard level != last else { return nil }
    last = level
    return level
  }
}
