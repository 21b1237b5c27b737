#if SQLite
  import Foundation
  import GRDB

  /// The tables of a library. Rows are in the order of the dumps: a song's number is its rank, so that the first
  /// hits of a search are those that come first, and nothing is sorted.
  enum LibrarySchema {
    /// “PKLb”.
    static let applicationID: Int32 = 0x504B_4C62
    /// 2 since the words have other spellings beside them. A library of version 1 is read as far as it goes.
    static let version = 2
    /// Beginnings of words up to this length are in the index.
    static let longestBeginning = 6
    /// How many bytes of words are gathered before they are written: few pieces are put together at the end, once.
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

    /// After the rows are there, which is faster than beside them.
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

    /// An expression that gives the words of a song; a connection has to ``teach(_:)`` it.
    static func words(title: String, artist: String, album: String) -> String {
      "playerkit_words(\(title), \(artist), \(album))"
    }

    /// Has a connection know what ``words(_:)`` names, also where the tables themselves name it.
    static func teach(_ database: Database) throws {
      database.add(
        function: DatabaseFunction("playerkit_words", argumentCount: 3, pure: true) { values in
          let texts = values.map { String.fromDatabaseValue($0) ?? "" }
          return LibraryWords.spelled(title: texts[0], artist: texts[1], album: texts[2])
        }
      )
      try database.execute(sql: "PRAGMA trusted_schema = ON")
    }

    /// Whether a file is a library that this version reads.
    ///
    /// - Parameter schema: what the file is attached as.
    static func check(_ database: Database, path: String, as schema: String = "main") throws {
      let application = try Int32.fetchOne(database, sql: "PRAGMA \(schema).application_id")
      let version = try Int.fetchOne(database, sql: "PRAGMA \(schema).user_version") ?? 0
      guard application == applicationID else {
        throw LibraryError(.notALibrary, "\(path): this is no library.")
      }
      guard version <= Self.version else {
        throw LibraryError(.newer, "\(path): a newer version has written it.")
      }
    }

    /// The same before a file is replaced. Where there is none, one may be made.
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
    /// What SQLite says, without the statement in which it happened.
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
        case .busy: "somebody else is writing to it; try again later."
        case .full: "the disk is full."
        case .notALibrary: "this is no library."
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
