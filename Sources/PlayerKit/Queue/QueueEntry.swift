import PlayerKitSystem

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

  /// What is known of the track: what was said of it, what was found in its media, and what stands
  /// in for that; see ``QueueItem/metadata``.
  public var metadata: TrackMetadata { item.metadata }
}

/// Identifies an entry. Never used again for another one, in any copy of its queue; an entry of
/// another queue is unknown to this one.
///
/// Its text is a positive decimal number below 2⁶³, as it is written and read by `Codable`, too.
/// Text that is none makes no identity.
public struct EntryID: Hashable, Sendable, Codable, LosslessStringConvertible {
  /// All of it, for a store.
  package let number: UInt64

  package init(number: UInt64) {
    self.number = number
  }

  /// The identity from its text; `nil` where that is none.
  public init?(_ description: String) {
    guard let number = Int64(description), number > 0, String(number) == description else {
      return nil
    }
    self.number = UInt64(number)
  }

  /// Reads the identity as text, since a number of JSON loses digits in other languages.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let id = EntryID(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription: "not an entry's identity"
      )
    }
    self = id
  }

  /// Writes the identity as text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }

  /// The identity as text, for scripts, links and logs.
  public var description: String { String(number) }
}

extension EntryID {
  private static var serialBits: UInt64 { 40 }

  init(scope: UInt64, serial: Int) {
    number = scope << Self.serialBits | UInt64(truncatingIfNeeded: serial)
  }

  /// Which queue gave it.
  var scope: UInt64 { number >> Self.serialBits }

  /// Which of the entries of that queue it is.
  var serial: Int { Int(truncatingIfNeeded: number & (1 << Self.serialBits - 1)) }
}

/// Gives out the serial numbers of entries. The copies of a queue share it, so that none of them
/// gives a number that another one has given.
final class EntrySerials: Sendable {
  private let next: Locked<Int>

  init(from first: Int = 1) {
    next = Locked(first)
  }

  /// The last number that was given.
  var last: Int { next.withLock { $0 - 1 } }

  /// The first of as many numbers in a row.
  func issue(_ count: Int) -> Int {
    next.withLock { next in
      defer { next += count }
      return next
    }
  }
}
