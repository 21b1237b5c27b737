import Foundation
import Locking
import TestSupport

/// A victim, and what it tells.
final class Story: Sendable {
  private let process: VictimProcess
  private let text = Locked(Data())
  private let isOver = DispatchSemaphore(value: 0)

  init(_ folder: String, port: UInt16, seed: Int) throws {
    process = try VictimProcess(["play", folder, "\(port)", "\(seed)"])
    Thread.detachNewThread { [self] in
      while true {
        let bytes = process.listen()
        if bytes.isEmpty { break }
        text.withLock { $0 += bytes }
      }
      isOver.signal()
    }
  }

  /// How many lines it has told.
  var count: Int { text.withLock { $0.count { $0 == 0x0A } } }

  func openFiles() -> Int { process.openFiles()?.count ?? 0 }

  /// Kills it.
  ///
  /// - Returns: what it has told, and whether it lived until then.
  func end() -> (lines: [Substring], wasAlive: Bool) {
    process.kill()
    let wasAlive = process.wasKilled()
    isOver.wait()
    let text = text.withLock { String(decoding: $0, as: UTF8.self) }
    // What was not written to its end is no line.
    return (text.split(separator: "\n", omittingEmptySubsequences: false).dropLast(), wasAlive)
  }
}
