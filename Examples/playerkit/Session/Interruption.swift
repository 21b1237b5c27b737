import ArgumentParser
import Dispatch
import Foundation
import PlayerKitSystem

/// The one owner of the signals that ask the process to end, for as long as a command runs: what the
/// command has begun ends with it, since programs that services run would outlive it.
///
/// A source of signals that follows another one may hear nothing, so there is one. What a signal does
/// changes on the way: it cancels work, or is an input of a session.
final class Interruption: Sendable {
  private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

  private struct State {
    var sources: [any DispatchSourceSignal] = []
    var respond: (@Sendable (ExitStatus) -> Void)?
    /// What the process is to end with since a signal came.
    var status: ExitStatus?
  }

  private let state = Locked(State())

  /// Owns the signals from now on. Until it returns, a signal may end the process.
  ///
  /// - Parameter terminated: what SIGTERM ends with; the others end with ``ExitStatus/interrupted``.
  init(terminated: ExitStatus = .interrupted) {
    // A source is installed later, on a thread of its own. A signal that came before would be lost.
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
      // There a source hears of signals, and does not keep them from ending the process. On Linux it has
      // them by a handler of its own.
      for number in Self.signals { signal(number, SIG_IGN) }
    #endif
  }

  deinit {
    for source in state.withLock(\.sources) { source.cancel() }
    for number in Self.signals { signal(number, SIG_DFL) }
  }

  /// Calls `body` at each signal from now on, on another thread; at once if one has come. It gets what
  /// the process is to end with.
  func respond(_ body: @escaping @Sendable (ExitStatus) -> Void) {
    let status = state.withLock { state in
      state.respond = body
      return state.status
    }
    if let status { body(status) }
  }

  /// Runs work. The first signal cancels it; the second one ends the process at once.
  ///
  /// - Throws: the exit status after a signal, else what `work` throws.
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

  /// Runs a command that is nothing but such work.
  static func cancelling<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let interruption = Interruption()
    return try await interruption.cancelling(work)
  }

  private func received(_ status: ExitStatus) {
    let (respond, status) = state.withLock { state in
      // The first one counts.
      let first = state.status ?? status
      state.status = first
      return (state.respond, first)
    }
    respond?(status)
  }
}
