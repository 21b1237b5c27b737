import PlayerKit
import PlayerKitScrobbling
import PlayerKitServices

/// Reports a session to people or scripts.
@MainActor
protocol Reporter: AnyObject {
  /// Whether the reader has closed the output.
  var isBroken: Bool { get }

  /// The session begins, with the current status of the queue.
  func began(_ status: QueuePlayerStatus)

  /// A change of the queue. If an end is final, ``ended(_:)`` is called as well.
  func event(_ event: QueuePlayerEvent)

  /// Playback reached a position.
  func position(_ position: PlaybackPosition)

  /// A line of standard input is not a valid command.
  func rejected(_ line: String, message: String)

  /// The session has ended.
  func ended(_ end: SessionEnd)

  /// No engine is available.
  func cannotStart(_ error: PlayerError)

  /// A service counts a play.
  func scrobbled(_ listen: Listen, by service: String)

  /// The engine has a message.
  func notice(_ text: String)

  /// Called after every other report, with the current status of the queue.
  func refresh(_ status: QueuePlayerStatus)

  /// The terminal has another width, or the process is in the foreground again.
  func terminalChanged()
}

extension Reporter {
  func began(_ status: QueuePlayerStatus) {}
  func position(_ position: PlaybackPosition) {}
  func scrobbled(_ listen: Listen, by service: String) {}
  func rejected(_ line: String, message: String) {}
  func refresh(_ status: QueuePlayerStatus) {}
  func terminalChanged() {}

  func ended(_ end: SessionEnd) {
    if let line = FailureText.line(end) { complain(line) }
  }

  func cannotStart(_ error: PlayerError) {
    complain(PrintableText.line(error.description))
  }

  func notice(_ text: String) {
    complain(text)
  }

  /// Writes an error to standard error, one line each.
  func complain(_ text: String) {
    ConsoleWriter.standardError.write("playerkit: \(text)\n")
  }
}

/// The reason why a session ends.
enum SessionEnd {
  /// The queue ended.
  case queue(QueueEndReason)
  /// A command ended it.
  case quit
  /// It was interrupted, or nothing was left that could continue it.
  case stopped
}
