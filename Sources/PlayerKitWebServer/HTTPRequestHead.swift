import Foundation

/// The head of an HTTP request.
package struct HTTPRequestHead: Sendable, Equatable {
  package enum Method: String, Sendable, Equatable {
    case get = "GET"
    case head = "HEAD"
    case post = "POST"
  }

  package var method: Method
  /// The path without the query.
  package var path: String
  /// The percent-encoded query; empty if there is none.
  package var query: String
  private var fields: [String: String]
  /// Whether the client keeps the connection for another request.
  package var isKept: Bool
  /// The number of bytes in the body.
  package var bodyLength: Int

  /// Returns the value of a field, by its lowercase name.
  package subscript(name: String) -> String? { fields[name] }

  /// Returns whether a field lists a word, ignoring case.
  package func lists(_ word: String, in name: String) -> Bool {
    (fields[name] ?? "").split(separator: ",").contains {
      $0.trimmingCharacters(in: .whitespaces).lowercased() == word
    }
  }

  /// Returns the value of a cookie.
  package func cookie(_ name: String) -> String? {
    (fields["cookie"] ?? "").split(separator: ";").lazy
      .map { $0.trimmingCharacters(in: .whitespaces).split(separator: "=", maxSplits: 1) }
      .first { $0.first.map { $0 == name } ?? false && $0.count == 2 }
      .map { String($0[1]) }
  }
}

// MARK: - Reading

extension HTTPRequestHead {
  /// The reason for rejecting a request.
  package enum Fault: Error, Equatable {
    case malformed, method, tooLarge
  }

  /// The usual maximum size of a head in bytes.
  package static let largest = 16 << 10
  /// The maximum size of a body in bytes.
  package static let largestBody = 4 << 10

  /// Removes a head, including its final empty line, from the start of `bytes`. Returns `nil` if
  /// the head is incomplete.
  package static func take(
    from bytes: inout [UInt8],
    atMost largest: Int = largest
  ) throws(Fault) -> HTTPRequestHead? {
    guard let end = endOfHead(in: bytes) else {
      guard bytes.count <= largest else { throw .tooLarge }
      return nil
    }
    guard end <= largest else { throw .tooLarge }
    // An HTTP head is ASCII. Other characters don't matter.
    let text = String(decoding: bytes[..<end], as: UTF8.self)
    bytes.removeFirst(end)
    return try HTTPRequestHead(text)
  }

  private static func endOfHead(in bytes: [UInt8]) -> Int? {
    guard bytes.count >= 4 else { return nil }
    for index in 3..<bytes.count
    where bytes[index] == 10 && bytes[index - 1] == 13 && bytes[index - 2] == 10
      && bytes[index - 3] == 13
    {
      return index + 1
    }
    return nil
  }

  private static func isDigits(_ text: String) -> Bool {
    text.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }

  private init(_ text: String) throws(Fault) {
    var lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)[...]
    let first = (lines.popFirst() ?? "").split(separator: " ", omittingEmptySubsequences: false)
    guard first.count == 3, first[2] == "HTTP/1.1" || first[2] == "HTTP/1.0",
      first[1].hasPrefix("/")
    else { throw .malformed }
    guard let method = Method(rawValue: String(first[0])) else { throw .method }
    var fields: [String: String] = [:]
    for line in lines where !line.isEmpty {
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, !parts[0].isEmpty,
        parts[0].utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }),
        // Some parsers accept a lone line feed as a line end, others don't.
        parts[1].utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 })
      else { throw .malformed }
      let (name, value) = (parts[0].lowercased(), parts[1].trimmingCharacters(in: .whitespaces))
      guard let earlier = fields[name] else {
        fields[name] = value
        continue
      }
      // These must be unique: duplicates are an attempt to make two parsers disagree.
      guard !["host", "origin", "content-length"].contains(name) else { throw .malformed }
      fields[name] = earlier + (name == "cookie" ? "; " : ", ") + value
    }
    guard fields["transfer-encoding"] == nil else { throw .malformed }
    let length = fields["content-length"].map { Self.isDigits($0) ? Int($0) : nil } ?? 0
    guard let length else { throw .malformed }
    guard length <= Self.largestBody else { throw .tooLarge }
    self.method = method
    path = String(first[1].prefix { $0 != "?" && $0 != "#" })
    query = String(first[1].prefix { $0 != "#" }.dropFirst(path.count + 1))
    self.fields = fields
    bodyLength = length
    isKept = false
    isKept = first[2] == "HTTP/1.1" && !lists("close", in: "connection")
  }
}
