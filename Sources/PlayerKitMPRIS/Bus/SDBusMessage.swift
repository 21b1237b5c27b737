import PlayerKitCSystemd

/// A libsystemd message. It stays on the thread of its connection.
final class SDBusMessage {
  let pointer: OpaquePointer

  /// Retains a received message.
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

  /// Returns the message as a call.
  ///
  /// - Throws: If the message is too large.
  func call() throws(DBusError) -> DBusCall {
    DBusCall(
      peer: text(sd_bus_message_get_sender(pointer)),
      path: text(sd_bus_message_get_path(pointer)) ?? "",
      interface: text(sd_bus_message_get_interface(pointer)),
      method: text(sd_bus_message_get_member(pointer)) ?? "",
      arguments: try arguments()
    )
  }

  /// Returns the message as a signal.
  func signal() throws(DBusError) -> DBusSignal {
    DBusSignal(
      sender: text(sd_bus_message_get_sender(pointer)),
      path: text(sd_bus_message_get_path(pointer)) ?? "",
      interface: text(sd_bus_message_get_interface(pointer)) ?? "",
      name: text(sd_bus_message_get_member(pointer)) ?? "",
      arguments: try arguments()
    )
  }

  /// The values of an answer, or its error.
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

  // MARK: - Creation

  /// Makes a call of a peer's method.
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

  /// Makes a signal.
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
        // A failure could not be reported to anyone.
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
