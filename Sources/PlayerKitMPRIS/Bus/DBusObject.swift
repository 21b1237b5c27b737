import PlayerKitSystem

/// An object that peers on the bus can call.
struct DBusObject: Sendable {
  let path: String
  let interfaces: [DBusInterface]
  let handler: any DBusObjectHandler
}

/// The implementation of an object. The connection's thread makes its calls one at a time, and only
/// calls that the interfaces allow: with existing names, and values of the right types.
protocol DBusObjectHandler: Sendable {
  /// Returns the current value of a property.
  func value(of property: String, in interface: String) -> DBusValue?

  /// Returns all properties of an interface, from the same moment.
  func values(in interface: String) -> [String: DBusValue]

  /// Sets a property. Called only for writable ones.
  func set(_ property: String, in interface: String, to value: DBusValue) throws(DBusError)

  /// Answers a call, immediately or later.
  func call(_ call: DBusCall, reply: DBusReply)
}

/// A reply to the caller. Only the first answer is sent. If the reply is released without an
/// answer, the caller receives an error.
final class DBusReply: Sendable {
  typealias Answer = Result<[DBusValue], DBusError>

  private let send: Locked<(@Sendable (Answer) -> Void)?>

  init(_ send: @escaping @Sendable (Answer) -> Void) {
    self.send = Locked(send)
  }

  deinit {
    callAsFunction(.failure(.failed("There was no answer.")))
  }

  /// Sends the answer, from any thread.
  func callAsFunction(_ answer: Answer) {
    let send = self.send.withLock { send in
      defer { send = nil }
      return send
    }
    send?(answer)
  }

  /// Answers without values.
  func done() { callAsFunction(.success([])) }
}

extension DBusObject {
  /// Answers a call, or passes it to the handler. Calls that the interfaces don't allow never reach
  /// the handler.
  func answer(_ call: DBusCall, reply: DBusReply) {
    switch call.interface {
    case DBusNames.properties:
      reply(answerProperties(call))
    case DBusNames.introspectable where call.method == "Introspect":
      reply(.success([.string(DBusInterface.introspection(of: interfaces))]))
    case let name?:
      guard let interface = interfaces.first(where: { $0.name == name }) else {
        return reply(.failure(.unknownInterface(name)))
      }
      pass(call, to: interface, reply)
    case nil:
      guard let interface = interfaces.first(where: { $0.method(call.method) != nil }) else {
        return reply(.failure(.unknownMethod(call.method)))
      }
      pass(call, to: interface, reply)
    }
  }

  private func pass(_ call: DBusCall, to interface: DBusInterface, _ reply: DBusReply) {
    guard let method = interface.method(call.method) else {
      return reply(.failure(.unknownMethod(call.method)))
    }
    guard call.signature == method.signature else {
      return reply(.failure(.wrongTypes(method.name, method.signature)))
    }
    var named = call
    named.interface = interface.name
    handler.call(named, reply: reply)
  }

  private func answerProperties(_ call: DBusCall) -> DBusReply.Answer {
    let methods = DBusInterface.standard[0]
    guard let method = methods.method(call.method) else {
      return .failure(.unknownMethod(call.method))
    }
    guard call.signature == method.signature, let name = call.arguments.first?.string else {
      return .failure(.wrongTypes(method.name, method.signature))
    }
    guard let interface = interfaces.first(where: { $0.name == name }) else {
      // `GetAll` of an interface without properties.
      let isStandard = DBusInterface.standard.contains { $0.name == name }
      return isStandard && call.arguments.count == 1
        ? .success([.properties([:])]) : .failure(.unknownInterface(name))
    }
    guard call.arguments.count > 1 else {
      return .success([.properties(handler.values(in: interface.name))])
    }
    return Result { () throws(DBusError) in try access(interface, call.arguments) }
  }

  /// Gets or sets one property.
  private func access(
    _ interface: DBusInterface,
    _ arguments: [DBusValue]
  ) throws(DBusError) -> [DBusValue] {
    let name = arguments[1].string ?? ""
    guard let property = interface.property(name) else { throw .unknownProperty(name) }
    guard arguments.count > 2 else {
      guard let value = handler.value(of: name, in: interface.name) else {
        throw .unknownProperty(name)
      }
      return [.variant(value)]
    }
    guard property.isWritable else { throw .readOnly(name) }
    guard case .variant(let value) = arguments[2], value.signature == property.signature else {
      throw .wrongTypes(name, property.signature)
    }
    try handler.set(name, in: interface.name, to: value)
    return []
  }
}

extension DBusError {
  static func wrongTypes(_ name: String, _ signature: String) -> DBusError {
    .invalidArguments("\(name) takes “\(signature)”.")
  }
}
