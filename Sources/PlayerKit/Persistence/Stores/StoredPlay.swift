import PlayerKitSystem

/// A history record of a queue in a store.
public struct StoredPlay: Sendable, Hashable, Codable, Identifiable {
  /// The number of the record, counted from 0 since the queue was created. Later records have
  /// higher numbers.
  public let id: Int
  /// The played entry, which may no longer be in the queue.
  public let entry: StoredEntry
  /// The reason why it began: the name of a ``TransitionReason``.
  public let reason: String
  /// The wall-clock time at which it began.
  public let date: Date

  /// Creates a record.
  public init(id: Int, entry: StoredEntry, reason: String, date: Date) {
    self.id = id
    self.entry = entry
    self.reason = reason
    self.date = date
  }
}
