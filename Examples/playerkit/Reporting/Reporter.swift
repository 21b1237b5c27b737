import PlayerKit
import PlayerKitScrobbling

/// Tells people or scripts what a session does.
@MainActor
protocol Reporter: AnyObject {
  /// Whether nobody reads any more.
  var isBroken: Bool { get }

  /// The session begins, with the queue as it is now.
  func began(_ status: QueuePlayerStatus)

  /// Something changed. Ends come as ``ended(_:)`` as well, where they count.
  func event(_ event: QueuePlayerEvent)

  /// Playback reached a position.
  func position(_ position: PlaybackPosition)

  /// A line of standard input is no command, or makes no sense.
  func rejected(_ line: String, message: String)

  /// Nothing further is played.
  func ended(_ end: SessionEnd)

  /// There is no engine to play on.
  func cannotStart(_ error: PlayerError)

  /// A service counts a play.
  func scrobbled(_ listen: Listen, by service: String)

  /// The engine has something to say.
  func notice(_ text: String)

  /// Follows whatever else was told, with the queue as it is now.
  func refresh(_ status: QueuePlayerStatus)

  /// The terminal has another width, or is this process's again.
  func terminalChanged()
}

extension Reporter {
  func began(_ status: QueuePlayerStatus) {}
  func position(_ position: PlaybackPosition) {}
  func scrobbled(_ listen: Listen, by service: String) {}
  func rejected(_ line: String, message: String) {}
  func refresh(_ status: QueuePlayerStatus) {}
  func terminalChanged() {}

  /// Where all of them say what went wrong; one line each.
  func complain(_ text: String) {
    ConsoleWriter.standardError.write("playerkit: \(text)\n")
  }
}

/// Why a session ends.
enum SessionEnd {
  /// The queue ended.
  case queue(QueueEndReason)
  /// A command asked for it.
  case quit
  /// It was interrupted, or nobody was left to go on.
  case stopped
}
