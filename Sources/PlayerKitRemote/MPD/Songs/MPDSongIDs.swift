import PlayerKit
import PlayerKitSystem

/// Maps entries to numbers for clients. Numbers have 31 bits, entries 63.
///
/// Entries added one after another have consecutive numbers, so the table needs only one row for
/// each range of 4,096 entries. Threads: any.
final class MPDSongIDs: Sendable {
  private struct Table {
    var stretches: [UInt64] = []
    var places: [UInt64: UInt32] = [:]
  }

  private static let bits: UInt64 = 12

  private let table = Locked(Table())

  /// Returns the number of an entry. It stays the same while the server runs.
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

  /// Returns the entry of a number. `nil` if the number was never assigned.
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
