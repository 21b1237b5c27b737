import Foundation

/// The address of a track's audio, from a service that issues addresses.
public struct StreamURL: Sendable, Hashable {
  /// The address of the audio. HTTP or HTTPS.
  public var url: URL
  /// Header fields for requests to the address's host. They may be secret: they are never stored.
  public var headers: [String: String]
  /// When the address expires. `nil` if the service does not state it.
  public var expiration: Date?

  /// Makes an address.
  public init(url: URL, headers: [String: String] = [:], expiration: Date? = nil) {
    self.url = url
    self.headers = headers
    self.expiration = expiration
  }

  /// Makes an address from a service's reply. `nil` if `url` is `nil`, has no host, or is neither
  /// HTTP nor HTTPS.
  public init?(at url: URL?, headers: [String: String] = [:], expiration: Date? = nil) {
    guard let url, ["http", "https"].contains(url.scheme?.lowercased()),
      url.host()?.isEmpty == false
    else { return nil }
    self.init(url: url, headers: headers, expiration: expiration)
  }
}

extension StreamURL: Redacted {
  /// The host only. The rest of the address and the header fields may be secret.
  public var description: String { "media at \(url.host() ?? "no host")" }
}

// The stored form of an address in a `Codable` track.

extension StreamURL: Codable {
  /// Reads a stored address.
  ///
  /// - Throws: `DecodingError` if it has no host or is neither HTTP nor HTTPS.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let address = Self(at: try container.decode(URL.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "no server's address")
    }
    self = address
  }

  /// Writes only the URL. Writes `null` for an address that expires, or has headers, a user, or a
  /// query, which may contain a signature. Such an address is requested again.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    let isPlain = expiration == nil && headers.isEmpty && url.query == nil && url.user == nil
    if isPlain { try container.encode(url) } else { try container.encodeNil() }
  }
}
