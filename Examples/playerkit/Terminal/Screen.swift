import Foundation

/// Chooses how a session talks with whoever started it.
@MainActor
final class Screen {
  private enum Style {
    case json, plain
    /// A terminal, and where keys can be read, its mode.
    case terminal(TerminalMode?)
  }

  private let style: Style
  private let tellsPositions: Bool

  /// - Parameter tellsPositions: whether plain lines tell the position as well as changes.
  init(options: PlayOptions, tellsPositions: Bool = true) {
    self.tellsPositions = tellsPositions
    if options.json {
      style = .json
    } else if Descriptors.isTerminal(STDOUT_FILENO) {
      style = .terminal(TerminalMode())
    } else {
      style = .plain
    }
  }

  func makeReporter() -> any Reporter {
    switch style {
    case .json: JSONReporter()
    case .plain: PlainReporter(tellsPositions: tellsPositions)
    case .terminal(let mode): TerminalReporter(mode: mode)
    }
  }

  /// Whether there are commands or keys to read.
  var takesInput: Bool {
    switch style {
    case .json, .terminal(.some): true
    case .terminal(nil), .plain: false
    }
  }

  /// Begins to read commands or keys, where there are any.
  func readInput(into inputs: SessionInputs) {
    switch style {
    case .json: StandardInput.readLines(into: inputs)
    case .terminal(.some): StandardInput.readKeys(into: inputs)
    case .terminal(nil), .plain: break
    }
  }

  /// Leaves the terminal as it was.
  func restore() {
    if case .terminal(let mode?) = style { mode.restore() }
  }
}
