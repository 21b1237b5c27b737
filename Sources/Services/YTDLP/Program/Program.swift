/// A program to run, with all its inputs. Never run by a shell.
struct Program: Hashable, Sendable {
  /// The path.
  var path: String
  /// The arguments, without the program's name.
  var arguments: [String]
  /// The complete environment.
  var environment: [String: String]
  /// The standard input. Unlike arguments, other users cannot see it. At most ``maximumInput``
  /// bytes.
  var input = ""

  /// A size that fits into every pipe.
  static let maximumInput = 16 << 10
}

/// The limits of a run.
struct RunLimits: Hashable, Sendable {
  /// The maximum duration.
  var time = Duration.seconds(60)
  /// The time to end after the request.
  var grace = Duration.seconds(1)
  /// The maximum number of bytes per stream.
  var bytes = 8 << 20
}

/// The outcome of a run.
struct RunOutcome: Hashable, Sendable {
  var end: RunStateMachine.End
  var output: [UInt8]
  var errors: [UInt8]
}

/// Runs programs.
protocol ProgramRunner: Sendable {
  /// Runs a program to its end. If the task is cancelled, ends the program first.
  func run(_ program: Program, limits: RunLimits) async throws -> RunOutcome
}
