import PlayerKitSystem

/// The places of a web server's connections. Threads: any.
final class WebPlaces: Sendable {
  /// The maximum number of connections of one address that have not sent the token. A browser opens
  /// six.
  private static let maximumUntrusted = 16

  private struct State {
    var serial = 0
    var connections: [Int: ConnectionPlaces.Connection] = [:]
    var tasks: [Int: Task<Void, Never>] = [:]
  }

  private let rule: ConnectionPlaces
  private let needsSecret: Bool
  private let state = Locked(State())

  init(most: Int, needsSecret: Bool) {
    self.needsSecret = needsSecret
    rule = ConnectionPlaces(maximum: most, maximumUntrusted: Self.maximumUntrusted)
  }

  /// Takes a place for a connection from this address. `nil` if there is none. May close an older
  /// connection.
  func take(for address: String) -> Int? {
    let (place, displaced) = state.withLock { state -> (Int?, Task<Void, Never>?) in
      var displaced: Task<Void, Never>?
      switch rule.decide(for: address, among: Array(state.connections.values)) {
      case .admit: break
      case .refuse: return (nil, nil)
      case .replace(let id):
        state.connections[id] = nil
        displaced = state.tasks.removeValue(forKey: id)
      }
      state.serial += 1
      let connection = ConnectionPlaces.Connection(
        id: state.serial,
        address: address,
        isTrusted: !needsSecret,
        lastUsed: SuspendingClock().now
      )
      state.connections[state.serial] = connection
      return (state.serial, displaced)
    }
    displaced?.cancel()
    return place
  }

  /// Notes a request or message of a connection, and whether it gains trust by it.
  func use(_ place: Int, isTrusted: Bool) {
    let now = SuspendingClock().now
    state.withLock { state in
      if isTrusted { state.connections[place]?.isTrusted = true }
      state.connections[place]?.lastUsed = now
    }
  }

  /// Serves a connection until it ends or is replaced, then frees its place.
  func serve(_ place: Int, _ body: @escaping @Sendable () async -> Void) async {
    let task = Task { await body() }
    let isDisplaced = state.withLock { state in
      if state.connections[place] != nil { state.tasks[place] = task }
      return state.connections[place] == nil
    }
    if isDisplaced { task.cancel() }
    await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
    state.withLock { state in
      state.connections[place] = nil
      state.tasks[place] = nil
    }
  }
}
