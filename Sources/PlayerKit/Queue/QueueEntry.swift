import PlayerKitSystem

/// A place in a queue. The same track may have several.
public struct QueueEntry: Sendable, Identifiable {
  /// The identity of the place, which stays when the entry moves.
  public let id: EntryID
  /// The track, and how to play it.
  public let item: QueueItem

  /// The track to play.
  public var track: any Track { item.track }

  /// The part of the track to play; `nil` for the whole track.
  public var clip: Clip? { item.clip }

  /// The playlist that the entry belongs to; `nil` if none.
  public var section: QueueSection? { item.section }

  /// The metadata of the track: stated, found in its media, or placeholders; see
  /// ``QueueItem/metadata``.
  public var metadata: TrackMetadata { item.metadata }
}

/// The identity of an entry. It is never reused for another entry, in any copy of its queue. An
/// entry of another queue is unknown to this one.
///
/// As text, also in `Codable`, it is a positive decimal number below 2⁶³. Other text is rejected.
public struct EntryID: Hashable, Sendable, Codable, LosslessStringConvertible {
  /// The complete number, for stores.
  package let number: UInt64

  package init(number: UInt64) {
    self.number = number
  }

  /// Creates an identity from its text; returns `nil` if the text is invalid.
  public init?(_ description: String) {
    guard let number = Int64(description), number > 0, String(number) == description else {
      return nil
    }
    self.number = UInt64(number)
  }

  /// Decodes the identity from text, because other languages lose digits of large JSON numbers.
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

  /// Encodes the identity as text.
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

  /// The number of the queue that issued the identity.
  var scope: UInt64 { number >> Self.serialBits }

  /// The number of the entry within that queue.
  var serial: Int { Int(truncatingIfNeeded: number & (1 << Self.serialBits - 1)) }
}

/// Issues the serial numbers of entries. The copies of a queue share it, so that none issues a
/// number twice.
final class EntrySerials: Sendable {
  private let next: Locked<Int>

  init(from first: Int = 1) {
    next = Locked(first)
  }

  /// The number that was issued last.
  var last: Int { next.withLock { $0 - 1 } }

  /// Returns the first of `count` consecutive numbers.
  func issue(_ count: Int) -> Int {
    next.withLock { next in
      defer { next += count }
      return next
    }
  }
}
