import Foundation
import PlayerKitServices
import PlayerKitSystem

/// The address of a file or a folder of a WebDAV server, without user and password.
///
/// Equal addresses have equal texts: names are percent-encoded in one way, and the host is in
/// lowercase.
public struct WebDAVAddress: Sendable, Hashable {
  private static let maximumLength = 8_000
  /// The schemes that users write, and whether they mean HTTPS.
  private static let schemes = [
    "dav": false, "webdav": false, "webdav+http": false, "http": false,
    "davs": true, "webdavs": true, "webdav+https": true, "https": true,
  ]

  /// Whether the server is reached by HTTPS.
  public let isSecure: Bool
  /// The host, with the port if it is not the usual one.
  public let authority: String
  /// The percent-encoded path. Starts with a slash, and ends with one if it is a folder.
  public let path: String
  /// The `http` or `https` URL for requests.
  public let url: URL

  /// Reads an address with the scheme `dav`, `davs`, `webdav`, `webdavs`, `webdav+http`,
  /// `webdav+https`, `http`, or `https`. Names may be percent-encoded or not.
  ///
  /// Returns `nil` for anything else: a path with `..`, a name that is not UTF-8, a user or a
  /// password, which do not belong in an address that is stored and shown.
  public init?(_ text: String) {
    guard text.utf8.count <= Self.maximumLength, let mark = text.firstRange(of: "://"),
      let isSecure = Self.schemes[text[..<mark.lowerBound].lowercased()]
    else { return nil }
    let rest = text.unicodeScalars[mark.upperBound...]
    let end = rest.firstIndex(of: "/") ?? rest.endIndex
    self.init(isSecure: isSecure, authority: String(rest[..<end]), path: String(rest[end...]))
  }

  init?(isSecure: Bool, authority: String, path: String) {
    guard let authority = Self.normalized(authority: authority, isSecure: isSecure),
      let path = Self.normalized(path: path),
      let url = URL(string: "\(isSecure ? "https" : "http")://\(authority)\(path)"),
      url.host()?.isEmpty == false
    else { return nil }
    (self.isSecure, self.authority, self.path, self.url) = (isSecure, authority, path, url)
  }

  /// The normalized text, with the scheme `dav` or `davs`.
  public var text: String { "\(isSecure ? "davs" : "dav")://\(authority)\(path)" }

  /// Whether the address has the form of a folder.
  public var isFolder: Bool { path.hasSuffix("/") }

  /// The same address in the form of a folder.
  public var folder: WebDAVAddress {
    isFolder ? self : Self(isSecure: isSecure, authority: authority, path: path + "/") ?? self
  }

  /// The same address in the form of a file. The root of a server is always a folder.
  var file: WebDAVAddress {
    guard isFolder, path != "/" else { return self }
    return Self(isSecure: isSecure, authority: authority, path: String(path.dropLast())) ?? self
  }

  /// The last name of the path, decoded. Empty for the root of the server.
  public var name: String { lastSegment.removingPercentEncoding ?? lastSegment }

  /// The last name of the path, percent-encoded. Empty for the root of the server.
  public var lastSegment: String { path.split(separator: "/").last.map(String.init) ?? "" }

  /// Whether this address is in a folder, at any depth, or is the folder.
  public func isInside(_ folder: WebDAVAddress) -> Bool {
    hasSameOrigin(as: folder) && self.folder.path.hasPrefix(folder.folder.path)
  }

  func hasSameOrigin(as other: WebDAVAddress) -> Bool {
    isSecure == other.isSecure && authority == other.authority
  }

  /// Returns the address of an `href` in the server's answer about a folder; `nil` if it is neither
  /// the folder nor directly inside it. The server can't lead anywhere else.
  func address(ofHref href: String) -> WebDAVAddress? {
    var path = Substring(href)
    if let mark = href.firstRange(of: "://") {
      // Behind a proxy, a server often knows its own scheme and port, but not those of the proxy.
      guard let named = WebDAVAddress(href), named.host == host else { return nil }
      path = href[mark.upperBound...].drop { $0 != "/" }
    }
    guard path.hasPrefix("/"), !path.hasPrefix("//"),
      let found = Self(isSecure: isSecure, authority: authority, path: String(path))
    else { return nil }
    let parts = found.path.split(separator: "/")
    let own = self.path.split(separator: "/")
    return parts.starts(with: own) && parts.count <= own.count + 1 ? found : nil
  }

  private var host: String? { url.host() }

  private static func normalized(authority: String, isSecure: Bool) -> String? {
    let text = authority.lowercased()
    let allowed = ".-_:[]".unicodeScalars
    guard text.unicodeScalars.allSatisfy({ $0.isASCIIAlphanumeric || allowed.contains($0) }) else {
      return nil
    }
    // The colons inside brackets belong to an IPv6 address.
    let hostEnd = text.lastIndex(of: "]").map { text.index(after: $0) } ?? text.startIndex
    guard let colon = text[hostEnd...].firstIndex(of: ":") else { return text.isEmpty ? nil : text }
    guard let port = UInt16(text[text.index(after: colon)...]), colon > text.startIndex else {
      return nil
    }
    let host = String(text[..<colon])
    return port == (isSecure ? 443 : 80) ? host : "\(host):\(port)"
  }

  /// Decodes each name, and encodes it in one way.
  private static func normalized(path: String) -> String? {
    var result = ""
    for segment in path.unicodeScalars.split(separator: "/") {
      guard let name = String(segment).removingPercentEncoding, ![".", ".."].contains(name),
        !name.unicodeScalars.contains("\0"), !name.unicodeScalars.contains("/")
      else { return nil }
      result += "/" + PercentEncoding.segment(name)
    }
    return path.unicodeScalars.last == "/" || result.isEmpty ? result + "/" : result
  }
}

extension WebDAVAddress: CustomStringConvertible {
  /// The text.
  public var description: String { text }
}

extension WebDAVAddress: Codable {
  /// Reads a stored text.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let address = Self(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "no WebDAV address")
    }
    self = address
  }

  /// Writes the text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
