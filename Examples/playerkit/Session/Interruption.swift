import ArgumentParser
import Dispatch
import Foundation
import Locking

/// The one owner of the signals that ask the process to end, for as long as a command runs: what the
/// command has begun ends with it, since programs that services run would outlive it.
///
/// A source of signals that follows another one may hear nothing, so there is one. What a signal does
/// changes on the way: it cancels work, or is an input of a session.
final class Interruption: Sendable {
  private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

  private struct State {
    var sources: [any DispatchSourceSignal] = []
    var respond: (@Sendable () -> Void)?
    var isInterrupted = false
  }

  private let state = Locked(State())

  /// Owns the signals from now on. Until it returns, a signal may end the process.
  init() {
    // A source is installed later, on a thread of its own. A signal that came before would be lost.
    let installed = DispatchGroup()
    for number in Self.signals {
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { [weak self] in self?.received() }
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

  /// Calls `body` at each signal from now on, on another thread; at once where one has come.
  func respond(_ body: @escaping @Sendable () -> Void) {
    let isInterrupted = state.withLock { state in
      state.respond = body
      return state.isInterrupted
    }
    if isInterrupted { body() }
  }

  /// Runs work. The first signal cancels it; the second one ends the process at once.
  ///
  /// - Throws: the exit status 130 after a signal, else what `work` throws.
  func cancelling<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let task = Task { try await work() }
    let isSecond = Locked(false)
    respond {
      let isLast = isSecond.withLock { isSecond in
        defer { isSecond = true }
        return isSecond
      }
      if isLast { exit(ExitStatus.interrupted.rawValue) }
      task.cancel()
    }
    let result = await task.result
    let isInterrupted = state.withLock { state in
      state.respond = nil
      return state.isInterrupted
    }
    if isInterrupted { throw ExitCode(ExitStatus.interrupted.rawValue) }
    return try result.get()
  }

  /// Runs a command that is nothing but such work.
  static func cancelling<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let interruption = Interruption()
    return try await interruption.cancelling(work)
  }

  private func received() {
    let respond = state.withLock { state in
      state.isInterrupted = true
      return state.respond
    }
    respond?()
  }
}
