extension SingleValueDecodingContainer {
  /// Decodes an id: a non-empty string, or a whole number as a string of digits.
  package func decodeIdentifier() throws -> String {
    if let number = try? decode(Int.self) { return String(number) }
    let text = try decode(String.self)
    guard !text.isEmpty else {
      throw DecodingError.dataCorruptedError(in: self, debugDescription: "an empty id")
    }
    return text
  }
}
