/// An optional property with lenient decoding, so that one odd value does not invalidate the whole
/// object.
///
/// ```swift
/// struct Song: Codable {
///   var id: String
///   @Lenient var title: String?
///   @Lenient var year: Int?
/// }
/// ```
///
/// A value of another type is converted if nothing is lost: a number to a string, a string to a
/// number, a fraction to the nearest whole number, `0` and `1` to a Boolean. Otherwise the property
/// is `nil`, as it is for `null` and for a missing key. Elements of an array that cannot be decoded
/// are left out.
@propertyWrapper
public struct Lenient<Value: Codable> {
  /// The value. `nil` if there is none or it is unreadable.
  public var wrappedValue: Value?

  /// Wraps a value.
  public init(wrappedValue: Value? = nil) {
    self.wrappedValue = wrappedValue
  }
}

extension Lenient: Sendable where Value: Sendable {}
extension Lenient: Equatable where Value: Equatable {}
extension Lenient: Hashable where Value: Hashable {}

extension Lenient: Codable {
  /// Reads a standalone value, not a property of an object.
  public init(from decoder: any Decoder) throws {
    wrappedValue = try? Value(from: decoder)
  }

  /// Writes the value, or `null`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let wrappedValue { try container.encode(wrappedValue) } else { try container.encodeNil() }
  }
}

// Synthesized conformances pick the most specific of these overloads.
extension KeyedDecodingContainer {
  /// Decodes a lenient property.
  public func decode<Value>(_ type: Lenient<Value>.Type, forKey key: Key) throws -> Lenient<Value> {
    Lenient(wrappedValue: try decodeIfPresent(Value.self, forKey: key))
  }

  /// Decodes a lenient string.
  public func decode(_ type: Lenient<String>.Type, forKey key: Key) throws -> Lenient<String> {
    Lenient(wrappedValue: try decodeIfPresent(String.self, forKey: key))
  }

  /// Decodes a lenient whole number.
  public func decode(_ type: Lenient<Int>.Type, forKey key: Key) throws -> Lenient<Int> {
    Lenient(wrappedValue: try decodeIfPresent(Int.self, forKey: key))
  }

  /// Decodes a lenient number.
  public func decode(_ type: Lenient<Double>.Type, forKey key: Key) throws -> Lenient<Double> {
    Lenient(wrappedValue: try decodeIfPresent(Double.self, forKey: key))
  }

  /// Decodes a lenient Boolean.
  public func decode(_ type: Lenient<Bool>.Type, forKey key: Key) throws -> Lenient<Bool> {
    Lenient(wrappedValue: try decodeIfPresent(Bool.self, forKey: key))
  }

  /// Decodes a lenient array.
  public func decode<Element: Codable & Hashable & Sendable>(
    _ type: Lenient<[Element]>.Type,
    forKey key: Key
  ) throws -> Lenient<[Element]> {
    Lenient(wrappedValue: try decodeIfPresent([Element].self, forKey: key))
  }

  /// Decodes a lenient dictionary of strings.
  public func decode(
    _ type: Lenient<[String: String]>.Type,
    forKey key: Key
  ) throws -> Lenient<[String: String]> {
    Lenient(wrappedValue: try decodeIfPresent([String: String].self, forKey: key))
  }
}

extension KeyedEncodingContainer {
  /// Encodes a lenient property, unless it is `nil`.
  public mutating func encode<Value>(_ value: Lenient<Value>, forKey key: Key) throws {
    try encodeIfPresent(value.wrappedValue, forKey: key)
  }
}
