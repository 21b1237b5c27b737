extension SingleValueDecodingContainer {
  /// The text of an id: a text that is not empty, or the digits of a whole number.
  package func decodeIdentifier() throws -> String {
    if let number = try? decode(Int.self) { return String(number) }
    let text = try decode(String.self)
    guard !text.isEmpty else {
      throw DecodingError.dataCorruptedError(in: self, debugDescription: "an empty id")
    }
    return text
  }
}
