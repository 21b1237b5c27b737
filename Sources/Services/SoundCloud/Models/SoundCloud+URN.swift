import PlayerKitServices

extension SoundCloud {
  /// The name of an item, such as `soundcloud:tracks:1234`.
  public struct URN: RawRepresentable, Hashable, Sendable {
    /// The kind of an item, as used in the API's paths.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
      case tracks, playlists, users
    }

    /// The kind of the item.
    public let kind: Kind
    /// The id within its kind: up to 64 letters, digits, `-` and `_`.
    public let id: String

    /// The whole text.
    public var rawValue: String { "soundcloud:\(kind.rawValue):\(id)" }

    /// Parses a name; `nil` if the text is invalid.
    public init?(rawValue: String) {
      let parts = rawValue.split(separator: ":", omittingEmptySubsequences: false)
      guard parts.count == 3, parts[0] == "soundcloud",
        let kind = Kind(rawValue: String(parts[1]))
      else { return nil }
      self.init(kind, id: String(parts[2]))
    }

    /// Creates a name; `nil` if the id is invalid.
    public init?(_ kind: Kind, id: String) {
      guard (1...64).contains(id.utf8.count),
        id.unicodeScalars.allSatisfy({ $0.isASCIIAlphanumeric || $0 == "-" || $0 == "_" })
      else { return nil }
      self.kind = kind
      self.id = id
    }
  }
}

extension SoundCloud.URN: Codable, CustomStringConvertible {
  /// Decodes a name.
  ///
  /// - Throws: `DecodingError` if the text is invalid.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let urn = Self(rawValue: try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "no URN")
    }
    self = urn
  }

  /// Encodes the text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }

  /// The text.
  public var description: String { rawValue }
}
