/// Why the wish to play changed.
@nonexhaustive public enum WantsToPlayReason: Sendable, Hashable {
  /// A command of the app.
  case user
  /// A command given elsewhere: the desktop's media keys, a remote device.
  case remote
  /// The end of the item, if playback was to stop there, or if the queue ended with it, also by a
  /// failure.
  case endOfItem
  /// An interruption that does not end by itself, such as a vanished output.
  case interruption
  /// The sleep timer of a queue.
  case sleepTimer
}

/// What holds back the sound although playing is wanted.
public struct SuppressionReason: RawRepresentable, Hashable, Sendable {
  /// The stable name.
  public let rawValue: String

  /// Makes a reason from its stable name.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Something else needs the output for a while: a call, a navigation voice.
  public static let interruption = SuppressionReason(rawValue: "interruption")
  /// The output is missing, or is gone.
  public static let outputLost = SuppressionReason(rawValue: "outputLost")
  /// Nothing can be reached. A queue waits with the entry, and tries again by itself.
  public static let networkLost = SuppressionReason(rawValue: "networkLost")
  /// The sleep timer fades the sound out.
  static let sleepTimer = SuppressionReason(rawValue: "sleepTimer")
}
