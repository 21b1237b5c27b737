import PlayerKitServices
import PlayerKitSystem

/// An outbox that lasts as long as the process. It keeps 10,000 listens and drops the oldest ones
/// beyond that.
public final class MemoryScrobbleOutbox: ScrobbleOutbox {
  private static let most = 10_000

  private struct State {
    var rows: [(service: String, row: WaitingListen)] = []
    var last: Int64 = 0
  }

  private let state = Locked(State())

  /// Makes an empty outbox.
  public init() {}

  /// Stores a listen.
  public func add(_ listen: Listen, for service: String) {
    state.withLock { state in
      state.last += 1
      state.rows.append((service, WaitingListen(number: state.last, listen: listen)))
      if state.rows.count > Self.most { state.rows.removeFirst() }
    }
  }

  /// Returns the oldest waiting listens.
  public func waiting(for service: String, limit: Int) -> [WaitingListen] {
    state.withLock { state in
      Array(state.rows.lazy.filter { $0.service == service }.map(\.row).prefix(max(limit, 0)))
    }
  }

  /// Returns the oldest waiting listens of an account.
  public func waiting(for service: String, account: String?, limit: Int) -> [WaitingListen] {
    state.withLock { state in
      Array(
        state.rows.lazy.filter { $0.service == service && $0.row.isOf(account) }.map(\.row)
          .prefix(max(limit, 0))
      )
    }
  }

  /// Returns the number of waiting listens.
  public func count(for service: String) -> Int {
    state.withLock { state in state.rows.count { $0.service == service } }
  }

  /// Removes listens that were sent.
  public func remove(_ numbers: [Int64]) {
    let numbers = Set(numbers)
    state.withLock { state in state.rows.removeAll { numbers.contains($0.row.number) } }
  }

  /// Removes everything.
  public func erase() { state.withLock { $0.rows = [] } }
}
