#if SQLite
  import Foundation
  import GRDB
  import PlayerKit

  extension QueueRows {
    private static let columns = """
      id, type, trackID, title, artist, album, duration, track, clip, section, sectionTitle, userInfo, \
      albumID, discNumber, trackNumber, startPosition, rate, details, found
      """

    static func entries(_ database: Database) throws -> [UInt64: StoredEntry] {
      let rows = try Row.fetchCursor(database, sql: "SELECT \(columns) FROM entry")
      var entries: [UInt64: StoredEntry] = [:]
      var sections: [String: QueueSection] = [:]
      while let row = try rows.next() {
        let entry = try entry(of: row, &sections)
        entries[entry.id] = entry
      }
      return entries
    }

    private static func entry(
      of row: Row,
      _ sections: inout [String: QueueSection]
    ) throws -> StoredEntry {
      guard let id = Int64.fromDatabaseValue(row[0]), let type = String.fromDatabaseValue(row[1]),
        let trackID = String.fromDatabaseValue(row[2]), let data = Data.fromDatabaseValue(row[7])
      else { throw QueueStoreError(.corrupt, "An entry can't be read.") }
      return StoredEntry(
        id: UInt64(bitPattern: id),
        track: StoredTrack(
          type: type,
          id: trackID,
          metadata: TrackMetadata(
            title: String.fromDatabaseValue(row[3]),
            artist: String.fromDatabaseValue(row[4]),
            album: String.fromDatabaseValue(row[5]),
            duration: Data.fromDatabaseValue(row[6]).flatMap(Durations.read)?.first,
            albumID: String.fromDatabaseValue(row[12]),
            discNumber: Int.fromDatabaseValue(row[13]),
            trackNumber: Int.fromDatabaseValue(row[14]),
            details: read(row[17]) ?? TrackDetails()
          ),
          data: data
        ),
        clip: Data.fromDatabaseValue(row[8]).flatMap(clip),
        section: String.fromDatabaseValue(row[9]).map { id in
          section(id, title: String.fromDatabaseValue(row[10]), &sections)
        },
        userInfo: Data.fromDatabaseValue(row[11]).flatMap {
          try? JSONDecoder().decode([String: String].self, from: $0)
        },
        startPosition: Data.fromDatabaseValue(row[15]).flatMap(Durations.read)?.first,
        rate: Double.fromDatabaseValue(row[16]),
        found: read(row[18])
      )
    }

    /// Unreadable values are left out, because they can be found again.
    private static func read<Value: Decodable>(_ value: DatabaseValue) -> Value? {
      Data.fromDatabaseValue(value).flatMap { try? JSONDecoder().decode(Value.self, from: $0) }
    }

    /// Entries of the same section share one instance.
    private static func section(
      _ id: String,
      title: String?,
      _ sections: inout [String: QueueSection]
    ) -> QueueSection {
      if let known = sections[id], known.title == title { return known }
      let section = QueueSection(id: id, title: title)
      sections[id] = section
      return section
    }

    private static func clip(_ bytes: Data) -> Clip? {
      guard let durations = Durations.read(bytes), let start = durations.first else { return nil }
      return try? Clip(from: start, to: durations.dropFirst().first)
    }

    static func delete(_ entries: [UInt64], _ database: Database) throws {
      try database.forEach(entries, "DELETE FROM entry WHERE id = ?") { [Int64(bitPattern: $0)] }
    }

    static func insertEntries(of changes: QueueChanges, _ database: Database) throws {
      let marks = columns.split(separator: ",").map { _ in "?" }.joined(separator: ",")
      let insert = try database.cachedStatement(
        sql: "INSERT OR REPLACE INTO entry (\(columns)) VALUES (\(marks))"
      )
      try changes.forEachEntry { entry in
        let metadata = entry.track.metadata
        try insert.execute(
          arguments: [
            Int64(bitPattern: entry.id), text(entry.track.type), text(entry.track.id),
            text(metadata.title), text(metadata.artist), text(metadata.album),
            metadata.duration.map { Durations.bytes([$0]) },
            entry.track.data,
            entry.clip.map { Durations.bytes([$0.start, $0.end].compactMap(\.self)) },
            text(entry.section?.id), text(entry.section?.title),
            try entry.userInfo.map { try JSONEncoder().encode($0) },
            text(metadata.albumID), metadata.discNumber, metadata.trackNumber,
            entry.startPosition.map { Durations.bytes([$0]) }, entry.rate,
            metadata.details == TrackDetails()
              ? nil : try JSONEncoder().encode(metadata.details),
            try entry.found.map { try JSONEncoder().encode($0) },
          ]
        )
      }
    }

    /// Converts a text to bytes if it contains a zero, at which SQLite would cut it off.
    private static func text(_ text: String?) -> (any DatabaseValueConvertible)? {
      guard let text, text.utf8.contains(0) else { return text }
      return Data(text.utf8)
    }
  }

  /// Durations as bytes, sixteen each: seconds, then attoseconds.
  enum Durations {
    static func bytes(_ durations: [Duration]) -> Data {
      Numbers.bytes(
        durations.flatMap { duration in
          let (seconds, attoseconds) = (duration.ifStorable ?? .zero).components
          return [UInt64(bitPattern: seconds), UInt64(bitPattern: attoseconds)]
        }
      )
    }

    /// Returns `nil` if the bytes are not durations.
    static func read(_ bytes: Data) -> [Duration]? {
      guard let numbers = Numbers.read(bytes), numbers.count.isMultiple(of: 2) else { return nil }
      let durations = stride(from: 0, to: numbers.count, by: 2).compactMap { place in
        Duration(
          secondsComponent: Int64(bitPattern: numbers[place]),
          attosecondsComponent: Int64(bitPattern: numbers[place + 1])
        ).ifStorable
      }
      return durations.count == numbers.count / 2 ? durations : nil
    }
  }
#endif
