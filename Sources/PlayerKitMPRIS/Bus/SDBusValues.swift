import PlayerKitCSystemd

/// Writes values into a message.
struct SDBusWriter {
  let message: OpaquePointer

  func append(_ value: DBusValue) throws(DBusError) {
    switch value {
    case .byte(let value): try number(value, "y")
    case .bool(let value): try number(Int32(value ? 1 : 0), "b")
    case .int16(let value): try number(value, "n")
    case .uint16(let value): try number(value, "q")
    case .int32(let value): try number(value, "i")
    case .uint32(let value): try number(value, "u")
    case .int64(let value): try number(value, "x")
    case .uint64(let value): try number(value, "t")
    case .double(let value): try number(value, "d")
    case .string(let text): try self.text(text.dbusText, "s")
    case .path(let text): try self.text(text, "o")
    case .signature(let text): try self.text(text, "g")
    case .array(let element, let elements):
      try container("a", element) { () throws(DBusError) in
        for element in elements { try append(element) }
      }
    case .dictionary(let key, let value, let entries):
      try container("a", "{" + key + value + "}") { () throws(DBusError) in
        for entry in entries {
          try container("e", key + value) { () throws(DBusError) in
            try append(entry.key)
            try append(entry.value)
          }
        }
      }
    case .structure(let members):
      try container("r", members.map(\.signature).joined()) { () throws(DBusError) in
        for member in members { try append(member) }
      }
    case .variant(let value):
      try container("v", value.signature) { () throws(DBusError) in try append(value) }
    }
  }

  private func number<Number: BitwiseCopyable>(_ value: Number, _ type: Unicode.Scalar)
    throws(DBusError)
  {
    var value = value
    try check(sd_bus_message_append_basic(message, CChar(bitPattern: UInt8(type.value)), &value))
  }

  private func text(_ text: String, _ type: Unicode.Scalar) throws(DBusError) {
    try check(
      text.withCString {
        sd_bus_message_append_basic(message, CChar(bitPattern: UInt8(type.value)), $0)
      }
    )
  }

  private func container(
    _ type: Unicode.Scalar,
    _ contents: String,
    _ body: () throws(DBusError) -> Void
  ) throws(DBusError) {
    let type = CChar(bitPattern: UInt8(type.value))
    try check(sd_bus_message_open_container(message, type, contents))
    try body()
    try check(sd_bus_message_close_container(message))
  }

  private func check(_ status: Int32) throws(DBusError) {
    guard status >= 0 else { throw .system(status, "A message can't be written") }
  }
}

/// Reads values from a message, within limits.
struct SDBusReader {
  let message: OpaquePointer
  private var values = 20_000
  private var bytes = 1 << 20
  private static let maximumDepth = 16

  static let unreadable = DBusError.invalidArguments("The message can't be read.")
  private static let tooMuch = DBusError.limitsExceeded("There is too much in the message.")

  init(message: OpaquePointer) {
    self.message = message
  }

  /// Returns the remaining values of the open container.
  mutating func values(depth: Int) throws(DBusError) -> [DBusValue] {
    guard depth < Self.maximumDepth else { throw Self.tooMuch }
    var found: [DBusValue] = []
    while let value = try next(depth) { found.append(value) }
    return found
  }

  private mutating func next(_ depth: Int) throws(DBusError) -> DBusValue? {
    var type: CChar = 0
    var contents: UnsafePointer<CChar>?
    let status = sd_bus_message_peek_type(message, &type, &contents)
    guard status >= 0 else { throw Self.unreadable }
    guard status > 0 else { return nil }
    values -= 1
    guard values >= 0 else { throw Self.tooMuch }
    let inner = contents.map { String(cString: $0) } ?? ""
    switch UInt8(bitPattern: type) {
    case UInt8(ascii: "a"):
      return try array(type, inner, depth)
    case UInt8(ascii: "r"):
      return .structure(try container(type, inner, depth))
    case UInt8(ascii: "v"):
      guard let value = try container(type, inner, depth).first else { throw Self.unreadable }
      return .variant(value)
    default:
      return try basic(type)
    }
  }

  private mutating func array(
    _ type: CChar,
    _ inner: String,
    _ depth: Int
  ) throws(DBusError) -> DBusValue {
    guard inner.first == "{", inner.utf8.count > 3 else {
      return .array(of: inner, try container(type, inner, depth))
    }
    var entries: [DBusValue.Entry] = []
    let types = String(inner.dropFirst().dropLast())
    try enter(type, inner)
    let entry = CChar(bitPattern: UInt8(ascii: "e"))
    while sd_bus_message_at_end(message, 0) == 0 {
      let pair = try container(entry, types, depth + 1)
      guard pair.count == 2 else { throw Self.unreadable }
      entries.append(DBusValue.Entry(key: pair[0], value: pair[1]))
    }
    try exit()
    return .dictionary(key: String(types.prefix(1)), value: String(types.dropFirst()), entries)
  }

  private mutating func container(
    _ type: CChar,
    _ inner: String,
    _ depth: Int
  ) throws(DBusError) -> [DBusValue] {
    try enter(type, inner)
    let found = try values(depth: depth + 1)
    try exit()
    return found
  }

  private func enter(_ type: CChar, _ contents: String) throws(DBusError) {
    guard sd_bus_message_enter_container(message, type, contents) > 0 else { throw Self.unreadable }
  }

  private func exit() throws(DBusError) {
    guard sd_bus_message_exit_container(message) >= 0 else { throw Self.unreadable }
  }

  private mutating func basic(_ type: CChar) throws(DBusError) -> DBusValue {
    switch UInt8(bitPattern: type) {
    case UInt8(ascii: "y"): return .byte(try number(type, 0))
    case UInt8(ascii: "b"): return .bool(try number(type, Int32(0)) != 0)
    case UInt8(ascii: "n"): return .int16(try number(type, 0))
    case UInt8(ascii: "q"): return .uint16(try number(type, 0))
    case UInt8(ascii: "i"): return .int32(try number(type, 0))
    case UInt8(ascii: "u"): return .uint32(try number(type, 0))
    case UInt8(ascii: "x"): return .int64(try number(type, 0))
    case UInt8(ascii: "t"): return .uint64(try number(type, 0))
    case UInt8(ascii: "d"): return .double(try number(type, 0))
    case UInt8(ascii: "s"): return .string(try text(type))
    case UInt8(ascii: "o"): return .path(try text(type))
    case UInt8(ascii: "g"): return .signature(try text(type))
    // File descriptors are not supported.
    default: throw Self.unreadable
    }
  }

  private func number<Number: BitwiseCopyable>(_ type: CChar, _ zero: Number) throws(DBusError)
    -> Number
  {
    var value = zero
    guard sd_bus_message_read_basic(message, type, &value) > 0 else { throw Self.unreadable }
    return value
  }

  private mutating func text(_ type: CChar) throws(DBusError) -> String {
    var characters: UnsafePointer<CChar>?
    guard sd_bus_message_read_basic(message, type, &characters) > 0, let characters else {
      throw Self.unreadable
    }
    let text = String(cString: characters)
    bytes -= text.utf8.count
    guard bytes >= 0 else { throw Self.tooMuch }
    return text
  }
}
