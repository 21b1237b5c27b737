/// A program to be run, with all that it is given. Never by a shell.
struct Program: Hashable, Sendable {
  /// Where it is.
  var path: String
  /// Its arguments, without its name.
  var arguments: [String]
  /// All variables that it sees.
  var environment: [String: String]
  /// What it reads from its standard input. No other user sees it, unlike the arguments. At most
  /// ``maximumInput`` bytes.
  var input = ""

  /// What every pipe has room for.
  static let maximumInput = 16 << 10
}

/// How far a run may go.
struct RunLimits: Hashable, Sendable {
  /// How long it may take.
  var time = Duration.seconds(60)
  /// How long it has to end, once it was asked to.
  var grace = Duration.seconds(1)
  /// How many bytes it may say on each stream.
  var bytes = 8 << 20
}

/// What a run came to.
struct RunOutcome: Hashable, Sendable {
  var end: RunStateMachine.End
  var output: [UInt8]
  var errors: [UInt8]
}

/// Runs programs.
protocol ProgramRunner: Sendable {
  /// Runs a program to its end. Where the task is cancelled, it is ended first.
  func run(_ program: Program, limits: RunLimits) async throws -> RunOutcome
}
