import PlayerKitServices

extension Deezer {
  /// An id: a number on the wire, its digits here. One that came as a text is sent back as one only
  /// where it is no number.
  @propertyWrapper
  public struct Identifier: Hashable, Sendable {
    /// The id's text.
    public var wrappedValue: String

    /// Wraps an id.
    public init(wrappedValue: String) {
      self.wrappedValue = wrappedValue
    }
  }
}

extension Deezer.Identifier: Codable {
  /// Reads a whole number or a text that is not empty.
  public init(from decoder: any Decoder) throws {
    wrappedValue = try decoder.singleValueContainer().decodeIdentifier()
  }

  /// Writes a number where it is one in its plain form.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let number = Int(wrappedValue), String(number) == wrappedValue {
      try container.encode(number)
    } else {
      try container.encode(wrappedValue)
    }
  }
}
