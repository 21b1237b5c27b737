import Foundation
import PlayerKit
import PlayerKitServices
import PlayerKitSystem

/// The media that yt-dlp found, with its metadata.
struct YTDLPMedia: Sendable {
  let address: StreamURL
  /// The format to request again after the address has expired.
  let formatID: String?
  let metadata: TrackMetadata

  /// The protocols that the loader supports. Others are refused with their name.
  private static let protocols: Set<String> = ["http", "https", "m3u8", "m3u8_native"]

  /// Creates media from an answer.
  ///
  /// - Throws: ``YTDLPError`` if it cannot be played.
  init(_ info: YTDLP.Info, now: Date) throws(YTDLPError) {
    let version = info.version?.version?.bounded
    if info.liveStatus == "is_upcoming" {
      throw YTDLPError(.notYet, "It begins later.", version: version)
    }
    guard !info.isList, !info.isReference else {
      throw YTDLPError(.unavailable, "The page is another one by now.", version: version)
    }
    if let name = info.protocolName, !Self.protocols.contains(name) {
      let shown = name.unicodeScalars.allSatisfy(\.isPrintableASCII) ? String(name.prefix(40)) : "?"
      throw YTDLPError(.noFormat, "Media by \(shown) is not played.", version: version)
    }
    guard let text = info.url, text.utf8.count <= RequestBounds.target,
      let url = WebAddress.url(text)
    else {
      throw YTDLPError(.noFormat, "The page has no media that can be played.", version: version)
    }
    var headers = Self.headers(info.headers ?? [:])
    if let cookies = info.cookies, let field = SetCookies(cookies).field(for: url, at: now) {
      headers["Cookie"] = field
    }
    guard
      let address = StreamURL(
        at: url,
        headers: headers,
        expiration: Self.expiration(of: url, now: now)
      )
    else { throw YTDLPError(.noFormat, "The address of the media leads to no server.") }
    self.address = address
    formatID = info.formatID.flatMap { Self.isPlain($0) ? $0 : nil }
    metadata = TrackMetadata(info)
  }

  /// Keeps only safe header fields, such as those that identify the client. The loader sets fields
  /// of the connection.
  private static func headers(_ fields: [String: String]) -> [String: String] {
    let kept = fields.filter { name, value in
      let isName =
        (1...100).contains(name.utf8.count)
        && name.unicodeScalars.allSatisfy { $0.isASCIIAlphanumeric || $0 == "-" }
      return isName && !loaders.contains(name.lowercased()) && value.utf8.count <= 4 << 10
        && value.unicodeScalars.allSatisfy(\.isPrintableASCII)
    }
    return kept.count <= 40 ? kept : [:]
  }

  private static let loaders: Set<String> = [
    "accept-encoding", "connection", "content-length", "cookie", "host", "if-range", "range", "te",
    "transfer-encoding", "upgrade", "proxy-authorization", "icy-metadata",
  ]

  /// Whether the id has no special meaning in a format selection.
  private static func isPlain(_ format: String) -> Bool {
    guard let first = format.unicodeScalars.first, format.utf8.count <= 100 else { return false }
    return first.isASCIIAlphanumeric
      && format.unicodeScalars.allSatisfy { $0.isASCIIAlphanumeric || $0 == "-" || $0 == "_" }
  }

  /// Returns the expiry in the address, in seconds since 1970.
  private static func expiration(of url: URL, now: Date) -> Date? {
    let names = ["expire", "expires"]
    let stated = RequestQuery.items(in: url.absoluteString)
      .first { names.contains($0.name.lowercased()) }?.value
    // Addresses of YouTube's playlists have it in the path.
    let parts = url.pathComponents
    let inPath = parts.firstIndex(of: "expire").flatMap { parts.dropFirst($0 + 1).first }
    let seconds = (stated ?? inPath).flatMap { Double($0) }
    guard let seconds, seconds > 1e9, seconds < 1e10 else { return nil }
    return Date(timeIntervalSince1970: seconds)
  }
}

extension Unicode.Scalar {
  fileprivate var isPrintableASCII: Bool { (0x20..<0x7F).contains(value) }
}

extension String {
  /// The first 1,000 characters.
  var bounded: String { String(prefix(1_000)) }
}
