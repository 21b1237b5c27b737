import PlayerKitSystem

/// The loop of a connection and its work.
///
/// `@unchecked Sendable`: only the loop's thread accesses the properties below the mark.
final class DBusDriver: LoopSource, @unchecked Sendable {
  typealias Command = @Sendable (DBusDriver) -> Void
  typealias Answer = @Sendable (Result<[DBusValue], DBusError>) -> Void

  private struct Subscription {
    let match: DBusMatch
    let handler: @Sendable (DBusSignal) -> Void
    var slot: Int?
  }

  private struct Export {
    let object: DBusObject
    var slot: Int?
  }

  private let loop = EventLoop()
  private let clock = SuspendingClock()
  private let address: DBusAddress
  private let tell: @Sendable (DBusLinkStatus) -> Void

  // MARK: - State of the thread

  private var machine: DBusLinkStateMachine
  private var bus: SDBus?
  /// The number of connections so far.
  private var connection = 0
  private(set) var isReady = false
  var owners: [Int: OwnerWatch] = [:]
  private var retryAt: SuspendingClock.Instant?
  /// Whether there may be more to process without a wait.
  private var isBusy = false
  private var exports: [String: Export] = [:]
  private var subscriptions: [Int: Subscription] = [:]
  private var calls: [Int: Answer] = [:]
  private var serial = 0
  private var names: [String] = []
  private var onNamesChange: @Sendable (String?) -> Void = { _ in }
  /// The number of the last request for names. Answers to earlier requests are ignored.
  private var namesRequest = 0
  private var ownName: String?

  init(
    _ address: DBusAddress,
    _ machine: DBusLinkStateMachine,
    _ tell: @escaping @Sendable (DBusLinkStatus) -> Void
  ) {
    self.address = address
    self.machine = machine
    self.tell = tell
  }

  /// Starts the thread. Call this once.
  func start() {
    post { $0.begin() }
    if !loop.start("PlayerKit.DBus") {
      tell(.down(.failed("The system has no more threads, or files.")))
    }
  }

  /// Closes the connection after all earlier commands. Has no effect the second time.
  func close() { loop.stop() }

  /// Runs a command on the thread, in the order of the calls.
  ///
  /// - Returns: Whether the command will run. `false` after the connection is closed.
  @discardableResult
  func post(_ command: @escaping Command) -> Bool {
    loop.run {
      command(self)
      self.isBusy = true
    }
  }

  /// Like ``post(_:)``, but runs the command immediately if called on this thread, so that it takes
  /// effect before an answer sent there.
  func now(_ command: @escaping Command) {
    if loop.isCurrent { command(self) } else { post(command) }
  }

  // MARK: - Run loop

  private func begin() {
    perform(machine.start())
    loop.add(self)
  }

  var wait: EventLoop.Wait {
    if isBusy { return .immediately }
    return bus?.wait ?? .init(until: retryAt)
  }

  func handle(_ events: EventLoop.Events) {
    if let retryAt, clock.now >= retryAt {
      self.retryAt = nil
      perform(machine.retryDue())
    }
    isBusy = turn()
  }

  func end() {
    // Sends what earlier commands wrote.
    _ = turn()
    perform(machine.close())
    for call in calls.values { call(.failure(.disconnected)) }
    calls = [:]
    // They may retain the owner of the connection.
    (exports, subscriptions, owners, onNamesChange) = ([:], [:], [:], { _ in })
  }

  /// Processes a limited number of messages.
  ///
  /// - Returns: Whether there may be more.
  private func turn() -> Bool {
    for _ in 0..<64 {
      guard let bus else { return false }
      let progress = bus.process()
      if !isReady, let name = bus.uniqueName {
        isReady = true
        perform(machine.ready(as: name))
      }
      switch progress {
      case .some: continue
      case .none: return false
      case .lost(let error):
        perform(machine.lost(error))
        return true
      }
    }
    return true
  }

  private func perform(_ actions: [DBusLinkStateMachine.Action]) {
    for action in actions {
      switch action {
      case .open: open()
      case .release(let error): release(error)
      case .restore: restore()
      case .retry(let delay): retryAt = clock.now.advanced(by: delay)
      case .tell(let status): tell(status)
      }
    }
  }

  private func open() {
    connection += 1
    do throws(DBusError) {
      bus = try SDBus(address)
    } catch {
      perform(machine.lost(error))
    }
  }

