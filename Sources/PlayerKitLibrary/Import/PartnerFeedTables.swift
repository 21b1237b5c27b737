#if SQLite
  import Foundation
  import GRDB

  /// Other tables of the relational Enterprise Partner Feed, which add codes and albums to songs.
  /// They are used if they lie beside the table `song`, unpacked.
  struct PartnerFeedTables {
    private enum Table: String, CaseIterable {
      case codes = "song_match"
      case places = "collection_song"
      case albums = "collection"

      var columns: [[String]] {
        switch self {
        case .codes: [["song_id"], ["isrc"]]
        case .places: [["song_id"], ["collection_id"]]
        case .albums: [["collection_id"], ["name"]]
        }
      }

      /// The value to store, or `nil` if it is invalid.
      func value(_ text: String) -> (any DatabaseValueConvertible)? {
        switch self {
        case .codes: LibraryValues.isrc(text)
        case .places: Int64(text)
        case .albums: text
        }
      }
    }

    /// The folder that contains the table of songs.
    let folder: String
    let batch: Int

    /// Adds the values of these tables to the songs of an import.
    ///
    /// - Parameter goesOn: Called from time to time. The import stops if it returns `false`.
    func add(to staging: StagedImport, while goesOn: () -> Bool) throws {
      let found = Table.allCases.filter {
        FileManager.default.isReadableFile(atPath: path(of: $0))
      }
      for table in Table.allCases where found.contains(table) {
        try staging.database.write { database in
          try database.execute(
            sql: """
              DROP TABLE IF EXISTS \(table.rawValue);
              CREATE TABLE \(table.rawValue) (id INTEGER PRIMARY KEY, value)
              """
          )
        }
        try take(table, staging, while: goesOn)
      }
      try staging.database.write { database in
        if found.contains(.codes) {
          let code = "SELECT value FROM song_match WHERE id = apple"
          try database.execute(sql: "UPDATE raw SET isrc = coalesce(isrc, (\(code)))")
        }
        if found.contains(.places), found.contains(.albums) {
          let album = """
            SELECT collection.value FROM collection_song JOIN collection ON collection.id = collection_song.value
            WHERE collection_song.id = apple
            """
          try database.execute(sql: "UPDATE raw SET album = coalesce(album, (\(album)))")
        }
      }
    }

    private func path(of table: Table) -> String { folder + "/" + table.rawValue }

    private func take(_ table: Table, _ staging: StagedImport, while goesOn: () -> Bool) throws {
      var reading = PartnerFeedReading(isFlat: false)
      let reader = try RecordReader(path: path(of: table), from: 0, reading.splitter)
      guard let first = try reader.next(), reading.begin(first) else {
        throw LibraryError(.unreadable, "\(path(of: table)): this is not a table of the feed.")
      }
      var count = 0
      var rows: [(Int64, any DatabaseValueConvertible)] = []
      while let record = try reader.next() {
        switch reading.row(record, table.columns) {
        case .values(let values):
          count += 1
          if let id = values[0].flatMap(Int64.init), let value = values[1].flatMap(table.value) {
            rows.append((id, value))
          }
        case .unreadable: count += 1
        case .remark: break
        }
        guard rows.count >= batch else { continue }
        try put(rows, into: table, staging)
        rows = []
        guard goesOn() else { throw CancellationError() }
      }
      try put(rows, into: table, staging)
      guard reading.declared == count + reader.tooLong else {
        throw LibraryError(.cutShort, "\(path(of: table)): it is not as whole as it should be.")
      }
    }

    /// If a song has several codes or albums, the first one is kept.
    private func put(
      _ rows: [(Int64, any DatabaseValueConvertible)],
      into table: Table,
      _ staging: StagedImport
    ) throws {
      try staging.database.write { database in
        let insert = try database.cachedStatement(
          sql: "INSERT OR IGNORE INTO \(table.rawValue) VALUES (?, ?)"
        )
        for (id, value) in rows { try insert.execute(arguments: [id, value]) }
      }
    }
  }
#endif
