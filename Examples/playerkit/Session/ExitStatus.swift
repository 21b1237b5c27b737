import ArgumentParser

/// The exit status of the process.
enum ExitStatus: Int32 {
  /// The queue was played, or a command ended it.
  case success = 0
  /// Nothing could be played, or an error ended playback.
  case failure = 1
  /// The command line is invalid.
  case usage = 2
  /// A signal interrupted it.
  case interrupted = 130

  /// Converts the argument parser's exit code.
  init(parser code: Int32) {
    switch code {
    case ArgumentParser.ExitCode.validationFailure.rawValue: self = .usage
    default: self = ExitStatus(rawValue: code) ?? .failure
    }
  }
}
