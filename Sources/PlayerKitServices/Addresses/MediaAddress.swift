import Foundation

/// Where the audio of a track is: what a service answers that gives out addresses.
public struct MediaAddress: Sendable, Hashable {
  /// The address of the audio; http or https.
  public var url: URL
  /// Header fields for requests to the address's host. They may be secrets: no store keeps them.
  public var headers: [String: String]
  /// When the address ceases to work; `nil` where the service states nothing.
  public var expiration: Date?

  /// Makes an address.
  public init(url: URL, headers: [String: String] = [:], expiration: Date? = nil) {
    self.url = url
    self.headers = headers
    self.expiration = expiration
  }

  /// Takes an address at a service's word; `nil` where there is none, or where it leads to no server.
  public init?(at url: URL?, headers: [String: String] = [:], expiration: Date? = nil) {
    guard let url, ["http", "https"].contains(url.scheme?.lowercased()),
      url.host()?.isEmpty == false
    else { return nil }
    self.init(url: url, headers: headers, expiration: expiration)
  }
}

extension MediaAddress: Redacted {
  /// The host alone: the rest, and the header fields, may be secrets.
  public var description: String { "media at \(url.host() ?? "no host")" }
}

// What a store keeps of an address, in a track that is `Codable`.

extension MediaAddress: Codable {
  /// Reads an address that was kept.
  ///
  /// - Throws: `DecodingError` where it leads to no server.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let address = Self(at: try container.decode(URL.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "no server's address")
    }
    self = address
  }

  /// Writes the address alone. Writes `null` in place of one that expires, has headers, or has a query,
  /// which may be a signature: that one is asked for again.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    let isPlain = expiration == nil && headers.isEmpty && url.query == nil && url.user == nil
    if isPlain { try container.encode(url) } else { try container.encodeNil() }
  }
}
