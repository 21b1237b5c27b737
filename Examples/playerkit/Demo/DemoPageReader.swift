import Foundation

/// A stand-in for yt-dlp that knows only one page. Used if the user named no yt-dlp.
enum DemoPageReader {
  /// Writes the program.
  ///
  /// - Parameters:
  ///   - media: The media on the page.
  ///   - page: The page.
  ///   - folder: The folder for the program.
  /// - Returns: The path of the program.
  static func write(_ media: URL, on page: URL, in folder: URL) throws -> String {
    let answer: [String: String] = [
      "id": "paper-boats", "title": "Paper Boats", "uploader": DemoFiles.artist,
      "url": media.absoluteString, "webpage_url": page.absoluteString, "protocol": "http",
      "format_id": "0", "extractor_key": "Demo",
    ]
    let json = try JSONEncoder().encode(answer)
    let file = folder.appendingPathComponent("yt-dlp")
    // No address or title of the demo contains an apostrophe.
    let text = "#!/bin/sh\nprintf '%s\\n' '\(String(decoding: json, as: UTF8.self))'\n"
    try Data(text.utf8).write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: file.path)
    return file.path
  }
}
