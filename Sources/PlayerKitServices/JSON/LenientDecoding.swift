import Foundation

/// Decodes optional fields so that one odd value does not invalidate the whole object.
///
/// Synthesized `Codable` conformances call `decodeIfPresent` for each optional property. In each
/// module that imports this one, these methods take precedence over the standard library's methods.
/// A value of another type is converted if nothing is lost: a number to a string, a string to a
/// number, a fraction to the nearest whole number. Otherwise the field is `nil`, as it is for
/// `null`. Fields that are not optional still throw.
///
/// The common path is inlined, since the service modules have their own key types.
extension KeyedDecodingContainer {
  /// Decodes any other type.
  @inlinable package func decodeIfPresent<Value: Decodable>(
    _ type: Value.Type,
    forKey key: Key
  ) throws -> Value? {
    // Most fields are absent from most objects.
    guard contains(key), (try? decodeNil(forKey: key)) == false else { return nil }
    return try? decode(type, forKey: key)
  }

  @inlinable package func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    do { return try strict(type, key) } catch { return convertedText(key) }
  }

  @inlinable package func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    do { return try strict(type, key) } catch { return convertedWhole(key) }
  }

  @inlinable package func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    do { return try strict(type, key) } catch { return convertedNumber(key) }
  }

  @inlinable package func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    do { return try strict(type, key) } catch { return convertedFlag(key) }
  }

  /// Leaves out elements that are unreadable.
  @inlinable package func decodeIfPresent<Element: Codable & Hashable & Sendable>(
    _ type: [Element].Type,
    forKey key: Key
  ) throws -> [Element]? {
    guard contains(key) else { return nil }
    do { return try decode(type, forKey: key) } catch { return readableMembers(key) }
  }

  /// Leaves out members that are not strings.
  @inlinable package func decodeIfPresent(
    _ type: [String: String].Type,
    forKey key: Key
  ) throws -> [String: String]? {
    guard contains(key) else { return nil }
    do { return try decode(type, forKey: key) } catch { return readableTexts(key) }
  }
}

// Conversions of a value that does not have the expected type.
extension KeyedDecodingContainer {
  @usableFromInline package func convertedText(_ key: Key) -> String? {
    if let whole = try? decode(Int.self, forKey: key) { return String(whole) }
    return (try? decode(Double.self, forKey: key)).map { "\($0)" }
  }

  @usableFromInline package func convertedWhole(_ key: Key) -> Int? {
    let number = (try? decode(Double.self, forKey: key)) ?? convertedNumber(key)
    return number.flatMap { Int(exactly: $0.rounded()) }
  }

  @usableFromInline package func convertedNumber(_ key: Key) -> Double? {
    (try? decode(String.self, forKey: key)).flatMap(Double.init)
  }

  @usableFromInline package func convertedFlag(_ key: Key) -> Bool? {
    switch (try? decode(String.self, forKey: key)) ?? convertedText(key) {
    case "1", "true": true
    case "0", "false": false
    case .some, nil: nil
    }
  }

  @usableFromInline package func readableMembers<Element: Codable & Hashable & Sendable>(
    _ key: Key
  ) -> [Element]? {
    (try? decode(LossyArray<Element>.self, forKey: key))?.members
  }

  @usableFromInline package func readableTexts(_ key: Key) -> [String: String]? {
    (try? decode([String: DecodedJSON].self, forKey: key))?.compactMapValues(\.json.string)
  }
}

// A generic function over containers calls the standard library's own methods. If the value has the
// expected type, this takes a single lookup.
extension KeyedDecodingContainerProtocol {
  @inlinable package func strict(_ type: String.Type, _ key: Key) throws -> String? {
    try decodeIfPresent(type, forKey: key)
  }

  @inlinable package func strict(_ type: Int.Type, _ key: Key) throws -> Int? {
    try decodeIfPresent(type, forKey: key)
  }

  @inlinable package func strict(_ type: Double.Type, _ key: Key) throws -> Double? {
    try decodeIfPresent(type, forKey: key)
  }

  @inlinable package func strict(_ type: Bool.Type, _ key: Key) throws -> Bool? {
    try decodeIfPresent(type, forKey: key)
  }
}
