/// One place in a queue. The same track may have several.
public struct QueueEntry: Sendable, Identifiable {
  /// The identity of the place; stays when the entry moves.
  public let id: EntryID
  /// What is played there, and how.
  public let item: QueueItem

  /// What is played there.
  public var track: any Track { item.track }

  /// The part of the track that is played; `nil`: all of it.
  public var clip: Clip? { item.clip }

  /// The playlist that it belongs to; `nil`: none.
  public var section: QueueSection? { item.section }
}

/// Identifies an entry within its queue. Never used again for another one.
public struct EntryID: Hashable, Sendable, CustomStringConvertible {
  let number: UInt64

  /// The identity as text, for logs and scripts.
  public var description: String { String(number) }
}
