import Foundation

/// Finds the user's own yt-dlp. None comes with this package: an old one is of no use.
public enum YTDLPExecutable {
  /// The path of `yt-dlp`, in the folders of `PATH`; `nil` where there is none. Relative folders are
  /// passed over: what lies in the current one is not run.
  public static func find(
    in environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> String? {
    (environment["PATH"] ?? "").split(separator: ":").lazy
      .filter { $0.hasPrefix("/") }
      .map { String($0) + "/yt-dlp" }
      .first(where: isExecutable)
  }

  /// Whether there is a file that may be run.
  static func isExecutable(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && !isFolder.boolValue && FileManager.default.isExecutableFile(atPath: path)
  }
}
