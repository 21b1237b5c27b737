/// Distinguishes an unreachable server from a lost network.
public protocol NetworkChecking: Sendable {
  /// Returns whether nothing can be reached now: there is no route, or neither the last requested
  /// server nor another one answers. Called after a failure that may mean this; it may take some
  /// seconds. Returns `false` on an error or in doubt.
  func isNetworkLost() async -> Bool
}
