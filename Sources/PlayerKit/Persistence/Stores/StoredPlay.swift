#if canImport(FoundationEssentials)
  import struct FoundationEssentials.Date
#else
  import struct Foundation.Date
#endif

/// One record of what a queue has played, as a store keeps it.
public struct StoredPlay: Sendable, Hashable, Codable, Identifiable {
  /// Its number, counted from 0 since the queue was made. Later ones have higher numbers.
  public let id: Int
  /// What was played; it may be gone from the queue.
  public let entry: StoredEntry
  /// Why it was begun: the name of a ``TransitionReason``.
  public let reason: String
  /// When.
  public let date: Date

  /// Makes one of its parts.
  public init(id: Int, entry: StoredEntry, reason: String, date: Date) {
    self.id = id
    self.entry = entry
    self.reason = reason
    self.date = date
  }
}
