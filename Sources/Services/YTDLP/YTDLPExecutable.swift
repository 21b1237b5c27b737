import Foundation

/// Finds the user's own yt-dlp. This package includes none, because an old version would not work.
public enum YTDLPExecutable {
  /// Returns the path of `yt-dlp` in the folders of `PATH`; `nil` if there is none. Skips relative
  /// folders, so that no program in the current folder runs.
  public static func find(
    in environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> String? {
    find("yt-dlp", in: environment)
  }

  /// Returns the path of a program that a user named by path, or by name in the folders of `PATH`.
  static func path(_ text: String, in environment: [String: String]) -> String {
    if text.contains("/") { return URL(filePath: text).absoluteURL.path }
    return find(text, in: environment) ?? text
  }

  private static func find(_ name: String, in environment: [String: String]) -> String? {
    folders(environment["PATH"] ?? "").lazy.map { $0 + "/" + name }.first(where: isExecutable)
  }

  /// Returns the absolute folders of a search path.
  static func folders(_ path: String) -> [String] {
    path.split(separator: ":").filter { $0.hasPrefix("/") }.map(String.init)
  }

  /// Whether the path is an executable file.
  static func isExecutable(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && !isFolder.boolValue && FileManager.default.isExecutableFile(atPath: path)
  }
}
