#if SQLite
  import Foundation
  import GRDB
  import PlayerKit

  /// Reads and writes playlists as rows.
  enum PlaylistRows: DatabaseSchema {
    /// “PKPl”.
    static let applicationID: Int32 = 0x504B_506C
    static let version = 1

    static func migrate(_ database: Database, from version: Int) throws {
      guard version < 1 else { return }
      try database.execute(
        sql: """
          CREATE TABLE playlist (
            id INTEGER PRIMARY KEY,
            name TEXT NOT NULL UNIQUE,
            modified INTEGER NOT NULL,
            count INTEGER NOT NULL
          );
          CREATE TABLE playlistTrack (
            playlist INTEGER NOT NULL,
            place INTEGER NOT NULL,
            json BLOB NOT NULL,
            PRIMARY KEY (playlist, place)
          ) WITHOUT ROWID;
          PRAGMA user_version = 1
          """
      )
    }

    static func summaries(_ database: Database) throws -> [PlaylistSummary] {
      try Row.fetchAll(database, sql: "SELECT name, modified, count FROM playlist")
        .map { row in
          guard let name = String.fromDatabaseValue(row[0]) else { throw damaged }
          return PlaylistSummary(
            name: name,
            modified: Int64.fromDatabaseValue(row[1]) ?? 0,
            count: Int.fromDatabaseValue(row[2]) ?? 0
          )
        }
        .sorted { $0.name < $1.name }
    }

    static func tracks(of name: String, _ database: Database) throws -> [StoredTrack] {
      let playlist = try playlist(name, database)
      let rows = try Data.fetchAll(
        database,
        sql: "SELECT json FROM playlistTrack WHERE playlist = ? ORDER BY place",
        arguments: [playlist.id]
      )
      return try rows.map { row in
        guard let track = try? JSONDecoder().decode(StoredTrack.self, from: row) else {
          throw damaged
        }
        return track
      }
    }

    static func write(
      _ tracks: [StoredTrack],
      to name: String,
      _ mode: PlaylistWriting,
      _ database: Database
    ) throws {
      let old = try find(name, database)
      switch mode {
      case .create:
        if old != nil { throw PlaylistStoreError.exists }
      case .replace:
        guard let old else { throw PlaylistStoreError.notFound }
        try database.execute(
          sql: "DELETE FROM playlistTrack WHERE playlist = ?",
          arguments: [old.id]
        )
      case .append: break
      }
      let before = mode == .append ? old?.count ?? 0 : 0
      guard before + tracks.count <= StoredPlaylists.maximumTracks else {
        throw PlaylistStoreError.tooMany
      }
      let id = try old?.id ?? make(name, database)
      try database.execute(
        sql: "UPDATE playlist SET modified = ?, count = ? WHERE id = ?",
        arguments: [Int64.secondsNow, before + tracks.count, id]
      )
      let insert = "INSERT INTO playlistTrack (playlist, place, json) VALUES (?, ?, ?)"
      let encoder = JSONEncoder()
      try database.forEach(Array(tracks.enumerated()), insert) {
        [id, before + $0.offset, try encoder.encode($0.element)]
      }
    }

    static func rename(_ name: String, to newName: String, _ database: Database) throws {
      let playlist = try playlist(name, database)
      guard PlaylistName.isValid(newName) else { throw PlaylistStoreError.invalidName }
      guard try find(newName, database) == nil else { throw PlaylistStoreError.exists }
      try database.execute(
        sql: "UPDATE playlist SET name = ? WHERE id = ?",
        arguments: [newName, playlist.id]
      )
    }

    static func remove(_ name: String, _ database: Database) throws {
      let playlist = try playlist(name, database)
      for sql in [
        "DELETE FROM playlistTrack WHERE playlist = ?", "DELETE FROM playlist WHERE id = ?",
      ] {
        try database.execute(sql: sql, arguments: [playlist.id])
      }
    }

    // MARK: - Parts

    private static func find(
      _ name: String,
      _ database: Database
    ) throws -> (id: Int64, count: Int)? {
      try Row.fetchOne(
        database,
        sql: "SELECT id, count FROM playlist WHERE name = ?",
        arguments: [name]
      )
      .flatMap { row in
        Int64.fromDatabaseValue(row[0]).map { ($0, Int.fromDatabaseValue(row[1]) ?? 0) }
      }
    }

    private static func playlist(
      _ name: String,
      _ database: Database
    ) throws -> (id: Int64, count: Int) {
      guard let playlist = try find(name, database) else { throw PlaylistStoreError.notFound }
      return playlist
    }

    private static func make(_ name: String, _ database: Database) throws -> Int64 {
      guard PlaylistName.isValid(name) else { throw PlaylistStoreError.invalidName }
      let count = try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM playlist") ?? 0
      guard count < StoredPlaylists.maximumPlaylists else { throw PlaylistStoreError.tooMany }
      try database.execute(
        sql: "INSERT INTO playlist (name, modified, count) VALUES (?, 0, 0)",
        arguments: [name]
      )
      return database.lastInsertedRowID
    }

    private static var damaged: QueueStoreError {
      QueueStoreError(.corrupt, "A playlist can't be read.")
    }

  }
#endif
