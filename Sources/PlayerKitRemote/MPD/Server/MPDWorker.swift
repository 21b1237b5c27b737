import PlayerKit
import PlayerKitSystem
import PlayerKitWebServer

/// The work of a server's thread: waits for sockets and messages, and serves clients in turn.
final class MPDWorker: LoopSource {
  /// The limits of a client's turn in actions and time. A single command may move a million
  /// entries.
  private static let maximumActions = 200
  private static let longestTurn = Duration.milliseconds(20)
  /// The maximum number of clients of one address that have not sent the password.
  private static let maximumUnauthorized = 8

  private let configuration: MPDServer.Configuration
  /// Weak, because the loop keeps the worker.
  private weak var loop: MPDLoop?
  private weak var eventLoop: EventLoop?
  private let interpreter: MPDInterpreter
  private var connections: [Int: MPDConnection] = [:]
  private var serial = 0
  private var buffer = [UInt8](repeating: 0, count: 16 << 10)
  /// The clients with more work to do immediately.
  private var busy: Set<Int> = []
  private let clock = SuspendingClock()

  init(
    _ context: RemoteContext,
    _ configuration: MPDServer.Configuration,
    _ loop: MPDLoop
  ) {
    self.configuration = configuration
    self.loop = loop
    interpreter = MPDInterpreter(context, configuration) { [weak loop] in
      loop?.send(.announce($0))
    }
  }

  /// Serves clients until the loop ends.
  func start(_ listeners: [SocketListener], on eventLoop: EventLoop) {
    self.eventLoop = eventLoop
    eventLoop.add(self)
    for listener in listeners {
      listener.start(on: eventLoop) { [weak self] in self?.accept($0) }
    }
  }

  /// The time limit for silent clients.
  var timeout: Duration { configuration.timeout }

  // MARK: - Turns

  var wait: EventLoop.Wait {
    let hasWork = !busy.isEmpty || !interpreter.changes.isEmpty || loop?.hasMessages == true
    return hasWork ? .immediately : .none
  }

  func handle(_ events: EventLoop.Events) {
    for message in loop?.take() ?? [] { receive(message) }
    let turn = busy
    busy = []
    for id in turn { advance(id) }
    tell()
  }

  func end() {
    for id in Array(connections.keys) { close(id) }
  }

  /// Serves a client after an event, or after its time limit.
  func serve(_ connection: MPDConnection, reads: Bool, hasFailed: Bool) {
    if connection.deadline(timeout).map({ $0 <= clock.now }) == true {
      return close(connection.id)
    }
    if reads {
      guard receive(from: connection) else { return close(connection.id) }
    } else if hasFailed {
      return close(connection.id)
    }
    advance(connection.id)
  }

  // MARK: - Clients

  private func accept(_ descriptor: CInt) {
    let address = StreamAddress(peerOf: descriptor)?.network ?? ""
    guard makePlace(for: address) else { return Descriptor.close(descriptor) }
    serial += 1
    let connection = MPDConnection(serial, descriptor, now: clock.now)
    connection.worker = self
    connection.session.isAuthorized = !configuration.needsPassword
    connections[serial] = connection
    interpreter.clients[serial] = MPDClient(
      isAuthorized: !configuration.needsPassword,
      address: address
    )
    eventLoop?.add(connection)
    connection.output.add(MPDSession.greeting)
    advance(serial)
  }

  /// Returns whether another client can be accepted. May close an older one.
  private func makePlace(for address: String) -> Bool {
    let places = ConnectionPlaces(
      maximum: configuration.maximumClients,
      maximumUntrusted: Self.maximumUnauthorized
    )
    let now = clock.now
    let clients = connections.values.compactMap { connection in
      interpreter.clients[connection.id].map { client in
        ConnectionPlaces.Connection(
          id: connection.id,
          address: client.address,
          isTrusted: client.isAuthorized,
          lastUsed: connection.isBusy ? now : connection.lastHeard
        )
      }
    }
    switch places.decide(for: address, among: clients) {
    case .admit: return true
    case .refuse: return false
    case .replace(let id):
      close(id)
      return true
    }
  }

  /// Reads from a client. Returns whether it is still connected.
  private func receive(from connection: MPDConnection) -> Bool {
    switch Descriptor.read(connection.descriptor, into: &buffer) {
    case .ended, .failed: return false
    case .notNow: return true
    case .bytes(let count):
      connection.session.received(buffer[..<count])
      // An incomplete line does not extend the time limit, so that a client can't stay by sending a
      // byte a minute.
      if buffer[..<count].contains(UInt8(ascii: "\n")) { connection.lastHeard = clock.now }
      return true
    }
  }

  func close(_ id: Int) {
    guard let connection = connections.removeValue(forKey: id) else { return }
    connection.task?.cancel()
    eventLoop?.remove(connection)
    Descriptor.close(connection.descriptor)
    let client = interpreter.clients.removeValue(forKey: id)
    if client?.channels.isEmpty == false { interpreter.changes.append((nil, .subscription)) }
    busy.remove(id)
  }

