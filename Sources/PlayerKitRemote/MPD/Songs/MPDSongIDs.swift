import PlayerKitSystem
import PlayerKit

/// The numbers by which clients know entries: 31 bits, where entries have 63.
///
/// Entries that were added one after another have numbers in a row. So a table of stretches is enough,
/// which has one row for 4,096 entries. Threads: any.
final class MPDSongIDs: Sendable {
  private struct Table {
    var stretches: [UInt64] = []
    var places: [UInt64: UInt32] = [:]
  }

  private static let bits: UInt64 = 12

  private let table = Locked(Table())

  /// The number of an entry: the same as long as the server runs.
  func number(of entry: EntryID) -> UInt32 {
    let stretch = entry.number >> Self.bits
    let place = table.withLock { table in
      if let place = table.places[stretch] { return place }
      let place = UInt32(truncatingIfNeeded: table.stretches.count)
      table.stretches.append(stretch)
      table.places[stretch] = place
      return place
    }
    let rest = UInt32(truncatingIfNeeded: entry.number & (1 << Self.bits - 1))
    return (place << UInt32(Self.bits) | rest) & UInt32(Int32.max)
  }

  /// The entry of a number; `nil` where none has been given that number.
  func entry(_ number: Int) -> EntryID? {
    guard let number = UInt64(exactly: number), number <= UInt64(Int32.max) else { return nil }
    let place = Int(number >> Self.bits)
    let stretch = table.withLock { table in
      table.stretches.indices.contains(place) ? table.stretches[place] : nil
    }
    guard let stretch else { return nil }
    return EntryID(number: stretch << Self.bits | number & (1 << Self.bits - 1))
  }
}
