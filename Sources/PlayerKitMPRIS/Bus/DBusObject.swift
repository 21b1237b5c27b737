import PlayerKitSystem

/// An object that others on the bus can call.
struct DBusObject: Sendable {
  let path: String
  let interfaces: [DBusInterface]
  let handler: any DBusObjectHandler
}

/// What stands behind an object. It is called on the bus's thread, one call at a time, with what its
/// interfaces allow: names that exist, and values of the right types.
protocol DBusObjectHandler: Sendable {
  /// The value of a property now.
  func value(of property: String, in interface: String) -> DBusValue?

  /// All properties of an interface, as they are at one moment.
  func values(in interface: String) -> [String: DBusValue]

  /// Sets a property. Only those that are writable.
  func set(_ property: String, in interface: String, to value: DBusValue) throws(DBusError)

  /// Answers a call, now or later.
  func call(_ call: DBusCall, reply: DBusReply)
}

/// The way back to who called. The first answer counts. Without any, an error goes back when it is let
/// go.
final class DBusReply: Sendable {
  typealias Answer = Result<[DBusValue], DBusError>

  private let send: Locked<(@Sendable (Answer) -> Void)?>

  init(_ send: @escaping @Sendable (Answer) -> Void) {
    self.send = Locked(send)
  }

  deinit {
    callAsFunction(.failure(.failed("There was no answer.")))
  }

  /// Answers, from any thread.
  func callAsFunction(_ answer: Answer) {
    let send = self.send.withLock { send in
      defer { send = nil }
      return send
    }
    send?(answer)
  }

  /// Answers with nothing but that it was done.
  func done() { callAsFunction(.success([])) }
}

extension DBusObject {
  /// Answers a call, or has the handler do so. What the interfaces do not allow goes no further.
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
      // `GetAll` of those that have no properties.
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
