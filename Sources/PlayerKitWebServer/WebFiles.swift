import Foundation
import PlayerKitSystem

/// The files of the page, by path.
package struct WebFiles: Sendable {
  package struct File: Sendable {
    package var bytes: Data
    /// The media type.
    package var type: String
    /// Changes with the content.
    package var tag: String
  }

  private var files: [String: File] = [:]

  /// Returns a file. `nil` if there is none. No path leads outside these files.
  package subscript(path: String) -> File? { files[path == "/" ? "/index.html" : path] }

  /// The script of both pages that reads message files, and formats numbers and durations.
  package static var messages: [UInt8] { PackageResources.messages_js }

  /// - Parameter contents: The content of each file, by name.
  package init(_ contents: [String: [UInt8]]) {
    for (name, bytes) in contents {
      add(Data(bytes), type: Self.type(of: name), at: "/" + name)
    }
  }

  /// Adds a file that is made by code.
  package mutating func add(_ bytes: Data, type: String, at path: String) {
    let tag = Data(SHA1.digest(Array(bytes))).base64EncodedString()
    files[path] = File(bytes: bytes, type: type, tag: "\"\(tag)\"")
  }

  /// Returns the answer to a request for a file; 404 if there is none.
  package func answer(to head: HTTPRequestHead) -> WebAnswer {
    guard let file = self[head.path] else { return WebAnswer(404, "There is nothing here.") }
    if head["if-none-match"] == file.tag { return WebAnswer(304, "", [("ETag", file.tag)]) }
    return WebAnswer(file.bytes, type: file.type, caching: "no-cache", tag: file.tag)
  }

  private static func type(of name: String) -> String {
    switch name.split(separator: ".").last {
    case "html": "text/html; charset=utf-8"
    case "css": "text/css; charset=utf-8"
    case "js": "text/javascript; charset=utf-8"
    case "svg": "image/svg+xml"
    case "webmanifest": "application/manifest+json"
    case "json": "application/json"
    default: "application/octet-stream"
    }
  }
}
