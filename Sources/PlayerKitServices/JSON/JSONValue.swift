import Foundation

/// Any JSON value, for replies whose shape is not known in advance.
///
/// Whole numbers stay exact up to 38 digits. Decoding fails for a number outside the range of
/// `Double` (`1e400`).
public indirect enum JSONValue: Hashable, Sendable {
  /// JSON's `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number without a fraction that fits an `Int`.
  case int(Int)
  /// A whole number outside the range of `Int`. A `Double` would lose its last digits.
  case decimal(Decimal)
  /// Any other number.
  case double(Double)
  /// A string.
  case string(String)
  /// An array.
  case array([JSONValue])
  /// An object. The order of its keys is not kept.
  case object([String: JSONValue])
}

extension JSONValue {
  /// The value of a key. `nil` if this is not an object or lacks the key.
  public subscript(key: String) -> JSONValue? {
    object?[key]
  }

  /// The string, if this is one.
  public var string: String? {
    if case .string(let value) = self { value } else { nil }
  }

  /// The Boolean value, if this is one.
  public var bool: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  /// The whole number, if this is one, in any notation: `1e3` counts.
  public var int: Int? {
    switch self {
    case .int(let value): value
    case .double(let value): Int(exactly: value)
    case .null, .bool, .decimal, .string, .array, .object: nil
    }
  }

  /// The number, if this is one, as the nearest `Double`.
  public var number: Double? {
    switch self {
    case .int(let value): Double(value)
    case .decimal(let value): NSDecimalNumber(decimal: value).doubleValue
    case .double(let value): value
    case .null, .bool, .string, .array, .object: nil
    }
  }

  /// The elements, if this is an array.
  public var array: [JSONValue]? {
    if case .array(let value) = self { value } else { nil }
  }

  /// The members by key, if this is an object.
  public var object: [String: JSONValue]? {
    if case .object(let value) = self { value } else { nil }
  }
}

extension JSONValue: Codable {
  /// Reads any JSON value.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int.self) {
      self = .int(value)
    } else if let value = try? container.decode(Double.self) {
      // Every Double of this size is whole.
      let isLarge = value.magnitude >= 9e18
      let exact = isLarge ? try? container.decode(Decimal.self) : nil
      self = exact.map { $0.isNaN ? .double(value) : .decimal($0) } ?? .double(value)
    } else if let value = try? container.decode([JSONValue].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }

  /// Writes the value.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .int(let value): try container.encode(value)
    case .decimal(let value): try container.encode(value)
    case .double(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }
}
