import PlayerKit
import PlayerKitSystem

/// A fake network that a test connects and disconnects.
///
/// It only reports whether the network is lost. To make tracks fail, script a ``FakePlayer`` or a
/// ``FakeEngine``.
public final class FakeNetwork: NetworkChecking {
  private let state = Locked((isLost: false, checks: 0))

  /// Makes a connected network.
  public init() {}

  /// Whether the network is lost.
  public var isLost: Bool {
    get { state.withLock { $0.isLost } }
    set { state.withLock { $0.isLost = newValue } }
  }

  /// The number of calls of ``isNetworkLost()``.
  public var checks: Int { state.withLock { $0.checks } }

  /// Returns ``isLost``, immediately.
  public func isNetworkLost() async -> Bool {
    state.withLock { state in
      state.checks += 1
      return state.isLost
    }
  }
}
