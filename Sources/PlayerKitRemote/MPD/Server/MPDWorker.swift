import PlayerKitSystem
import Foundation
import PlayerKit
import PlayerKitWebServer

/// The work of a server's thread: waits for sockets and messages, and serves clients in turn.
final class MPDWorker {
  /// The limits of a client's turn in actions and time. A single command may move a million
  /// entries.
  private static let mostActions = 200
  private static let longestTurn = Duration.milliseconds(20)
  /// The maximum number of clients of one address that have not sent the password.
  private static let maximumUnauthorized = 8

  private let configuration: MPDServer.Configuration
  private let listeners: [MPDListener]
  private let loop: MPDLoop
  private let interpreter: MPDInterpreter
  private var connections: [Int: MPDConnection] = [:]
  private var serial = 0
  private var buffer = [UInt8](repeating: 0, count: 16 << 10)
  /// The clients with more work to do immediately.
  private var busy: Set<Int> = []
  /// The time until which no clients are accepted, because too many files are open.
  private var isFullUntil: SuspendingClock.Instant?
  private let clock = SuspendingClock()

  init(
    _ context: RemoteContext,
    _ configuration: MPDServer.Configuration,
    _ listeners: [MPDListener],
    _ loop: MPDLoop
  ) {
    self.configuration = configuration
    self.listeners = listeners
    self.loop = loop
    interpreter = MPDInterpreter(context, configuration) { [weak loop] in
      loop?.send(.announce($0))
    }
  }

  /// Serves clients until the server stops.
  func run() {
    while let messages = loop.take() {
      for message in messages { receive(message) }
      let turn = busy
      busy = []
      for id in turn { advance(id) }
      tell()
      wait()
    }
    for listener in listeners { listener.close() }
    for id in Array(connections.keys) { close(id) }
  }

  // MARK: - Waiting

  private func wait() {
    let now = clock.now
    let all = connections.values.sorted { $0.id < $1.id }
    let takesClients = isFullUntil.map { $0 <= now } ?? true
    var polls = [pollfd(fd: loop.wakeDescriptor, events: Int16(POLLIN), revents: 0)]
    for listener in listeners {
      polls.append(
        pollfd(fd: listener.descriptor, events: takesClients ? Int16(POLLIN) : 0, revents: 0)
      )
    }
    for connection in all {
      polls.append(
        pollfd(fd: connection.descriptor, events: connection.interest, revents: 0)
      )
    }
    let deadlines = all.compactMap { $0.deadline(configuration.patience) }
    let next = (deadlines + [takesClients ? nil : isFullUntil].compactMap(\.self)).min()
    let timeout = busy.isEmpty ? next.map { Self.milliseconds(from: now, to: $0) } ?? -1 : 0
    guard poll(&polls, nfds_t(polls.count), timeout) >= 0 else { return }
    if takesClients { isFullUntil = nil }
    for (place, listener) in listeners.enumerated() where polls[1 + place].revents != 0 {
      accept(from: listener)
    }
    // Some may have been closed in favor of new ones.
    for (place, connection) in all.enumerated() where connections[connection.id] != nil {
      served(connection, polls[1 + listeners.count + place].revents)
    }
  }

  private static func milliseconds(
    from now: SuspendingClock.Instant,
    to deadline: SuspendingClock.Instant
  ) -> Int32 {
    let (seconds, attoseconds) = max(.zero, now.duration(to: deadline)).components
    return Int32(
      clamping: min(seconds, 1_000_000) * 1_000 + attoseconds / 1_000_000_000_000_000 + 1
    )
  }

  private func served(_ connection: MPDConnection, _ events: Int16) {
    if connection.deadline(configuration.patience).map({ $0 <= clock.now }) == true {
      return close(connection.id)
    }
    guard events != 0 else { return }
    if events & connection.interest & Int16(POLLIN) != 0 {
      guard receive(from: connection) else { return close(connection.id) }
    } else if events & Int16(POLLERR | POLLHUP | POLLNVAL) != 0 {
      return close(connection.id)
    }
    advance(connection.id)
  }

  // MARK: - Clients

  private func accept(from listener: MPDListener) {
    for _ in 0..<16 {
      guard let descriptor = listener.accept() else {
        if errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM {
          isFullUntil = clock.now + .seconds(1)
        }
        return
      }
      let address = MPDSocket.peer(of: descriptor)
      guard makePlace(for: address) else {
        MPDSocket.close(descriptor)
        continue
      }
      serial += 1
      let connection = MPDConnection(serial, descriptor, now: clock.now)
      connection.session.isAuthorized = !configuration.needsPassword
      connections[serial] = connection
      interpreter.clients[serial] = MPDClient(
        isAuthorized: !configuration.needsPassword,
        address: address
      )
      connection.output.add(MPDSession.greeting)
      advance(serial)
    }
  }

  /// Returns whether another client can be accepted. May close an older one.
  private func makePlace(for address: String) -> Bool {
    let places = ConnectionPlaces(
      maximum: configuration.mostClients,
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
    switch MPDSocket.read(connection.descriptor, into: &buffer) {
    case .ended: return false
    case .nothing: return true
    case .bytes(let count):
      connection.session.received(buffer[..<count])
      // An incomplete line does not extend the time limit, so that a client can't stay by sending a
      // byte a minute.
      if buffer[..<count].contains(UInt8(ascii: "\n")) { connection.lastHeard = clock.now }
      return true
    }
  }

  private func close(_ id: Int) {
    guard let connection = connections.removeValue(forKey: id) else { return }
    connection.task?.cancel()
    MPDSocket.close(connection.descriptor)
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
      while connection.takesActions, actions < Self.mostActions, clock.now < end,
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
      if actions >= Self.mostActions || clock.now >= end || connection.hasHadTurn {
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
