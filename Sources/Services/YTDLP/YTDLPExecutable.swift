import Foundation

/// Finds the user's own yt-dlp. None comes with this package: an old one is of no use.
public enum YTDLPExecutable {
  /// The path of `yt-dlp`, in the folders of `PATH`; `nil` where there is none. Relative folders are
  /// passed over: what lies in the current one is not run.
  public static func find(
    in environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> String? {
    find("yt-dlp", in: environment)
  }

  /// What a user named: a path, or the name of a program in the folders of `PATH`.
  static func path(_ text: String, in environment: [String: String]) -> String {
    if text.contains("/") { return URL(filePath: text).absoluteURL.path }
    return find(text, in: environment) ?? text
  }

  private static func find(_ name: String, in environment: [String: String]) -> String? {
    folders(environment["PATH"] ?? "").lazy.map { $0 + "/" + name }.first(where: isExecutable)
  }

  /// The folders of a search path that do not depend on the current one.
  static func folders(_ path: String) -> [String] {
    path.split(separator: ":").filter { $0.hasPrefix("/") }.map(String.init)
  }

  /// Whether there is a file that may be run.
  static func isExecutable(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && !isFolder.boolValue && FileManager.default.isExecutableFile(atPath: path)
  }
}