  private func release(_ error: DBusError) {
    bus?.close()
    bus = nil
    isReady = false
    for path in exports.keys { exports[path]?.slot = nil }
    for id in subscriptions.keys { subscriptions[id]?.slot = nil }
    owned(nil)
    let waiting = calls
    calls = [:]
    for id in waiting.keys.sorted() { waiting[id]?(.failure(error)) }
    forgetOwners()
  }

  /// Restores objects before names, so that peers who see the name find the objects.
  private func restore() {
    for path in exports.keys { add(path) }
    for id in subscriptions.keys.sorted() { listen(id) }
    askForOwners()
    requestNames()
  }

  // MARK: - Commands

  func export(_ object: DBusObject) {
    withdraw(object.path)
    exports[object.path] = Export(object: object)
    if isReady { add(object.path) }
  }

  func withdraw(_ path: String) {
    if let slot = exports.removeValue(forKey: path)?.slot { bus?.release(slot) }
  }

  private func add(_ path: String) {
    guard let object = exports[path]?.object else { return }
    exports[path]?.slot = try? bus?.addObject(path) { [unowned self] message in
      answer(message, of: object)
    }
  }

  private func answer(_ message: SDBusMessage, of object: DBusObject) -> Bool {
    guard let id = bus?.accept(message) else {
      message.answer(.failure(.limitsExceeded("Too many calls wait for an answer.")))
      return true
    }
    let number = connection
    let reply = DBusReply { [weak self] answer in
      self?.now { $0.answer(id, on: number, answer) }
    }
    do throws(DBusError) {
      object.answer(try message.call(), reply: reply)
    } catch {
      reply(.failure(error))
    }
    return true
  }

  /// Answers a peer's call, unless it came through an earlier connection.
  private func answer(_ id: Int, on number: Int, _ answer: Result<[DBusValue], DBusError>) {
    if number == connection { bus?.answer(id, answer) }
  }

  func subscribe(
    _ id: Int,
    _ match: DBusMatch,
    _ handler: @escaping @Sendable (DBusSignal) -> Void
  ) {
    subscriptions[id] = Subscription(match: match, handler: handler)
    if isReady { listen(id) }
  }

  func unsubscribe(_ id: Int) {
    if let slot = subscriptions.removeValue(forKey: id)?.slot { bus?.release(slot) }
  }

  private func listen(_ id: Int) {
    guard let subscription = subscriptions[id], let rule = subscription.match.rule else { return }
    subscriptions[id]?.slot = try? bus?.addMatch(rule) { message in
      // Ignore signals that are too large.
      guard let signal = try? message.signal() else { return }
      subscription.handler(signal)
    }
  }

  func call(_ call: DBusCall, limit: Duration, _ answer: @escaping Answer) {
    guard let bus, isReady else { return answer(.failure(.disconnected)) }
    serial += 1
    let id = serial
    calls[id] = answer
    do throws(DBusError) {
      try bus.call(call, limit: limit) { [unowned self] result in
        calls.removeValue(forKey: id)?(result)
      }
    } catch {
      calls.removeValue(forKey: id)?(.failure(error))
    }
  }

  func emit(_ signal: DBusSignal) {
    guard let bus, isReady else { return }
    // An error can't be handled here.
    try? bus.send(signal)
  }

  // MARK: - Names

  func own(_ names: [String], _ onChange: @escaping @Sendable (String?) -> Void) {
    if let ownName { bus?.releaseName(ownName) }
    owned(nil)
    self.names = names
    onNamesChange = onChange
    if isReady { requestNames() }
  }

  private func requestNames() {
    namesRequest += 1
    request(names[...], namesRequest)
  }

  private func request(_ names: ArraySlice<String>, _ number: Int) {
    guard number == namesRequest, let bus else { return }
    // All names are taken.
    guard let name = names.first else { return onNamesChange(nil) }
    let next = { [unowned self] in request(names.dropFirst(), number) }
    do throws(DBusError) {
      try bus.requestName(name) { [unowned self] result in
        guard number == namesRequest else {
          if case .success = result { self.bus?.releaseName(name) }
          return
        }
        switch result {
        case .success: owned(name)
        case .failure: next()
        }
      }
    } catch {
      next()
    }
  }

  private func owned(_ name: String?) {
    guard name != ownName else { return }
    ownName = name
    onNamesChange(name)
  }
}
