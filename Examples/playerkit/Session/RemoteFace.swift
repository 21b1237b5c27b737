import PlayerKit
import PlayerKitMedia
import PlayerKitRemote

/// A remote control of the queue: the desktop, a network protocol, or a web page.
protocol RemoteFace: Sendable {
  /// The addresses, with the name of the protocol, or `nil` if the user need not know any.
  var addresses: (name: String, addresses: [String])? { get }

  /// Closes the remote control. Returns when it can no longer reach the queue.
  func close() async
}

extension RemoteFace {
  /// Returns `nil`, because the user need not know any address.
  var addresses: (name: String, addresses: [String])? { nil }
}

/// Starts a remote control for a queue. A fatal error ends the command. Other problems are reported
/// as notices.
typealias RemoteStart =
  @Sendable (RemoteContext, _ notice: @escaping @Sendable (String) -> Void)
  async throws(PlayerError)
  -> any RemoteFace
