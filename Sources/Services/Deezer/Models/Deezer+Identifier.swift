import PlayerKitServices

extension Deezer {
  /// An id, which is a number in JSON and text here. Encoded as text only if it is not a number.
  @propertyWrapper
  public struct Identifier: Hashable, Sendable {
    /// The id as text.
    public var wrappedValue: String

    /// Wraps an id.
    public init(wrappedValue: String) {
      self.wrappedValue = wrappedValue
    }
  }
}

extension Deezer.Identifier: Codable {
  /// Decodes an integer or a non-empty text.
  public init(from decoder: any Decoder) throws {
    wrappedValue = try decoder.singleValueContainer().decodeIdentifier()
  }

  /// Encodes a number if the text is one in its plain form.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let number = Int(wrappedValue), String(number) == wrappedValue {
      try container.encode(number)
    } else {
      try container.encode(wrappedValue)
    }
  }
}
