import Dispatch
import Foundation

/// Turns signals into inputs for as long as it exists.
final class Signals {
  private static let terminal = [SIGWINCH, SIGCONT]

  private let sources: [any DispatchSourceSignal]

  /// - Parameter interruption: The handler of signals that ask the process to end.
  init(inputs: SessionInputs, interruption: Interruption) {
    sources = Self.terminal.map { number in
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { inputs.send(.terminalChanged) }
      source.resume()
      return source
    }
    interruption.respond { inputs.send(.interrupted($0)) }
  }

  deinit {
    for source in sources { source.cancel() }
  }
}
