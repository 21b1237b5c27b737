import PlayerKitSystem

/// An outbox that lasts as long as the process. It keeps 10,000 listens; of more, the oldest are dropped.
public final class MemoryScrobbleOutbox: ScrobbleOutbox {
  private static let most = 10_000

  private struct State {
    var rows: [(service: String, row: WaitingListen)] = []
    var last: Int64 = 0
  }

  private let state = Locked(State())

  /// Makes an empty one.
  public init() {}

  /// Keeps a listen.
  public func add(_ listen: Listen, for service: String) {
    state.withLock { state in
      state.last += 1
      state.rows.append((service, WaitingListen(number: state.last, listen: listen)))
      if state.rows.count > Self.most { state.rows.removeFirst() }
    }
  }

  /// The oldest listens that wait.
  public func waiting(for service: String, limit: Int) -> [WaitingListen] {
    state.withLock { state in
      Array(state.rows.lazy.filter { $0.service == service }.map(\.row).prefix(max(limit, 0)))
    }
  }

  /// The oldest listens of an account that wait.
  public func waiting(for service: String, account: String?, limit: Int) -> [WaitingListen] {
    state.withLock { state in
      Array(
        state.rows.lazy.filter { $0.service == service && $0.row.isOf(account) }.map(\.row)
          .prefix(max(limit, 0))
      )
    }
  }

  /// How many wait.
  public func count(for service: String) -> Int {
    state.withLock { state in state.rows.count { $0.service == service } }
  }

  /// Takes out what was told.
  public func remove(_ numbers: [Int64]) {
    let numbers = Set(numbers)
    state.withLock { state in state.rows.removeAll { numbers.contains($0.row.number) } }
  }

  /// Takes out everything.
  public func erase() { state.withLock { $0.rows = [] } }
}
