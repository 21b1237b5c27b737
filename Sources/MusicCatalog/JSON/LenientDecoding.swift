import Foundation

/// Decodes optional fields so that one odd value does not lose the whole object.
///
/// Synthesized `Codable` conformances call `decodeIfPresent` for each optional property. They find
/// these methods before the standard library's, in each module that imports this one. A value of
/// another form is converted where nothing is lost: a number to text, text to a number, a fraction to
/// the nearest whole number. Otherwise the field is `nil`, as it is for `null`. Fields that are not
/// optional still throw.
extension KeyedDecodingContainer {
  /// Any other type.
  package func decodeIfPresent<Value: Decodable>(
    _ type: Value.Type,
    forKey key: Key
  ) throws -> Value? {
    // Most fields are absent from most objects.
    contains(key) ? try? strict(type, key) : nil
  }

  package func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    if let text = try? strict(type, key) { return text }
    guard isPresent(key) else { return nil }
    if let whole = try? decode(Int.self, forKey: key) { return String(whole) }
    return (try? decode(Double.self, forKey: key)).map { "\($0)" }
  }

  package func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    if let whole = try? strict(type, key) { return whole }
    guard isPresent(key) else { return nil }
    return try decodeIfPresent(Double.self, forKey: key).flatMap { Int(exactly: $0.rounded()) }
  }

  package func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    if let number = try? strict(type, key) { return number }
    guard isPresent(key) else { return nil }
    return (try? decode(String.self, forKey: key)).flatMap(Double.init)
  }

  package func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    if let flag = try? strict(type, key) { return flag }
    guard isPresent(key) else { return nil }
    return switch try decodeIfPresent(String.self, forKey: key) {
    case "1", "true": true
    case "0", "false": false
    case .some, nil: nil
    }
  }

  /// Members that cannot be read are left out.
  package func decodeIfPresent<Element: Codable & Hashable & Sendable>(
    _ type: [Element].Type,
    forKey key: Key
  ) throws -> [Element]? {
    guard contains(key) else { return nil }
    if let members = try? strict(type, key) { return members }
    guard isPresent(key) else { return nil }
    return (try? decode(LossyArray<Element>.self, forKey: key))?.members
  }

  /// Members that are no texts are left out.
  package func decodeIfPresent(
    _ type: [String: String].Type,
    forKey key: Key
  ) throws -> [String: String]? {
    guard isPresent(key) else { return nil }
    return (try? decode(type, forKey: key))
      ?? (try? decode([String: DecodedJSON].self, forKey: key))?.compactMapValues(\.json.string)
  }

  private func isPresent(_ key: Key) -> Bool {
    contains(key) && (try? decodeNil(forKey: key)) == false
  }
}

// By a function that is generic over containers, the standard library's own methods are found: one
// look-up where the value is what it should be.
extension KeyedDecodingContainerProtocol {
  fileprivate func strict<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value? {
    try decodeIfPresent(type, forKey: key)
  }

  fileprivate func strict(_ type: String.Type, _ key: Key) throws -> String? {
    try decodeIfPresent(type, forKey: key)
  }

  fileprivate func strict(_ type: Int.Type, _ key: Key) throws -> Int? {
    try decodeIfPresent(type, forKey: key)
  }

  fileprivate func strict(_ type: Double.Type, _ key: Key) throws -> Double? {
    try decodeIfPresent(type, forKey: key)
  }

  fileprivate func strict(_ type: Bool.Type, _ key: Key) throws -> Bool? {
    try decodeIfPresent(type, forKey: key)
  }
}
