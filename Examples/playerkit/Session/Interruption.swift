import ArgumentParser
import Dispatch
import Foundation
import PlayerKitSystem

/// The only handler for signals that ask the process to end, while a command runs. It makes sure
/// that programs started by services end with the command.
///
/// There is only one, because a signal source that replaces another may miss signals. The reaction
/// to a signal can change: it cancels work, or becomes an input of a session.
final class Interruption: Sendable {
  private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

  private struct State {
    var sources: [any DispatchSourceSignal] = []
    var respond: (@Sendable (ExitStatus) -> Void)?
    /// The exit status after a signal.
    var status: ExitStatus?
  }

  private let state = Locked(State())

  /// Starts to handle the signals. Until this returns, a signal may end the process.
  ///
  /// - Parameter terminated: The exit status for SIGTERM. Other signals use
  ///   ``ExitStatus/interrupted``.
  init(terminated: ExitStatus = .interrupted) {
    // A source is installed asynchronously on another thread. A signal before that would be lost.
    let installed = DispatchGroup()
    for number in Self.signals {
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      let status = number == SIGTERM ? terminated : .interrupted
      source.setEventHandler { [weak self] in self?.received(status) }
      installed.enter()
      source.setRegistrationHandler { installed.leave() }
      source.resume()
      state.withLock { $0.sources.append(source) }
    }
    installed.wait()
    #if canImport(Darwin)
      // On Darwin, a source observes signals but does not prevent their default action. On Linux it
      // installs its own handler.
      for number in Self.signals { signal(number, SIG_IGN) }
    #endif
  }

  deinit {
    for source in state.withLock(\.sources) { source.cancel() }
    for number in Self.signals { signal(number, SIG_DFL) }
  }

  /// Calls `body` with the exit status at each signal from now on, on another thread. Calls it at
  /// once if a signal has already arrived.
  func respond(_ body: @escaping @Sendable (ExitStatus) -> Void) {
    let status = state.withLock { state in
      state.respond = body
      return state.status
    }
    if let status { body(status) }
  }

  /// Runs work. The first signal cancels it, the second one ends the process at once.
  ///
  /// - Throws: The exit status after a signal, otherwise the error of `work`.
  func cancelling<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let task = Task { try await work() }
    let isSecond = Locked(false)
    respond { status in
      let isLast = isSecond.withLock { isSecond in
        defer { isSecond = true }
        return isSecond
      }
      if isLast { exit(status.rawValue) }
      task.cancel()
    }
    let result = await task.result
    let status = state.withLock { state in
      state.respond = nil
      return state.status
    }
    if let status { throw ExitCode(status.rawValue) }
    return try result.get()
  }

  /// Runs work as a complete command.
  static func cancelling<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let interruption = Interruption()
    return try await interruption.cancelling(work)
  }

  private func received(_ status: ExitStatus) {
    let (respond, status) = state.withLock { state in
      // The status of the first signal counts.
      let first = state.status ?? status
      state.status = first
      return (state.respond, first)
    }
    respond?(status)
  }
}

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
