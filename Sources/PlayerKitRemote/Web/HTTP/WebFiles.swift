import PlayerKitSystem
import Foundation

/// The files of the page, by path.
struct WebFiles: Sendable {
  struct File: Sendable {
    var bytes: Data
    /// The media type.
    var type: String
    /// Changes with the content.
    var tag: String
  }

  private var files: [String: File] = [:]

  /// Returns a file. `nil` if there is none. No path leads outside these files.
  subscript(path: String) -> File? { files[path == "/" ? "/index.html" : path] }

  /// - Parameter contents: The content of each file, by name.
  init(_ contents: [String: [UInt8]]) {
    for (name, bytes) in contents {
      let tag = Data(SHA1.digest(bytes)).base64EncodedString()
      files["/" + name] = File(bytes: Data(bytes), type: Self.type(of: name), tag: "\"\(tag)\"")
    }
    let silence = Self.silence
    files["/silence.wav"] = File(bytes: silence, type: "audio/wav", tag: "\"silence\"")
  }

  private static func type(of name: String) -> String {
    switch name.split(separator: ".").last {
    case "html": "text/html; charset=utf-8"
    case "css": "text/css; charset=utf-8"
    case "js": "text/javascript; charset=utf-8"
    case "svg": "image/svg+xml"
    case "webmanifest": "application/manifest+json"
    default: "application/octet-stream"
    }
  }

  /// Six seconds of silence: browsers give a page the media keys only while it plays audio.
  private static var silence: Data {
    let (rate, count) = (3_000, 18_000)
    func bytes(_ value: Int, _ size: Int) -> [UInt8] {
      (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    var wave = Data("RIFF".utf8)
    wave += bytes(36 + count, 4) + Array("WAVEfmt ".utf8) + bytes(16, 4)
    wave += bytes(1, 2) + bytes(1, 2) + bytes(rate, 4) + bytes(rate, 4) + bytes(1, 2) + bytes(8, 2)
    wave += Array("data".utf8) + bytes(count, 4) + [UInt8](repeating: 0x80, count: count)
    return wave
  }
}
