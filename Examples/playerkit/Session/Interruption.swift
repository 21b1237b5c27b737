import ArgumentParser
import Dispatch
import Foundation
import Locking

/// Lets what a command has begun end with it: programs that services run would outlive it.
enum Interruption {
  private static let signals = [SIGINT, SIGTERM, SIGHUP]

  /// Runs a command's work. The first signal that asks the process to end cancels it; the second one
  /// ends the process at once.
  ///
  /// - Throws: the exit status 130 after a signal, else what `work` throws.
  static func cancelling<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let task = Task { try await work() }
    let isInterrupted = Locked(false)
    let sources = signals.map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        let isSecond = isInterrupted.withLock { isInterrupted in
          defer { isInterrupted = true }
          return isInterrupted
        }
        if isSecond { exit(ExitStatus.interrupted.rawValue) }
        task.cancel()
      }
      source.resume()
      return source
    }
    let result = await task.result
    for source in sources { source.cancel() }
    for number in signals { signal(number, SIG_DFL) }
    if isInterrupted.withLock(\.self) { throw ExitCode(ExitStatus.interrupted.rawValue) }
    return try result.get()
  }
}
