/// Tells a server that can't be reached from a network that is gone.
public protocol NetworkChecking: Sendable {
  /// Whether nothing can be reached now: there is no route, or neither the server that was asked
  /// last nor another one answers. It is asked after a failure that may mean this, and may take
  /// some seconds. An error or a doubt is `false`.
  func isNetworkLost() async -> Bool
}