  // MARK: - Serving

  /// Performs a client's pending actions and sends its output.
  private func advance(_ id: Int) {
    guard let connection = connections[id] else { return }
    var actions = 0
    connection.beginTurn()
    let end = clock.now + Self.longestTurn
    repeat {
      while connection.takesActions, actions < Self.maximumActions, clock.now < end,
        let action = connection.session.next()
      {
        actions += 1
        switch action {
        case .write(let text): connection.output.add(text)
        case .run(let line): run(line, connection)
        case .finish: connection.isLeaving = true
        case .close: return close(id)
        }
      }
      guard connection.flush(now: clock.now) else { return close(id) }
      if connection.isLeaving, connection.output.isEmpty { return close(id) }
      if actions >= Self.maximumActions || clock.now >= end || connection.hasHadTurn {
        busy.insert(id)
        return
      }
    } while connection.takesActions && connection.session.hasMore
  }

  private func run(_ line: MPDLine, _ connection: MPDConnection) {
    do throws(MPDError) {
      let result = try interpreter.run(line, for: connection.id)
      connection.session.isAuthorized = interpreter.clients[connection.id]?.isAuthorized ?? false
      switch result {
      case .answer(let answer): finish(.success(answer), connection)
      case .waits(let subsystems): connection.session.ran(.waits(subsystems))
      case .leaves: connection.session.ran(.leaves)
      case .later(let work): begin(work, connection)
      case .delayed(let instant): delay(line, until: instant, connection)
      }
    } catch {
      connection.session.ran(.failed(error))
    }
  }

  private func begin(
    _ work: @escaping @Sendable () async throws -> MPDAnswer,
    _ connection: MPDConnection
  ) {
    let id = connection.id
    connection.task = Task { [weak loop] in
      let result: Result<MPDAnswer, MPDError>
      do {
        result = .success(try await work())
      } catch let error as MPDError {
        result = .failure(error)
      } catch let error as PlayerError {
        result = .failure(MPDError(.system, error.message))
      } catch is QueueError {
        result = .failure(.badIndex)
      } catch {
        result = .failure(MPDError(.system, "It could not be done"))
      }
      loop?.send(.answered(client: id, result))
    }
  }

  private func delay(_ line: MPDLine, until instant: MonotonicInstant, _ connection: MPDConnection)
  {
    connection.delayed = line
    let id = connection.id
    _ = configuration.clock.schedule(at: instant) { [weak loop] in loop?.send(.due(client: id)) }
  }

  private func finish(_ result: Result<MPDAnswer, MPDError>, _ connection: MPDConnection) {
    switch result {
    case .success(let answer):
      connection.output.add(answer)
      connection.session.ran(.done)
    case .failure(let error):
      connection.session.ran(.failed(error))
    }
  }

  // MARK: - Messages

  private func receive(_ message: MPDLoop.Message) {
    switch message {
    case .event(let event): tell(interpreter.receive(event))
    case .fellBehind: tell(interpreter.fellBehind())
    case .announce(let subsystems): tell(subsystems)
    case .due(let id):
      guard let connection = connections[id], let line = connection.delayed else { return }
      connection.delayed = nil
      connection.lastHeard = clock.now
      run(line, connection)
      busy.insert(id)
    case .answered(let id, let result):
      guard let connection = connections[id] else { return }
      connection.task = nil
      connection.lastHeard = clock.now
      finish(result, connection)
      busy.insert(id)
    }
  }

  /// Notifies clients of changes by commands of others.
  private func tell() {
    while !interpreter.changes.isEmpty {
      let changes = interpreter.changes
      interpreter.changes = []
      for change in changes {
        if let client = change.client {
          tell(change.what, connections[client])
        } else {
          tell(change.what)
        }
      }
    }
  }

  private func tell(_ subsystems: MPDSubsystems) {
    guard !subsystems.isEmpty else { return }
    for connection in connections.values { tell(subsystems, connection) }
  }

  private func tell(_ subsystems: MPDSubsystems, _ connection: MPDConnection?) {
    guard let connection else { return }
    connection.session.changed(subsystems)
    if connection.session.hasMore {
      connection.lastHeard = clock.now
      busy.insert(connection.id)
    }
  }
}

extension StreamAddress {
  /// The IPv4 address of a client, or the network of an IPv6 address, since a host there has many
  /// addresses.
  fileprivate var network: String? {
    guard let bytes = ip?.bytes else { return nil }
    guard bytes.count == 16 else { return bytes.map(String.init).joined(separator: ".") }
    return stride(from: 0, to: 8, by: 2)
      .map { String(UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]), radix: 16) }
      .joined(separator: ":") + "::/64"
  }
}
