import PlayerKitSystem
import PlayerKit

/// A network that is there or gone as a test says.
///
/// It only answers whether the network is gone: have tracks fail by the script of a ``FakePlayer`` or ``FakeEngine``.
public final class FakeNetwork: NetworkChecking {
  private let state = Locked((isLost: false, checks: 0))

  /// Makes a network that is there.
  public init() {}

  /// Whether it is gone.
  public var isLost: Bool {
    get { state.withLock { $0.isLost } }
    set { state.withLock { $0.isLost = newValue } }
  }

  /// How often it was asked.
  public var checks: Int { state.withLock { $0.checks } }

  /// Answers at once.
  public func isNetworkLost() async -> Bool {
    state.withLock { state in
      state.checks += 1
      return state.isLost
    }
  }
}
