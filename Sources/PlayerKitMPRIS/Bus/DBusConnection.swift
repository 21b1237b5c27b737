import PlayerKitSystem

/// Where a bus is.
enum DBusAddress: Sendable, Hashable {
  /// That of the user's session, as the environment says.
  case session
  /// As D-Bus writes addresses, such as `unix:path=/run/bus`.
  case at(String)
}

/// A connection to a bus that comes back by itself. What is wanted of it is said once: objects, names
/// and subscriptions are put back on each new connection.
///
/// Every method may be called on any thread, and returns at once. They take effect in the order of the
/// calls. All handlers are called on the connection's own thread, one at a time, in the order in which
/// things happened: they should be quick, and must not wait. Nothing wakes that thread where nothing
/// happens on the bus. After ``close()``, and when the connection is let go, nothing is called any more,
/// but for calls of ours that wait: they fail as ``DBusError/disconnected``.
///
/// No method fails where there is no bus: calls fail, signals are left out, and the rest waits.
final class DBusConnection: Sendable {
  private let driver: DBusDriver
  private let subscriptions = Locked(0)
  private let isStarted = Locked(false)

  /// Makes a connection; ``start()`` begins it.
  ///
  /// - Parameters:
  ///   - firstDelay: how long after a loss it is tried again; then twice as long each time.
  ///   - longestDelay: the longest such time.
  ///   - told: how it stands, on each change.
  init(
    _ address: DBusAddress = .session,
    firstDelay: Duration = .seconds(1),
    longestDelay: Duration = .seconds(60),
    told: @escaping @Sendable (DBusLinkStatus) -> Void = { _ in }
  ) {
    let machine = DBusLinkStateMachine(firstDelay: firstDelay, longestDelay: longestDelay)
    driver = DBusDriver(address, machine, told)
  }

  deinit { close() }

  /// Begins to connect. Called again: no effect.
  func start() {
    let isFirst = isStarted.withLock { isStarted in
      defer { isStarted = true }
      return !isStarted
    }
    if isFirst { driver.start() }
  }

  /// Ends it for good: names and objects vanish from the bus. Called again: no effect.
  func close() {
    driver.post { $0.close() }
  }

  /// Has something done on the connection's thread, behind all that was asked for before. After the end it is
  /// not done.
  func perform(_ body: @escaping @Sendable () -> Void) {
    driver.post { _ in body() }
  }

  // MARK: - Serving

  /// Has others call an object, in place of an earlier one at its path.
  func export(_ object: DBusObject) {
    driver.post { $0.export(object) }
  }

  /// Takes an object back.
  func withdraw(_ path: String) {
    driver.post { $0.withdraw(path) }
  }

  /// Owns the first free one of some names, in place of an earlier name.
  ///
  /// - Parameter told: which one it is; `nil`: none any more, or all are taken.
  func own(_ names: [String], told: @escaping @Sendable (String?) -> Void = { _ in }) {
    driver.post { $0.own(names, told) }
  }

  /// Sends a signal to all who listen; from inside of a handler at once, before what that answers. Without a
  /// bus: no effect.
  func emit(_ signal: DBusSignal) {
    driver.now { $0.emit(signal) }
  }

  // MARK: - Calling

  /// Calls a method of somebody.
  ///
  /// - Parameters:
  ///   - limit: how long the answer may take.
  ///   - answer: is called once: with the answer, or an error.
  func call(
    _ call: DBusCall,
    limit: Duration = .seconds(5),
    answer: @escaping @Sendable (Result<[DBusValue], DBusError>) -> Void
  ) {
    if !driver.post({ $0.call(call, limit: limit, answer) }) { answer(.failure(.disconnected)) }
  }

  /// Calls a method of somebody, and waits for the answer.
  func call(_ call: DBusCall, limit: Duration = .seconds(5)) async throws(DBusError) -> [DBusValue]
  {
    try await withCheckedContinuation { continuation in
      self.call(call, limit: limit) { continuation.resume(returning: $0) }
    }.get()
  }

  /// Hears signals from now on.
  ///
  /// - Returns: what keeps it hearing.
  func subscribe(
    _ match: DBusMatch,
    handler: @escaping @Sendable (DBusSignal) -> Void
  ) -> DBusSubscription {
    let id = newSubscription()
    driver.post { $0.subscribe(id, match, handler) }
    return DBusSubscription { [weak driver] in driver?.post { $0.unsubscribe(id) } }
  }

  private func newSubscription() -> Int {
    subscriptions.withLock { last in
      last += 1
      return last
    }
  }

  /// Follows who has a name: tells it at first, as soon as there is a bus, and on each change.
  ///
  /// - Parameter told: the unique name of the owner; `nil`: nobody has it, or there is no bus any more.
  /// - Returns: what keeps it following.
  func watchOwner(
    of name: String,
    told: @escaping @Sendable (String?) -> Void
  ) -> DBusSubscription {
    let id = newSubscription()
    driver.post { $0.watch(id, name, told) }
    return DBusSubscription { [weak driver] in driver?.post { $0.unwatch(id) } }
  }
}

/// Keeps a subscription until it is cancelled, or let go.
final class DBusSubscription: Sendable {
  private let onEnd: @Sendable () -> Void

  init(_ onEnd: @escaping @Sendable () -> Void) { self.onEnd = onEnd }

  deinit { cancel() }

  /// Ends it. A call under way may still end. Called again: no effect.
  func cancel() { onEnd() }
}

extension DBusConnection {
  /// The value of somebody's property.
  func property(
    _ name: String,
    of interface: String,
    at path: String,
    peer: String,
    limit: Duration = .seconds(5)
  ) async throws(DBusError) -> DBusValue {
    let call = DBusCall(
      peer: peer,
      path: path,
      interface: DBusNames.properties,
      method: "Get",
      arguments: [.string(interface), .string(name)]
    )
    guard let value = try await self.call(call, limit: limit).first else {
      throw .invalidArguments("There is no value in the answer.")
    }
    return value.unwrapped
  }

  /// Somebody's properties, out of their variants.
  func properties(
    of interface: String,
    at path: String,
    peer: String,
    limit: Duration = .seconds(5)
  ) async throws(DBusError) -> [String: DBusValue] {
    let call = DBusCall(
      peer: peer,
      path: path,
      interface: DBusNames.properties,
      method: "GetAll",
      arguments: [.string(interface)]
    )
    guard let values = try await self.call(call, limit: limit).first?.properties else {
      throw .invalidArguments("There are no properties in the answer.")
    }
    return values
  }
}
