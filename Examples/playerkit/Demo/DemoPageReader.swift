import Foundation

/// Stands for yt-dlp where a person named none: a program that knows one page.
enum DemoPageReader {
  /// Writes the program.
  ///
  /// - Parameters:
  ///   - media: what is on the page.
  ///   - page: the page.
  ///   - folder: where the program is to lie.
  /// - Returns: its path.
  static func write(_ media: URL, on page: URL, in folder: URL) throws -> String {
    let answer: [String: String] = [
      "id": "paper-boats", "title": DemoMusic.paperBoats.title, "uploader": DemoFiles.artist,
      "url": media.absoluteString, "webpage_url": page.absoluteString, "protocol": "http",
      "format_id": "0", "extractor_key": "Demo",
    ]
    let json = try JSONEncoder().encode(answer)
    let file = folder.appendingPathComponent("yt-dlp")
    // No address and no title of the demo has an apostrophe.
    let text = "#!/bin/sh\nprintf '%s\\n' '\(String(decoding: json, as: UTF8.self))'\n"
    try Data(text.utf8).write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: file.path)
    return file.path
  }
}
