import PlayerKit

extension PlayerError {
  static let absent = PlayerError(.noDevice, "The other player is not there, or has quit.")
  static let unplayable = PlayerError(
    .invalidItem,
    "The other player could not play the track."
  )
  static let mute = PlayerError(.noDevice, "The other player does not answer.")
}

/// How long what takes.
enum MPRISRules {
  /// Within this of the length, a stop is the end.
  static let endTolerance = Duration.seconds(2)
  /// A pause so close to the end is the end.
  static let pauseTolerance = Duration.milliseconds(300)
  /// Some stop, or pause, for a moment between two tracks, or say so.
  static let bounce = Duration.milliseconds(300)
  static let frozen = Duration.seconds(3)
  static let lost = Duration.seconds(30)
  /// Between two looks while it plays.
  static let interval = Duration.seconds(1)
  /// Between two looks while something is awaited.
  static let shortInterval = Duration.milliseconds(100)
  static let patienceForBus = Duration.seconds(5)
  static let patienceForTrack = Duration.seconds(20)
  /// Stopped for so long, it has not opened the track.
  static let patienceForStopped = Duration.seconds(5)
  static let patienceForSeek = Duration.milliseconds(1500)
  static let patienceForPlacing = Duration.seconds(3)
  static let patienceForWish = Duration.milliseconds(500)
  static let wishes = 3
  static let failedReads = 3
  /// Less than this off, a position is corrected; more is a jump.
  static let jump = Duration.milliseconds(1500)
  static let exactness = Duration.milliseconds(40)
  static let volumeQuiet = Duration.seconds(1)
  /// Jumps that come faster are read, not believed one by one.
  static let seekedInterval = Duration.milliseconds(50)
}
