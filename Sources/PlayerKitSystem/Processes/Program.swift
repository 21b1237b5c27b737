/// A program to run, with all its inputs. Never run by a shell.
package struct Program: Hashable, Sendable {
  /// The path.
  package var path: String
  /// The arguments, without the program's name.
  package var arguments: [String]
  /// The complete environment.
  package var environment: [String: String]
  /// The standard input. Unlike arguments, other users cannot see it. At most ``maximumInput``
  /// bytes.
  package var input = ""

  package init(
    path: String,
    arguments: [String],
    environment: [String: String],
    input: String = ""
  ) {
    self.path = path
    self.arguments = arguments
    self.environment = environment
    self.input = input
  }

  /// A size that fits into every pipe.
  package static let maximumInput = 16 << 10
}

/// The limits of a run.
package struct RunLimits: Hashable, Sendable {
  /// The maximum duration.
  package var time = Duration.seconds(60)
  /// The time to end after the request.
  package var grace = Duration.seconds(1)
  /// The maximum number of bytes per stream.
  package var bytes = 8 << 20

  package init() {}
}

/// The outcome of a run.
package struct RunOutcome: Hashable, Sendable {
  package var end: RunStateMachine.End
  package var output: [UInt8]
  package var errors: [UInt8]

  package init(end: RunStateMachine.End, output: [UInt8], errors: [UInt8]) {
    self.end = end
    self.output = output
    self.errors = errors
  }
}
