import HTTPTypes
import PlayerKit
import PlayerKitHTTP
import PlayerKitSystem

/// The relevant parts of a response's head.
struct MediaResponseHead: Sendable, Equatable {
  var status: Int
  /// The length of the body; `nil` if not stated, or if the body was compressed.
  var contentLength: Int64?
  /// For a partial response: the offset of its first byte, its length, and the length of the whole.
  var rangeStart: Int64?
  var rangeLength: Int64?
  var total: Int64?
  /// The identifier of this version of the resource, for requesting later parts of the same
  /// version.
  var validator: String?
  /// The time of the last change, as the server writes it.
  var lastModified: String?
  /// Whether the server states that it supports ranges.
  var acceptsRanges = false
  /// Whether the body was compressed. It is already inflated; ranges would refer to the compressed
  /// form.
  var isCompressed = false
  /// For a live stream: the number of body bytes between metadata blocks; `nil` if there are none.
  var icyInterval: Int?
  /// The server's caching rules.
  var freshness: Freshness
  /// Whether the type is a page or a playlist and not media.
  var isNoMedia = false
  /// The media type, without parameters and in lower case.
  var contentType: String?
  /// The metadata of a station.
  var station = StreamMetadata()
  /// Whether the stream has no end, according to the head.
  var liveness = Liveness.none

  init(_ answer: HTTPTransportResponse) {
    self.init(status: answer.status) { name in
      HTTPField.Name(name).flatMap { answer.fields[$0] }
    }
  }

  /// - Parameter url: the requested URL. If it was redirected, the stated lifetime does not count,
  ///   as it only applies to the redirect target.
  init(_ answer: HTTPTransportResponse, askedAt url: URL) {
    self.init(answer)
    if answer.url != HTTPTransportRequest(to: url).url { freshness.lifetime = 0 }
  }

  /// - Parameter field: returns the value of a header field, with its name in any case.
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
    // A weak tag does not guarantee identical bytes.
    if let tag = field("ETag"), !tag.hasPrefix("W/") {
      validator = tag
    } else {
      validator = lastModified
    }
    // For a body with metadata blocks, a length means nothing; the length of a part does not reveal
    // the whole.
    let isBounded = status == 206 ? isPartOfKnown : contentLength != nil
    liveness = liveness(isBounded: isBounded, field)
  }

  /// Whether it may be stored on disk and played without asking the server.
  var mayBeKept: Bool { !freshness.isForbidden && !isNoMedia }

  /// For a partial response: whether a later part will belong to the same resource.
  var isPartOfMore: Bool { !isLive && !isCompressed && (total != nil || validator != nil) }

  /// Whether it is a part of a resource with a length and a version.
  private var isPartOfKnown: Bool { total != nil && validator != nil }

  /// More bytes than any media has, and small enough for safe arithmetic.
  static let greatestLength: Int64 = 1 << 50

  /// Returns a plausible number of bytes; `nil` for anything else, such as an exabyte.
  private static func length(_ text: some StringProtocol) -> Int64? {
    Int64(text).flatMap { (0...greatestLength).contains($0) ? $0 : nil }
  }

  /// Returns whether a resource of this type lists media instead of being media.
  static func isList(_ type: String) -> Bool {
    ["mpegurl", "scpls", "xspf", "ms-asf", "html", "json", "/xml"].contains { type.contains($0) }
  }

  /// Parses `bytes 0-99/1234`, `bytes 0-99/*` and `bytes */1234`. Some servers write
  /// `bytes=0-99/1234`, or several spaces.
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
