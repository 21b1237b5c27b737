#if SQLite
  import Foundation
  import GRDB

  /// The rows of an import as they come, in a file beside the library. One import has it at a time.
  final class StagedImport {
    let path: String
    /// What was read so far.
    struct State {
      /// Where in the dump to go on.
      var offset = 0
      var unreadable = 0
      /// How many records the dump says that it has.
      var declared: Int?
      /// Songs of the old library that the dump does not have stay.
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

    init(path: String, source: LibrarySource, mostPages: Int? = nil) throws {
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
        if let mostPages { try database.execute(sql: "PRAGMA max_page_count = \(mostPages)") }
      }
      if !FileManager.default.fileExists(atPath: path) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
          throw LibraryError(.unreadable, "\(path): no file can be made here.")
        }
        close(descriptor)
      }
      let file = Self.number(ofFile: path)
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
        // The lock is of the file; one that was taken away meanwhile, or changed for another, is not the import's.
        guard file != nil, file == Self.number(ofFile: path) else {
          throw LibraryError(.busy, "\(path): another import has just ended.")
        }
        if let row = try Row.fetchOne(
          database,
          sql: "SELECT * FROM state WHERE mark = ?",
          arguments: [mark]
        ) {
          songs = row["songs"]
          state = State(
            offset: row["offset"],
            unreadable: row["unreadable"],
            declared: row["declared"],
            isIncremental: row["incremental"]
          )
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

    private static func number(ofFile path: String) -> UInt64? {
      var status = stat()
      return stat(path, &status) == 0 ? UInt64(status.st_ino) : nil
    }

    /// The same dump has the same mark.
    private static func mark(of source: LibrarySource) throws -> String {
      let attributes = try? FileManager.default.attributesOfItem(atPath: source.path)
      guard let size = attributes?[.size] as? Int,
        let date = attributes?[.modificationDate] as? Date
      else { throw LibraryError(.unreadable, "\(source.path): there is no such file.") }
      return "\(source.format.rawValue) \(size) \(date.timeIntervalSince1970)"
    }

    /// Keeps songs, and how far the dump was read, together.
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

    /// Takes the file away.
    func remove() {
      // While the lock is held: nobody else begins with this file.
      try? FileManager.default.removeItem(atPath: path)
      try? database.close()
    }
  }
#endif
