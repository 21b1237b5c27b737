#if SQLite
  import GRDB

  /// The tables for songs found in folders. They are updated in place, so that a change writes only
  /// its own rows.
  enum FolderSchema {
    /// “PKLf”.
    static let applicationID: Int32 = 0x504B_4C66
    /// Version 2 added alternative spellings to the words.
    static let version = 2

    private static func text(_ row: String) -> String {
      LibrarySchema.words(
        title: "\(row).title",
        artist: "\(row).artist",
        album: "\(row).album"
      )
    }

    private static let triggers = """
      CREATE TRIGGER fileAdded AFTER INSERT ON file WHEN new.title IS NOT NULL BEGIN
        INSERT INTO songText (rowid, text) VALUES (new.id, \(text("new")));
      END;
      CREATE TRIGGER fileRemoved AFTER DELETE ON file WHEN old.title IS NOT NULL BEGIN
        INSERT INTO songText (songText, rowid, text) VALUES ('delete', old.id, \(text("old")));
      END;
      """

    /// Rebuilds the words of a version 1 file as version 2 requires.
    static let words = """
      DROP TRIGGER fileAdded;
      DROP TRIGGER fileRemoved;
      INSERT INTO songText (songText) VALUES ('delete-all');
      INSERT INTO songText (rowid, text) SELECT id, \(text("file")) FROM file WHERE title IS NOT NULL;
      \(triggers)
      PRAGMA user_version = \(version)
      """

    /// A file without a song has no title, but a problem.
    static let tables = """
      CREATE TABLE root (path TEXT PRIMARY KEY) WITHOUT ROWID;
      CREATE TABLE folder (id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE);
      CREATE TABLE file (
        id INTEGER PRIMARY KEY,
        folder INTEGER NOT NULL,
        name TEXT NOT NULL,
        key INTEGER NOT NULL,
        size INTEGER NOT NULL,
        changed INTEGER NOT NULL,
        title TEXT,
        artist TEXT,
        album TEXT,
        duration INTEGER,
        isrc TEXT,
        recording BLOB,
        problem TEXT,
        UNIQUE (folder, name)
      );
      CREATE INDEX fileByKey ON file (key);
      CREATE INDEX fileByISRC ON file (isrc) WHERE isrc IS NOT NULL;
      CREATE INDEX fileByRecording ON file (recording) WHERE recording IS NOT NULL;
      CREATE VIRTUAL TABLE songText USING fts5 (
        text, content = '', columnsize = 0, detail = none, prefix = '1 2 3 4 5 6',
        tokenize = 'ascii'
      );
      CREATE VIRTUAL TABLE vocabulary USING fts5vocab (songText, row);
      CREATE VIEW word AS SELECT term, doc AS songs FROM vocabulary;
      \(triggers)
      PRAGMA application_id = \(applicationID);
      PRAGMA user_version = \(version)
      """

    /// Throws unless this version can read the file.
    static func check(_ database: Database, path: String) throws {
      let application = try Int32.fetchOne(database, sql: "PRAGMA application_id")
      let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
      guard application == applicationID else {
        throw LibraryError(.notALibrary, "\(path): this is not a library. Name another file.")
      }
      guard version <= Self.version else {
        throw LibraryError(.newer, "\(path): a newer version has written it.")
      }
    }
  }
#endif
