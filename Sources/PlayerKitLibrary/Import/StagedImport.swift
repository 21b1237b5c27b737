#if SQLite
  import Foundation
  import GRDB

  /// The rows of an unfinished import, in a file beside the library. Only one import can use it at
  /// a time.
  final class StagedImport {
    let path: String
    /// How much of the dump was read.
    struct State {
      /// The offset in the dump at which to continue.
      var offset = 0
      var unreadable = 0
      /// The number of records that the dump declares.
      var declared: Int?
      /// Whether songs of the old library stay if the dump does not contain them.
      var isIncremental = false
    }

    private var state = State()
    private(set) var songs = 0
    var offset: Int { state.offset }
    var unreadable: Int { state.unreadable }
    var declared: Int? { state.declared }
    var isIncremental: Bool { state.isIncremental }
    let database: DatabaseQueue
    private let number: Int

    /// Resumes the existing import if it is of the same dump. A file that can't be read is
    /// replaced.
    static func opened(
      path: String,
      source: LibrarySource,
      maximumPages: Int? = nil
    ) throws -> StagedImport {
      let file = FileNumber(path)
      do {
        return try StagedImport(path: path, source: source, maximumPages: maximumPages)
      } catch let error as DatabaseError where isDamage(error) {
        guard file == FileNumber(path) else { throw error }
        try? FileManager.default.removeItem(atPath: path)
        return try StagedImport(path: path, source: source, maximumPages: maximumPages)
      }
    }

    /// Whether the file is at fault: damaged, something else, or of another version.
    static func isDamage(_ error: DatabaseError) -> Bool {
      switch error.resultCode {
      case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_ERROR, .SQLITE_SCHEMA, .SQLITE_MISMATCH: true
      default: false
      }
    }

    private init(path: String, source: LibrarySource, maximumPages: Int?) throws {
      self.path = path
      number = source.number
      var configuration = Configuration()
      configuration.label = "PlayerKit.library.import"
      configuration.busyMode = .immediateError
      configuration.prepareDatabase { database in
        try database.execute(
          sql: """
            PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = DELETE; PRAGMA synchronous = OFF;
            PRAGMA cache_size = -32768; PRAGMA temp_store = FILE
            """
        )
        if let maximumPages { try database.execute(sql: "PRAGMA max_page_count = \(maximumPages)") }
      }
      if !FileManager.default.fileExists(atPath: path) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
          throw LibraryError(.unreadable, "\(path): no file can be made here.")
        }
        close(descriptor)
      }
      let file = FileNumber(path)
      database = try DatabaseQueue(path: path, configuration: configuration)
      let mark = try Self.mark(of: source)
      try database.write { database in
        try database.execute(
          sql: """
            CREATE TABLE IF NOT EXISTS state (
              mark TEXT, offset INTEGER, songs INTEGER, unreadable INTEGER, declared INTEGER, incremental INTEGER
            )
            """
        )
        // The lock belongs to the opened file. If that file was removed or replaced in the
        // meantime, this import does not own the current one.
        guard file != nil, file == FileNumber(path) else {
          throw LibraryError(.busy, "\(path): another import has just ended.")
        }
        if let row = try Row.fetchOne(
          database,
          sql: "SELECT * FROM state WHERE mark = ?",
          arguments: [mark]
        ), let (songs, state) = try Self.kept(row, database) {
          (self.songs, self.state) = (songs, state)
          return
        }
        try database.execute(
          sql: """
            DROP TABLE IF EXISTS raw;
            CREATE TABLE raw (
              id INTEGER PRIMARY KEY, source INTEGER, title TEXT, artist TEXT, album TEXT, duration INTEGER,
              isrc TEXT, recording BLOB, apple INTEGER, popularity INTEGER
            );
            DELETE FROM state;
            INSERT INTO state VALUES ('\(mark)', 0, 0, 0, NULL, 0)
            """
        )
      }
    }

    /// The state of an earlier import, or `nil` if it is inconsistent.
    private static func kept(_ row: Row, _ database: Database) throws -> (Int, State)? {
      guard let songs = Int.fromDatabaseValue(row["songs"]),
        let offset = Int.fromDatabaseValue(row["offset"]), offset >= 0,
        let unreadable = Int.fromDatabaseValue(row["unreadable"]),
        let isIncremental = Bool.fromDatabaseValue(row["incremental"]),
        try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM raw") == songs
      else { return nil }
      let declared = Int.fromDatabaseValue(row["declared"])
      return (
        songs,
        State(
          offset: offset,
          unreadable: unreadable,
          declared: declared,
          isIncremental: isIncremental
        )
      )
    }

    /// Identifies a dump by its format, size, and modification date.
    private static func mark(of source: LibrarySource) throws -> String {
      let attributes = try? FileManager.default.attributesOfItem(atPath: source.path)
      guard let size = attributes?[.size] as? Int,
        let date = attributes?[.modificationDate] as? Date
      else {
        throw LibraryError(.unreadable, "\(source.path): the file does not exist. Check its path.")
      }
      return "\(source.format.rawValue) \(size) \(date.timeIntervalSince1970)"
    }

    /// Writes songs and the position in the dump in one transaction.
    func add(_ songs: [DumpedSong], _ state: State) throws {
      let total = self.songs + songs.count
      try database.write { database in
        let insert = try database.cachedStatement(
          sql: "INSERT INTO raw VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        )
        for song in songs {
          try insert.execute(arguments: [
            number, song.title, song.artist, song.album, song.milliseconds, song.isrc,
            song.recording, song.apple, song.popularity,
          ])
        }
        try database.execute(
          sql: """
            UPDATE state SET offset = ?, songs = ?, unreadable = ?, declared = ?, incremental = ?
            """,
          arguments: [
            state.offset, total, state.unreadable, state.declared, state.isIncremental,
          ]
        )
      }
      (self.state, self.songs) = (state, total)
    }

    /// Deletes the file.
    func remove() {
      // The file is deleted while its lock is held, so that no other import starts with it.
      try? FileManager.default.removeItem(atPath: path)
      try? database.close()
    }
  }
#endif
