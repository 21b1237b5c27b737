import Foundation

/// Chooses the user interface of a session.
@MainActor
final class Screen {
  private enum Style {
    case json, plain
    /// A terminal, with its mode if keys can be read.
    case terminal(TerminalMode?)
  }

  private let style: Style
  private let tellsPositions: Bool

  /// - Parameter tellsPositions: Whether plain lines report the position, in addition to changes.
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

  /// Starts to read commands or keys, if there are any.
  func readInput(into inputs: SessionInputs) {
    switch style {
    case .json: StandardInput.readLines(into: inputs)
    case .terminal(.some): StandardInput.readKeys(into: inputs)
    case .terminal(nil), .plain: break
    }
  }

  /// Restores the terminal.
  func restore() {
    if case .terminal(let mode?) = style { mode.restore() }
  }
}
