import Dispatch
import Foundation

/// Turns signals into inputs while it lives; then they do again what they do by default.
final class Signals {
  private let sources: [any DispatchSourceSignal]

  /// The signals that ask a process to end.
  private static let ending = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
  private static let terminal = [SIGWINCH, SIGCONT]

  init(inputs: SessionInputs) {
    sources =
      Self.ending.map { Self.source($0) { inputs.send(.interrupted) } }
      + Self.terminal.map { Self.source($0) { inputs.send(.terminalChanged) } }
  }

  deinit {
    for source in sources { source.cancel() }
    for number in Self.ending { signal(number, SIG_DFL) }
  }

  private static func source(
    _ number: Int32,
    _ body: @escaping @Sendable () -> Void
  ) -> any DispatchSourceSignal {
    // A dispatch source hears of signals; it does not keep them from ending the process.
    if ending.contains(number) { signal(number, SIG_IGN) }
    let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
    source.setEventHandler(handler: body)
    source.resume()
    return source
  }
}
