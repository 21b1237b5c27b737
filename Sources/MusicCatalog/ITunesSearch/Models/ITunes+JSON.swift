extension ITunes {
  /// Any JSON value, kept as the service sent it.
  public enum JSON: Hashable, Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number without a fraction that fits.
    case integer(Int)
    /// Any other number.
    case number(Double)
    /// Text.
    case string(String)
    /// A list.
    case array([JSON])
    /// An object. The order of its keys is not kept.
    case object([String: JSON])
  }
}

extension ITunes.JSON: Codable {
  /// Decodes whatever is there.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode(Int.self) {
      self = .integer(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode([ITunes.JSON].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: ITunes.JSON].self))
    }
  }

  /// Encodes it as it came.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }
}

extension ITunes.JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByNilLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// Text.
  public init(stringLiteral value: String) { self = .string(value) }
  /// A number.
  public init(integerLiteral value: Int) { self = .integer(value) }
  /// A number.
  public init(floatLiteral value: Double) { self = .number(value) }
  /// A truth value.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// `null`.
  public init(nilLiteral: ()) { self = .null }
  /// A list.
  public init(arrayLiteral elements: ITunes.JSON...) { self = .array(elements) }
  /// An object; of equal keys the last counts.
  public init(dictionaryLiteral elements: (String, ITunes.JSON)...) {
    self = .object(Dictionary(elements) { $1 })
  }
}

extension ITunes.JSON {
  /// The text, where this is text.
  public var string: String? {
    if case .string(let value) = self { value } else { nil }
  }

  /// The truth value, where this is one.
  public var bool: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  /// The number, where this is one without a fraction.
  public var integer: Int? {
    switch self {
    case .integer(let value): value
    case .number(let value): Int(exactly: value)
    case .null, .bool, .string, .array, .object: nil
    }
  }

  /// The number, where this is one.
  public var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    case .null, .bool, .string, .array, .object: nil
    }
  }

  /// An id, whether it is written as a number or as text; `nil` for anything else, zero included,
  /// which the service writes for "none".
  public var id: String? {
    let text = integer.map(String.init) ?? string
    return text.flatMap { $0.isASCIIDigits && $0.contains { $0 != "0" } ? $0 : nil }
  }

  /// The members, where this is an object.
  public var object: [String: ITunes.JSON]? {
    if case .object(let value) = self { value } else { nil }
  }

  /// The elements, where this is a list.
  public var array: [ITunes.JSON]? {
    if case .array(let value) = self { value } else { nil }
  }
}
