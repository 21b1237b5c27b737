/// The reason for a change of ``PlayerStatus/wantsToPlay``.
@nonexhaustive public enum WantsToPlayReason: Sendable, Hashable {
  /// A command of the app.
  case user
  /// A command from elsewhere: the desktop's media keys, or a remote device.
  case remote
  /// The end of the item, if playback was to stop there, or if the queue ended with it, even by a
  /// failure.
  case endOfItem
  /// An interruption that does not end by itself, such as a removed output.
  case interruption
  /// The sleep timer of a queue.
  case sleepTimer
}

/// The reason why the sound is suppressed although playing is wanted.
public struct SuppressionReason: RawRepresentable, Hashable, Sendable {
  /// The stable name.
  public let rawValue: String

  /// Creates a reason from its stable name.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Something else needs the output for a while, such as a call or a navigation voice.
  public static let interruption = SuppressionReason(rawValue: "interruption")
  /// The output is missing.
  public static let outputLost = SuppressionReason(rawValue: "outputLost")
  /// Nothing can be reached. A queue waits with the entry and retries automatically.
  public static let networkLost = SuppressionReason(rawValue: "networkLost")
  /// The sleep timer fades the sound out.
  static let sleepTimer = SuppressionReason(rawValue: "sleepTimer")
}
