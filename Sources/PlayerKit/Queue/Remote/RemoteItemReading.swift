/// Reads items that a remote control names, such as `RemoteItemReader` of `PlayerKitServices`.
public protocol RemoteItemReading: Sendable {
  /// Returns the entries for an item: a single one, or the contents of a list. May be called on any
  /// thread, several times at once.
  ///
  /// - Throws: ``PlayerError/Code/blockedURL`` if the item is not allowed,
  ///   ``PlayerError/Code/invalidItem`` if it names nothing; the error of a service if it fails.
  func items(for item: String) async throws(PlayerError) -> [QueueItem]
}

/// The bounds of what a remote control may do.
package enum RemoteLimits {
  /// How many entries a remote control may fill a queue with. The app itself may add more.
  package static let maximumEntries = 1 << 18
}
