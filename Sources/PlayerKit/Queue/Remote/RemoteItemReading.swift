/// Makes entries of what a remote control names, such as `RemoteItemReader` of `PlayerKitServices`.
public protocol RemoteItemReading: Sendable {
  /// What an item stands for: one entry, or those inside. Any thread, several at once.
  ///
  /// - Throws: ``PlayerError/Code/blockedURL`` for what must not be named,
  ///   ``PlayerError/Code/invalidItem`` for what names nothing; what a service fails with.
  func items(for item: String) async throws(PlayerError) -> [QueueItem]
}

/// The bounds of what a remote control may do.
package enum RemoteLimits {
  /// How many entries a remote control may fill a queue with. The app itself may add more.
  package static let maximumEntries = 1 << 18
}
