import Foundation

/// This program once more, as a process to be killed.
package struct VictimProcess {
  private let process = Process()
  private let pipe = Pipe()

  package init(_ arguments: [String]) throws {
    process.executableURL = Bundle.main.executableURL
    process.arguments = arguments
    process.standardOutput = pipe
    try process.run()
  }

  /// What it has said since the last call; waits for it. Empty: it has ended.
  package func listen() -> Data { pipe.fileHandleForReading.availableData }

  package func kill() { Foundation.kill(process.processIdentifier, SIGKILL) }

  /// Waits for its end.
  ///
  /// - Returns: whether it was killed; if not, it has ended by itself, or trapped.
  package func wasKilled() -> Bool {
    process.waitUntilExit()
    return process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGKILL
  }

  /// How many files and connections it has open, and what of them is no longer in any folder; `nil` where
  /// the system does not tell.
  package func openFiles() -> (count: Int, nameless: [String])? {
    let folder = "/proc/\(process.processIdentifier)/fd"
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
      return nil
    }
    let paths = names.compactMap {
      try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")
    }
    return (paths.count, paths.filter { $0.hasSuffix(" (deleted)") })
  }
}
