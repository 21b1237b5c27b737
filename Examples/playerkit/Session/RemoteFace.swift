import PlayerKitMedia
import PlayerKit
import PlayerKitRemote

/// Something that steers the queue from outside while it plays: the desktop, a network protocol, a page.
protocol RemoteFace: Sendable {
  /// Where it can be reached, by the name of what it speaks; `nil`: nobody has to be told.
  var addresses: (name: String, addresses: [String])? { get }

  /// Ends it; returns when nobody outside can reach the queue by it any more.
  func close() async
}

extension RemoteFace {
  /// Nobody has to be told.
  var addresses: (name: String, addresses: [String])? { nil }
}

/// Begins one beside a queue. What keeps it from beginning ends the command; what it can do without, it tells
/// by a notice.
typealias RemoteStart =
  @Sendable (RemoteContext, _ notice: @escaping @Sendable (String) -> Void)
  async throws(PlayerError)
  -> any RemoteFace
