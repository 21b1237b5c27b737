import PlayerKitHTTP
import HTTPTypes
import PlayerKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What matters of the head of an answer.
struct HTTPHead: Sendable, Equatable {
  var status: Int
  /// The length of the body; `nil` where it was not said, or is that of its compressed form.
  var contentLength: Int64?
  /// Of a partial response: the offset of its first byte, how many it has, and the length of the whole.
  var rangeStart: Int64?
  var rangeLength: Int64?
  var total: Int64?
  /// Names this version of the resource, so that a later part can be asked for of the same one.
  var validator: String?
  /// When the resource was changed last, as the server writes it.
  var lastModified: String?
  /// Whether the server says that it serves parts.
  var acceptsRanges = false
  /// Whether the body came compressed. It is inflated by now; its parts would be those of the other
  /// form.
  var isCompressed = false
  /// Of a live stream: after how many bytes of the body a block of metadata stands; `nil`: none does.
  var icyInterval: Int?
  /// What the server says of keeping it.
  var freshness: Freshness
  /// Whether the type is that of a page or a list: it is no media.
  var isNoMedia = false
  /// What the body is, without parameters and in lower case.
  var contentType: String?
  /// What a station says about itself.
  var station = StreamMetadata()
  /// Whether it is a stream without an end, as far as the head tells.
  var liveness = Liveness.none

  init(_ answer: HTTPAnswer) {
    self.init(status: answer.status) { name in
      HTTPField.Name(name).flatMap { answer.fields[$0] }
    }
  }

  /// - Parameter url: what was asked for. Where the server led elsewhere, it may lead to another place
  ///   tomorrow: the time that is stated holds for that place alone.
  init(_ answer: HTTPAnswer, askedAt url: URL) {
    self.init(answer)
    if answer.url != url { freshness.lifetime = 0 }
  }

  /// - Parameter field: the value of a header field, its name in any case.
  init(status: Int, field: (String) -> String?) {
    self.status = status
    freshness = Freshness(field: field)
    isCompressed = !ContentCoding.isNone(field("Content-Encoding"))
    contentLength = isCompressed ? nil : field("Content-Length").flatMap(Self.length)
    acceptsRanges = field("Accept-Ranges")?.lowercased() == "bytes" && !isCompressed
    icyInterval = field("icy-metaint").flatMap { Int($0) }.flatMap {
      (1...1 << 24).contains($0) ? $0 : nil
    }
    contentType = field("Content-Type").map(Self.essence)
    station = Self.station(field)
    if let range = field("Content-Range") { parse(range: range) }
    lastModified = field("Last-Modified")
    isNoMedia = contentType.map(Self.isList) ?? false
    // A weak tag does not promise the same bytes.
    if let tag = field("ETag"), !tag.hasPrefix("W/") {
      validator = tag
    } else {
      validator = lastModified
    }
    // Of a body with metadata in it, a length says nothing; that of a part says nothing of the whole.
    let isBounded = status == 206 ? isPartOfKnown : contentLength != nil
    liveness = liveness(isBounded: isBounded, field)
  }

  /// Whether it may be kept on a disk, and played from there without asking.
  var mayBeKept: Bool { !freshness.isForbidden && !isNoMedia }

  /// Of a partial response: whether the next part, where one is asked for, belongs to the same.
  var isPartOfMore: Bool { !isLive && !isCompressed && (total != nil || validator != nil) }

  /// Whether it is a part of something that has an end, and a version.
  private var isPartOfKnown: Bool { total != nil && validator != nil }

  /// More bytes than anything has, and few enough to be reckoned with.
  static let greatestLength: Int64 = 1 << 50

  /// A number of bytes that can be reckoned with; `nil` for anything else, such as an exabyte.
  private static func length(_ text: some StringProtocol) -> Int64? {
    Int64(text).flatMap { (0...greatestLength).contains($0) ? $0 : nil }
  }

  /// Whether what has this type names media in place of being some.
  static func isList(_ type: String) -> Bool {
    ["mpegurl", "scpls", "xspf", "ms-asf", "html", "json", "/xml"].contains { type.contains($0) }
  }

  /// `bytes 0-99/1234`, `bytes 0-99/*`, `bytes */1234`. Some servers write `bytes=0-99/1234`, or more
  /// than one space.
  private mutating func parse(range: String) {
    let text = range.lowercased().filter { ![" ", "\t"].contains($0) }
    guard text.hasPrefix("bytes") else { return }
    let parts = text.dropFirst(5).drop { $0 == "=" || $0 == ":" }.split(separator: "/")
    guard parts.count == 2 else { return }
    total = Self.length(parts[1])
    let ends = parts[0].split(separator: "-").map(Self.length)
    rangeStart = ends.first ?? nil
    guard ends.count == 2, let first = ends[0], let last = ends[1], last >= first else { return }
    rangeLength = last - first + 1
  }
}
