import PlayerKit

extension PlayerError {
  static let absent = PlayerError(.noDevice, "The other player is not there, or has quit.")
  static let unplayable = PlayerError(
    .invalidItem,
    "The other player could not play the track."
  )
  static let mute = PlayerError(.noDevice, "The other player does not answer.")
}

/// Time limits and tolerances.
enum MPRISRules {
  /// A stop within this time of the length counts as the end.
  static let endTolerance = Duration.seconds(2)
  /// A pause within this time of the length counts as the end.
  static let pauseTolerance = Duration.milliseconds(300)
  /// Some players stop or pause briefly between two tracks, or report that they do.
  static let bounce = Duration.milliseconds(300)
  static let frozen = Duration.seconds(3)
  static let lost = Duration.seconds(30)
  /// The interval of queries during playback.
  static let interval = Duration.seconds(1)
  /// The interval of queries while waiting for a change.
  static let shortInterval = Duration.milliseconds(100)
  static let timeoutForBus = Duration.seconds(5)
  static let timeoutForTrack = Duration.seconds(20)
  /// If a player is stopped for this long, it has not opened the track.
  static let timeoutForStopped = Duration.seconds(5)
  static let timeoutForSeek = Duration.milliseconds(1500)
  static let timeoutForPlacing = Duration.seconds(3)
  static let timeoutForCommand = Duration.milliseconds(500)
  static let commandTries = 3
  static let failedReads = 3
  /// A smaller error of the position is corrected; a larger one is a jump.
  static let jump = Duration.milliseconds(1500)
  static let exactness = Duration.milliseconds(40)
  static let volumeQuiet = Duration.seconds(1)
  /// Jumps within this interval are verified by a query instead of being reported one by one.
  static let seekedInterval = Duration.milliseconds(50)
}
