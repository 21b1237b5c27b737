import PlayerKit
import PlayerKitSystem

/// Connects the queue with the bus: asks the state machine, then sends signals and carries out
/// orders.
///
/// Everything runs on the connection's thread, except the observer calls of the queue.
final class MPRISBridge: DBusObjectHandler, QueuePlayerObserver {
  private struct State {
    /// `nil` if there is no bus, so nothing has been reported.
    var machine: MPRISStateMachine?
    /// Whether the queue has changed and an update is scheduled.
    var isDue = false
    /// The number of addresses being looked up.
    var searches = 0
  }

  /// The actions that the app permits, and its callbacks.
  struct App: Sendable {
    var root: [String: DBusValue]
    var permissions: MPRISStateMachine.Permissions
    var raise: @Sendable () -> Void
    var quit: @Sendable () -> Void
  }

  private static let maximumSearches = 4

  private let queue: QueuePlayer
  private let items: (any RemoteItemReading)?
  private let artwork: MPRISArtwork?
  private let app: App
  private let clock: any PlaybackClock
  private let emit: @Sendable (DBusSignal) -> Void
  private let perform: @Sendable (@escaping @Sendable () -> Void) -> Void
  private let state = Locked(State())

  /// - Parameters:
  ///   - clock: The queue's clock.
  ///   - emit: Sends a signal.
  ///   - perform: Runs a closure on the connection's thread.
  init(
    queue: QueuePlayer,
    items: (any RemoteItemReading)?,
    artwork: MPRISArtwork?,
    app: App,
    clock: any PlaybackClock,
    emit: @escaping @Sendable (DBusSignal) -> Void,
    perform: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void
  ) {
    self.queue = queue
    self.items = items
    self.artwork = artwork
    self.app = app
    self.clock = clock
    self.emit = emit
    self.perform = perform
  }

  // MARK: - Events

  func queuePlayer(_ queue: QueuePlayer, didFinishTurn events: [QueuePlayerEvent]) { changed() }

  /// Schedules one update for all changes until it runs.
  private func changed() {
    let isNew = state.withLock { state in
      defer { state.isDue = true }
      return !state.isDue
    }
    if isNew { perform { [weak self] in self?.tell() } }
  }

  /// Handles that the bus connected or disconnected.
  func linkChanged(_ status: DBusLinkStatus) {
    let isUp = if case .up = status { true } else { false }
    let (snapshot, now) = look()
    state.withLock { state in
      state.machine =
        isUp ? MPRISStateMachine(snapshot, permissions: app.permissions, at: now) : nil
    }
    if isUp { fetchArtwork() }
  }

  /// Reports the changes.
  private func tell() {
    state.withLock { $0.isDue = false }
    let (snapshot, now) = look()
    let signals = state.withLock { $0.machine?.update(snapshot, at: now) } ?? []
    for signal in signals { emit(signal) }
    fetchArtwork()
  }

  private func look() -> (MPRISSnapshot, MonotonicInstant) {
    let status = queue.status
    let now = clock.now
    let snapshot = MPRISSnapshot(status, at: now) { artwork?.address(of: $0.metadata.artwork) }
    return (snapshot, now)
  }

  private func fetchArtwork() {
    guard state.withLock({ $0.machine != nil }) else { return }
    artwork?.want(queue.entries.currentEntry?.metadata.artwork) { [weak self] in self?.changed() }
  }

  // MARK: - Requests

  func value(of property: String, in interface: String) -> DBusValue? {
    values(in: interface)[property]
  }

  func values(in interface: String) -> [String: DBusValue] {
    if interface == MPRIS.root { return app.root }
    // So that the answer agrees with the reported state.
    tell()
    return state.withLock { state in
      guard let machine = state.machine else { return [:] }
      return interface == MPRIS.player
        ? machine.properties() : machine.trackListProperties()
    }
  }

  func set(_ property: String, in interface: String, to value: DBusValue) throws(DBusError) {
    let command = try MPRISCommand(setting: property, to: value)
    for order in try orders(for: command) { obey(order) }
    tell()
  }

