import ArgumentParser

/// How the process ends, as scripts see it.
enum ExitStatus: Int32 {
  /// The queue was played, or it was left by a command.
  case success = 0
  /// Nothing could be played, or an error stopped it.
  case failure = 1
  /// The command line makes no sense.
  case usage = 2
  /// A signal interrupted it.
  case interrupted = 130

  /// What the argument parser's own code stands for.
  init(parser code: Int32) {
    switch code {
    case ArgumentParser.ExitCode.validationFailure.rawValue: self = .usage
    default: self = ExitStatus(rawValue: code) ?? .failure
    }
  }
}
