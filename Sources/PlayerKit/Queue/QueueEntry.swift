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

/// Identifies an entry within its queue. Never used again for another one; one of another queue is
/// unknown to this one.
public struct EntryID: Hashable, Sendable, CustomStringConvertible {
  /// All of it, for a store.
  package let number: UInt64

  package init(number: UInt64) {
    self.number = number
  }

  /// The identity as text, for logs and scripts; tells entries of one queue apart.
  public var description: String { String(serial) }
}

extension EntryID {
  private static var serialBits: UInt64 { 40 }

  init(scope: UInt64, serial: Int) {
    number = scope << Self.serialBits | UInt64(truncatingIfNeeded: serial)
  }

  /// Which queue gave it.
  var scope: UInt64 { number >> Self.serialBits }

  /// The count of the entries that this queue had given then.
  var serial: Int { Int(truncatingIfNeeded: number & (1 << Self.serialBits - 1)) }
}
