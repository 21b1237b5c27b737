import PlayerKitSystem

/// The address of a bus.
enum DBusAddress: Sendable, Hashable {
  /// The bus of the user's session, as set in the environment.
  case session
  /// A D-Bus address, such as `unix:path=/run/bus`.
  case at(String)
}

/// A connection to a bus that reconnects automatically. Objects, names and subscriptions are set
/// once and restored on each new connection.
///
/// Every method may be called on any thread and returns immediately. The calls take effect in
/// order. All handlers run on the connection's own thread, one at a time, in the order of the
/// events. They should be fast and must not block. The thread sleeps while nothing happens on the
/// bus. After ``close()``, and after the connection is released, no handlers run, except for
/// our waiting calls, which fail with ``DBusError/disconnected``.
///
/// If there is no bus, no method fails: calls return an error, signals are dropped, and everything
/// else waits.
final class DBusConnection: Sendable {
  private let driver: DBusDriver
  private let subscriptions = Locked(0)
  private let isStarted = Locked(false)

  /// Makes a connection. Call ``start()`` to connect.
  ///
  /// - Parameters:
  ///   - firstDelay: The delay before the first reconnection attempt. It doubles with each further
  ///     one.
  ///   - longestDelay: The maximum delay.
  ///   - onChange: Called with the status on each change.
  init(
    _ address: DBusAddress = .session,
    firstDelay: Duration = .seconds(1),
    longestDelay: Duration = .seconds(60),
    onChange: @escaping @Sendable (DBusLinkStatus) -> Void = { _ in }
  ) {
    let machine = DBusLinkStateMachine(firstDelay: firstDelay, longestDelay: longestDelay)
    driver = DBusDriver(address, machine, onChange)
  }

  deinit { close() }

  /// Starts to connect. Calling it again has no effect.
  func start() {
    let isFirst = isStarted.withLock { isStarted in
      defer { isStarted = true }
      return !isStarted
    }
    if isFirst { driver.start() }
  }

  /// Closes the connection for good and removes its names and objects from the bus. Calling it
  /// again has no effect.
  func close() {
    isStarted.withLock { $0 = true }
    driver.close()
  }

  /// Runs a closure on the connection's thread, after all earlier requests. Has no effect after
  /// ``close()``.
  func perform(_ body: @escaping @Sendable () -> Void) {
    driver.post { _ in body() }
  }

  // MARK: - Serving

  /// Makes an object available to others. Replaces an earlier object at its path.
  func export(_ object: DBusObject) {
    driver.post { $0.export(object) }
  }

  /// Owns the first available of several names. Replaces an earlier name.
  ///
  /// - Parameter onChange: Called with the name. `nil` if the name is lost or all names are taken.
  func own(_ names: [String], onChange: @escaping @Sendable (String?) -> Void = { _ in }) {
    driver.post { $0.own(names, onChange) }
  }

  /// Sends a signal to all listeners. From within a handler it is sent immediately, before the
  /// handler's answer. Has no effect without a bus.
  func emit(_ signal: DBusSignal) {
    driver.now { $0.emit(signal) }
  }

  // MARK: - Calling

  /// Calls a method of a peer.
  ///
  /// - Parameters:
  ///   - limit: The time limit for the answer.
  ///   - answer: Called once with the answer or an error.
  func call(
    _ call: DBusCall,
    limit: Duration = .seconds(5),
    answer: @escaping @Sendable (Result<[DBusValue], DBusError>) -> Void
  ) {
    if !driver.post({ $0.call(call, limit: limit, answer) }) { answer(.failure(.disconnected)) }
  }

  /// Calls a method of a peer and waits for the answer.
  func call(_ call: DBusCall, limit: Duration = .seconds(5)) async throws(DBusError) -> [DBusValue]
  {
    try await withCheckedContinuation { continuation in
      self.call(call, limit: limit) { continuation.resume(returning: $0) }
    }.get()
  }

  /// Subscribes to signals.
  ///
  /// - Returns: The subscription, which ends when it is released.
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

  /// Watches the owner of a name. Reports it as soon as there is a bus, and on each change.
  ///
  /// - Parameter onChange: Called with the unique name of the owner. `nil` if there is no owner or
  ///   the bus is lost.
  /// - Returns: The subscription, which ends when it is released.
  func watchOwner(
    of name: String,
    onChange: @escaping @Sendable (String?) -> Void
  ) -> DBusSubscription {
    let id = newSubscription()
    driver.post { $0.watch(id, name, onChange) }
    return DBusSubscription { [weak driver] in driver?.post { $0.unwatch(id) } }
  }
}

/// A subscription that lasts until it is canceled or released.
final class DBusSubscription: Sendable {
  private let onEnd: @Sendable () -> Void

  init(_ onEnd: @escaping @Sendable () -> Void) { self.onEnd = onEnd }

  deinit { cancel() }

  /// Ends the subscription. A call in progress may still complete. Calling it again has no effect.
  func cancel() { onEnd() }
}