  func call(_ call: DBusCall, reply: DBusReply) {
    do throws(DBusError) {
      let command = try MPRISCommand(call)
      let orders = try orders(for: command)
      for order in orders where order.isAnsweredLater {
        return answerLater(order, reply)
      }
      for order in orders { obey(order) }
      tell()
      reply.done()
      for order in orders where order == .quit { app.quit() }
    } catch {
      reply(.failure(error))
    }
  }

  private func orders(
    for command: MPRISCommand
  ) throws(DBusError) -> [MPRISStateMachine.Order] {
    // The command refers to the current position.
    tell()
    guard let machine = state.withLock(\.machine) else { throw .disconnected }
    return try machine.orders(for: command)
  }

  private func obey(_ order: MPRISStateMachine.Order) {
    switch order {
    // The entry may have been removed meanwhile.
    case .command(let command): try? queue.perform(command)
    case .raise: app.raise()
    case .quit, .add, .open, .tellMetadata: break
    }
  }

  // MARK: - Later answers

  private func answerLater(_ order: MPRISStateMachine.Order, _ reply: DBusReply) {
    switch order {
    case .tellMetadata(let ids):
      let entries = queue.entries
      let metadata = ids.compactMap { entries[$0] }.map { entry in
        let address = artwork?.address(of: entry.metadata.artwork)
        return DBusValue.properties(MPRISMetadata(entry, artwork: address).values)
      }
      reply(.success([.array(of: "a{sv}", metadata)]))
    case .open(let item):
      search(item, reply) { [queue] items in
        let entries = queue.playNext(items)
        if let first = entries.first { try? queue.play(first) }
      }
    case .add(let item, let place, let isCurrent):
      search(item, reply) { [queue] items in
        let entries = queue.add(items, at: place)
        if isCurrent, let first = entries.first { try? queue.play(first) }
      }
    default: break
    }
  }

  /// Looks up an address, and answers after its items are in the queue.
  private func search(
    _ item: String,
    _ reply: DBusReply,
    _ use: @escaping @Sendable ([QueueItem]) -> Void
  ) {
    guard let items else {
      return reply(.failure(.notSupported("No tracks can be added.")))
    }
    let isTaken = state.withLock { state in
      guard state.searches < Self.maximumSearches else { return false }
      state.searches += 1
      return true
    }
    guard isTaken else {
      return reply(.failure(.limitsExceeded("Too many addresses are being looked up.")))
    }
    Task { [self] in
      let result: Result<[QueueItem], PlayerError>
      do throws(PlayerError) {
        result = .success(try await items.items(for: item))
      } catch {
        result = .failure(error)
      }
      state.withLock { $0.searches -= 1 }
      perform { [self] in
        switch result {
        case .success(let found):
          guard queue.entries.count + found.count <= RemoteCommand.maximumEntries else {
            return reply(.failure(.limitsExceeded("The queue is full.")))
          }
          use(found)
          tell()
          reply.done()
        case .failure(let error):
          reply(.failure(DBusError(error)))
        }
      }
    }
  }
}

extension MPRISStateMachine.Order {
  fileprivate var isAnsweredLater: Bool {
    switch self {
    case .add, .open, .tellMetadata: true
    case .command, .raise, .quit: false
    }
  }
}

extension QueuePlayer {
  fileprivate func add(_ items: [QueueItem], at place: MPRISCommand.Place) -> [EntryID] {
    let index: Int
    switch place {
    case .start: index = 0
    case .behind(let entry):
      guard let entry, let place = entries.index(of: entry) else { return append(items) }
      index = place + 1
    }
    // The queue may be shorter meanwhile.
    return (try? insert(items, at: index)) ?? append(items)
  }
}

extension DBusError {
  /// Makes the error of a failed look-up. The message contains no secret.
  init(_ error: PlayerError) {
    switch error.code {
    case .blockedURL: self = .accessDenied(error.message)
    case .invalidItem: self = .invalidArguments(error.message)
    default: self = .failed(error.message)
    }
  }
}
