/// A D-Bus value with its own type. A message is a list of values.
indirect enum DBusValue: Sendable, Hashable {
  case byte(UInt8)
  case bool(Bool)
  case int16(Int16)
  case uint16(UInt16)
  case int32(Int32)
  case uint32(UInt32)
  case int64(Int64)
  case uint64(UInt64)
  case double(Double)
  case string(String)
  case path(String)
  case signature(String)
  /// All elements have the type `of`.
  case array(of: String, [DBusValue])
  /// The keys have a basic type.
  case dictionary(key: String, value: String, [Entry])
  case structure([DBusValue])
  case variant(DBusValue)

  /// An entry of a dictionary.
  struct Entry: Sendable, Hashable {
    let key: DBusValue
    let value: DBusValue
  }

  /// The type signature.
  var signature: String {
    switch self {
    case .byte: "y"
    case .bool: "b"
    case .int16: "n"
    case .uint16: "q"
    case .int32: "i"
    case .uint32: "u"
    case .int64: "x"
    case .uint64: "t"
    case .double: "d"
    case .string: "s"
    case .path: "o"
    case .signature: "g"
    case .array(let element, _): "a" + element
    case .dictionary(let key, let value, _): "a{" + key + value + "}"
    case .structure(let members): "(" + members.map(\.signature).joined() + ")"
    case .variant: "v"
    }
  }
}

// MARK: - Creation

extension DBusValue {
  /// Returns a list of strings (`as`).
  static func strings(_ texts: [String]) -> DBusValue {
    .array(of: "s", texts.map { .string($0) })
  }

  /// Returns a list of object paths (`ao`).
  static func paths(_ paths: [String]) -> DBusValue {
    .array(of: "o", paths.map { .path($0) })
  }

  /// Returns named values (`a{sv}`), sorted by name.
  static func properties(_ values: [String: DBusValue]) -> DBusValue {
    .dictionary(
      key: "s",
      value: "v",
      values.sorted { $0.key < $1.key }
        .map { Entry(key: .string($0.key), value: .variant($0.value)) }
    )
  }
}

// MARK: - Reading

// Other programs may send any type. Each of these is `nil` if the type differs.
extension DBusValue {
  /// The value without its variants, including nested ones.
  var unwrapped: DBusValue {
    if case .variant(let value) = self { value.unwrapped } else { self }
  }

  /// A string, an object path or a signature.
  var string: String? {
    switch self {
    case .string(let text), .path(let text), .signature(let text): text
    default: nil
    }
  }

  /// An object path.
  var path: String? {
    if case .path(let path) = self { path } else { nil }
  }

  /// A Boolean.
  var bool: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  /// An integer of any width. `nil` if it does not fit.
  var integer: Int64? {
    switch self {
    case .byte(let value): Int64(value)
    case .int16(let value): Int64(value)
    case .uint16(let value): Int64(value)
    case .int32(let value): Int64(value)
    case .uint32(let value): Int64(value)
    case .int64(let value): value
    case .uint64(let value): Int64(exactly: value)
    default: nil
    }
  }

  /// A number, possibly an integer.
  var double: Double? {
    if case .double(let value) = self { value } else { integer.map { Double($0) } }
  }

  /// The elements of an array, or the members of a structure.
  var elements: [DBusValue]? {
    switch self {
    case .array(_, let elements), .structure(let elements): elements
    default: nil
    }
  }

  /// The strings of a list. Skips other values.
  var strings: [String]? {
    elements?.compactMap(\.string)
  }

  /// Named values, unwrapped from their variants. If a name occurs several times, the last value
  /// counts.
  var properties: [String: DBusValue]? {
    guard case .dictionary(_, _, let entries) = self else { return nil }
    return Dictionary(
      entries.compactMap { entry in entry.key.string.map { ($0, entry.value.unwrapped) } },
      uniquingKeysWith: { $1 }
    )
  }
}
