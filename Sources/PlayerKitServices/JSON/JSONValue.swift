import Foundation

/// Any JSON, kept where a service's shape is not known beforehand.
///
/// Whole numbers stay whole, exact up to 38 figures; a number that no `Double` comes near (`1e400`)
/// cannot be read.
public indirect enum JSONValue: Hashable, Sendable {
  /// JSON's `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number without a fraction that fits an `Int`.
  case int(Int)
  /// A whole number that fits no `Int`: a `Double` would lose its last figures.
  case decimal(Decimal)
  /// Any other number.
  case double(Double)
  /// A text.
  case string(String)
  /// A list.
  case array([JSONValue])
  /// An object; the order of its keys is not kept.
  case object([String: JSONValue])
}

extension JSONValue {
  /// The value of a key of an object; `nil` where this is no object or has no such key.
  public subscript(key: String) -> JSONValue? {
    object?[key]
  }

  /// The text, where this is one.
  public var string: String? {
    if case .string(let value) = self { value } else { nil }
  }

  /// The truth value, where this is one.
  public var bool: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  /// The whole number, where this is one, however it is written: `1e3` is one.
  public var int: Int? {
    switch self {
    case .int(let value): value
    case .double(let value): Int(exactly: value)
    case .null, .bool, .decimal, .string, .array, .object: nil
    }
  }

  /// The number, where this is one, as near as a `Double` comes.
  public var number: Double? {
    switch self {
    case .int(let value): Double(value)
    case .decimal(let value): NSDecimalNumber(decimal: value).doubleValue
    case .double(let value): value
    case .null, .bool, .string, .array, .object: nil
    }
  }

  /// The members, where this is a list.
  public var array: [JSONValue]? {
    if case .array(let value) = self { value } else { nil }
  }

  /// The members by key, where this is an object.
  public var object: [String: JSONValue]? {
    if case .object(let value) = self { value } else { nil }
  }
}

extension JSONValue: Codable {
  /// Reads whatever stands there.
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

  /// Writes it as it was.
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
