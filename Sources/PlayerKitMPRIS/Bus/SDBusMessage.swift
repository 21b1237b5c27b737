import CSystemd

/// A message of libsystemd. It stays on the thread of its connection.
final class SDBusMessage {
  let pointer: OpaquePointer

  /// Keeps a message that came in.
  init(_ message: OpaquePointer) {
    pointer = sd_bus_message_ref(message)
  }

  private init(owning message: OpaquePointer) {
    pointer = message
  }

  deinit {
    sd_bus_message_unref(pointer)
  }

  // MARK: - Reading

  /// A call, or a signal, as a value.
  ///
  /// - Throws: where there is more in it than anybody needs.
  func call() throws(DBusError) -> DBusCall {
    DBusCall(
      peer: text(sd_bus_message_get_sender(pointer)),
      path: text(sd_bus_message_get_path(pointer)) ?? "",
      interface: text(sd_bus_message_get_interface(pointer)),
      method: text(sd_bus_message_get_member(pointer)) ?? "",
      arguments: try arguments()
    )
  }

  /// The same of a signal.
  func signal() throws(DBusError) -> DBusSignal {
    DBusSignal(
      sender: text(sd_bus_message_get_sender(pointer)),
      path: text(sd_bus_message_get_path(pointer)) ?? "",
      interface: text(sd_bus_message_get_interface(pointer)) ?? "",
      name: text(sd_bus_message_get_member(pointer)) ?? "",
      arguments: try arguments()
    )
  }

  /// What an answer says: values, or an error.
  var result: Result<[DBusValue], DBusError> {
    if let error = sd_bus_message_get_error(pointer) {
      return .failure(
        DBusError(
          text(error.pointee.name) ?? "org.freedesktop.DBus.Error.Failed",
          text(error.pointee.message) ?? ""
        )
      )
    }
    return Result { () throws(DBusError) in try arguments() }
  }

  private func text(_ characters: UnsafePointer<CChar>?) -> String? {
    characters.map { String(cString: $0) }
  }

  private func arguments() throws(DBusError) -> [DBusValue] {
    guard sd_bus_message_rewind(pointer, 1) >= 0 else { throw SDBusReader.unreadable }
    var reader = SDBusReader(message: pointer)
    return try reader.values(depth: 0)
  }

  // MARK: - Making

  /// A call of somebody else's method.
  init(call: DBusCall, on bus: OpaquePointer) throws(DBusError) {
    var message: OpaquePointer?
    let status = sd_bus_message_new_method_call(
      bus,
      &message,
      call.peer,
      call.path,
      call.interface,
      call.method
    )
    guard status >= 0, let message else { throw .system(status, "A call can't be made") }
    pointer = message
    try append(call.arguments)
  }

  /// A signal of ours.
  init(signal: DBusSignal, on bus: OpaquePointer) throws(DBusError) {
    var message: OpaquePointer?
    let status = sd_bus_message_new_signal(
      bus,
      &message,
      signal.path,
      signal.interface,
      signal.name
    )
    guard status >= 0, let message else { throw .system(status, "A signal can't be made") }
    pointer = message
    try append(signal.arguments)
  }

  /// Sends the answer to this call.
  func answer(_ answer: Result<[DBusValue], DBusError>) {
    switch answer {
    case .success(let values):
      var message: OpaquePointer?
      guard sd_bus_message_new_method_return(pointer, &message) >= 0, let message else { return }
      let reply = SDBusMessage(owning: message)
      do throws(DBusError) {
        try reply.append(values)
        // Nobody could be told of a failure.
        _ = sd_bus_send(nil, reply.pointer, nil)
      } catch {
        fail(error)
      }
    case .failure(let error):
      fail(error)
    }
  }

  private func fail(_ error: DBusError) {
    error.name.withCString { name in
      error.message.withCString { message in
        var error = sd_bus_error(name: name, message: message, _need_free: 0)
        _ = sd_bus_reply_method_error(pointer, &error)
      }
    }
  }

  private func append(_ values: [DBusValue]) throws(DBusError) {
    let writer = SDBusWriter(message: pointer)
    for value in values { try writer.append(value) }
  }
}

/// Writes values into a message.
private struct SDBusWriter {
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
    // A text that ends within itself would be cut.
    case .string(let text): try self.text(text.split(separator: "\0").joined(), "s")
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

/// Reads values out of a message, as long as there are not too many.
private struct SDBusReader {
  let message: OpaquePointer
  private var values = 20_000
  private var bytes = 1 << 20
  private static let mostDepth = 16

  static let unreadable = DBusError.invalidArguments("The message can't be read.")
  private static let tooMuch = DBusError.limitsExceeded("There is too much in the message.")

  init(message: OpaquePointer) {
    self.message = message
  }

  /// What is still to come in the container that is open.
  mutating func values(depth: Int) throws(DBusError) -> [DBusValue] {
    guard depth < Self.mostDepth else { throw Self.tooMuch }
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
    // Open files are for nobody here.
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
