#if SQLite
  import GRDB

  /// The tables of a library. Rows are in the order of the dumps: a song's number is its rank, so that the first
  /// hits of a search are those that come first, and nothing is sorted.
  enum LibrarySchema {
    /// “PKLb”.
    static let applicationID: Int32 = 0x504B_4C62
    static let version = 1
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
        tokenize = 'unicode61 remove_diacritics 2'
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
      INSERT INTO word SELECT term, doc FROM temp.vocabulary;
      DROP TABLE temp.vocabulary;
      ANALYZE
      """

    /// Whether a file is a library that this version reads.
    static func check(_ database: Database, path: String) throws {
      let application = try Int32.fetchOne(database, sql: "PRAGMA application_id")
      let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
      guard application == applicationID else {
        throw LibraryError(.notALibrary, "\(path): this is no library.")
      }
      guard version <= Self.version else {
        throw LibraryError(.newer, "\(path): a newer version has written it.")
      }
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
        case .unreadable, .newer, .cutShort, .failed:
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
