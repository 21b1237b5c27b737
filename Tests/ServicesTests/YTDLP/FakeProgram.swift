import Foundation
import PlayerKitSystem
import TestSupport

@testable import PlayerKitYTDLP

/// A script that replaces yt-dlp, in its own folder.
struct FakeProgram {
  let folder = ScratchFolder()
  let path: String

  /// - Parameter script: For `sh`. `$D` is the folder.
  init(_ script: String) throws {
    path = folder.path("yt-dlp")
    let text = "#!/bin/sh\nD='\(folder.url.path)'\n\(script)\n"
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    try folder.setMode(0o700, of: "yt-dlp")
  }

  var program: Program {
    Program(path: path, arguments: [], environment: ["PATH": "/usr/bin:/bin"])
  }

  func text(_ name: String) -> String? {
    try? String(contentsOf: folder.url.appendingPathComponent(name), encoding: .utf8)
  }

  /// The ids of processes that the script wrote into a file, one per line.
  func processes(_ name: String = "ids") -> [pid_t] {
    (text(name) ?? "").split(whereSeparator: \.isWhitespace).compactMap { pid_t($0) }
  }

  func client(
    _ options: YTDLPOptions = YTDLPOptions(),
    environment: [String: String] = ["PATH": "/usr/bin:/bin"]
  ) -> YTDLPClient {
    YTDLPClient(executable: path, options: options, environment: environment)
  }

  /// Whether a process runs. A zombie does not.
  static func isAlive(_ id: pid_t) -> Bool {
    guard kill(id, 0) == 0 else { return false }
    let state = try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8)
    return state?.split(separator: ")").last?.split(separator: " ").first != "Z"
  }
}

extension FakeProgram {
  /// The number of threads of this process, or 0 if it is unknown.
  static func threads() -> Int {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task"))?.count ?? 0
  }
}
