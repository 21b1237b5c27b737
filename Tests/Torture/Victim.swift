import Foundation
import PlayerKitSystem

/// This program in another process that will be killed, and the lines that it writes.
final class Victim: Sendable {
  private struct Output {
    var text = Data()
    var hasEnded = false
    var lineCount = 0
  }

  private let process = Process()
  private let output = Locked(Output())
  private let changes = DispatchSemaphore(value: 0)

  init(_ arguments: [String]) throws {
    let pipe = Pipe()
    process.executableURL = Bundle.main.executableURL
    process.arguments = arguments
    process.standardOutput = pipe
    try process.run()
    Thread.detachNewThread { [output, changes] in
      while case let bytes = pipe.fileHandleForReading.availableData, !bytes.isEmpty {
        output.withLock {
          $0.text += bytes
          $0.lineCount += bytes.count { $0 == UInt8(ascii: "\n") }
        }
        changes.signal()
      }
      output.withLock { $0.hasEnded = true }
      changes.signal()
    }
  }

  var lineCount: Int { output.withLock { $0.lineCount } }
  var hasEnded: Bool { output.withLock { $0.hasEnded } }

  /// Waits until it has written this number of lines, or has ended.
  func waitForLines(_ count: Int) {
    while lineCount < count, !hasEnded { changes.wait() }
  }

  /// The complete lines that it has written. Waits until it has ended.
  func lines() -> [Substring] {
    while !hasEnded { changes.wait() }
    let text = output.withLock { String(decoding: $0.text, as: UTF8.self) }
    return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
  }

  /// Ends it by SIGKILL.
  ///
  /// - Returns: whether it ran until then. If not, it has ended by itself, or trapped.
  func kill() -> Bool {
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    return process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGKILL
  }

  /// The number of files and connections that it has open; 0 if the system does not report it.
  func openFileCount() -> Int { Self.openFileCount(of: "\(process.processIdentifier)") }

  /// The number of files and connections that a process, or `self`, has open.
  static func openFileCount(of process: String) -> Int {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd"))?.count ?? 0
  }
}
