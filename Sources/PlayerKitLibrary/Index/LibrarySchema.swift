#if SQLite
  import Foundation
  import GRDB
  import PlayerKitServices

  /// The tables of a library. Rows are in the order of the dumps, and a song's row number is its
  /// rank. So a search finds the best-ranked songs first without sorting.
  enum LibrarySchema {
    /// “PKLb”.
    static let applicationID: Int32 = 0x504B_4C62
    /// Version 2 added alternative spellings to the words. Libraries of version 1 can still be
    /// read, without these.
    static let version = 2
    /// The index contains the beginnings of words up to this length.
    static let longestBeginning = 6
    /// The size in bytes of the word buffer. A large buffer means that few pieces must be merged at
    /// the end.
    static let wordMemory = 16 << 20

    static let tables = """
      CREATE TABLE artist (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
      CREATE TABLE album (id INTEGER PRIMARY KEY, title TEXT NOT NULL);
      CREATE TABLE song (
        rank INTEGER PRIMARY KEY,
        source INTEGER NOT NULL,
        title TEXT NOT NULL,
        artist INTEGER NOT NULL,
        album INTEGER,
        duration INTEGER,
        isrc TEXT,
        recording BLOB,
        apple INTEGER,
        popularity INTEGER NOT NULL
      );
      CREATE VIRTUAL TABLE songText USING fts5 (
        text, content = '', columnsize = 0, detail = none, prefix = '1 2 3 4 5 6',
        tokenize = 'ascii'
      );
      CREATE TABLE word (term TEXT PRIMARY KEY, songs INTEGER NOT NULL) WITHOUT ROWID;
      PRAGMA application_id = \(applicationID);
      PRAGMA user_version = \(version)
      """

    /// Created after the rows are inserted, which is faster.
    static let indexes = """
      CREATE INDEX songByISRC ON song (isrc) WHERE isrc IS NOT NULL;
      CREATE INDEX songByRecording ON song (recording) WHERE recording IS NOT NULL;
      CREATE INDEX songByApple ON song (apple) WHERE apple IS NOT NULL;
      INSERT INTO songText (songText) VALUES ('optimize');
      CREATE VIRTUAL TABLE temp.vocabulary USING fts5vocab(main, songText, row);
      INSERT INTO word SELECT term, doc FROM temp.vocabulary
        WHERE NOT (term >= char(57344) AND term < char(57345));
      DROP TABLE temp.vocabulary;
      ANALYZE
      """

    /// An SQL expression for the words of a song. The connection needs ``teach(_:)`` first.
    static func words(title: String, artist: String, album: String) -> String {
      "playerkit_words(\(title), \(artist), \(album))"
    }

    /// Registers the function that ``words(title:artist:album:)`` uses, so that triggers of the
    /// tables can use it too.
    static func teach(_ database: Database) throws {
      database.add(
        function: DatabaseFunction("playerkit_words", argumentCount: 3, pure: true) { values in
          let texts = values.map { String.fromDatabaseValue($0) ?? "" }
          return SearchWords.spelled(title: texts[0], artist: texts[1], album: texts[2])
        }
      )
      try database.execute(sql: "PRAGMA trusted_schema = ON")
    }

    /// Throws unless this version can read the file.
    ///
    /// - Parameter schema: The name under which the file is attached.
    static func check(_ database: Database, path: String, as schema: String = "main") throws {
      let application = try Int32.fetchOne(database, sql: "PRAGMA \(schema).application_id")
      let version = try Int.fetchOne(database, sql: "PRAGMA \(schema).user_version") ?? 0
      guard application == applicationID else {
        throw LibraryError(.notALibrary, "\(path): this is not a library. Name another file.")
      }
      guard version <= Self.version else {
        throw LibraryError(.newer, "\(path): a newer version has written it.")
      }
    }

    /// Checks a file before it is replaced. A missing file is fine.
    static func check(fileAt path: String) throws {
      guard FileManager.default.fileExists(atPath: path) else { return }
      var configuration = Configuration()
      configuration.readonly = true
      configuration.label = "PlayerKit.library.check"
      let database = try DatabaseQueue(path: path, configuration: configuration)
      defer { try? database.close() }
      try database.read { try check($0, path: path) }
    }
  }

  extension LibraryError {
    /// Makes an error from SQLite's, without the statement that failed.
    init(_ error: DatabaseError, path: String) {
      let code: Code =
        switch error.resultCode {
        case .SQLITE_BUSY, .SQLITE_LOCKED: .busy
        case .SQLITE_FULL: .full
        case .SQLITE_NOTADB, .SQLITE_CORRUPT: .notALibrary
        case .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_READONLY: .unreadable
        default: .failed
        }
      let text =
        switch code {
        case .busy: "another program is writing to it. Try again later."
        case .full: "the disk is full."
        case .notALibrary: "this is not a library. Name another file."
        default:
          error.message ?? error.resultCode.description
        }
      self.init(code, "\(path): \(text)")
    }

    static func mapping<Value>(
      _ path: String,
      _ body: () throws -> Value
    ) throws(LibraryError) -> Value {
      do {
        return try body()
      } catch let error as LibraryError {
        throw error
      } catch let error as DatabaseError {
        throw LibraryError(error, path: path)
      } catch {
        throw LibraryError(.failed, "\(path): \(error)")
      }
    }
  }
#endif
