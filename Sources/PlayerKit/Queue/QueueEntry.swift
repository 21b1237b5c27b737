/// One place in a queue. The same track may have several.
public struct QueueEntry: Sendable, Identifiable {
  /// The identity of the place; stays when the entry moves.
  public let id: EntryID
  /// What is played there.
  public let track: any Track
}

/// Identifies an entry within its queue. Never used again for another one.
public struct EntryID: Hashable, Sendable, CustomStringConvertible {
  let number: UInt64

  /// The identity as text, for logs and scripts.
  public var description: String { String(number) }
}
