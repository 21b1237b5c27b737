#if SQLite
  import GRDB

  /// The tables of a queue, with all migrations.
  ///
  /// 1. Entries, the chunks of both orders, the state.
  /// 2. Entries have a clip, a section, and data of the app. The history is stored.
  /// 3. Entries have their position on an album.
  /// 4. Entries have a start position and a rate. The state has volume, mute, rate, and the sleep
  ///    timer.
  /// 5. Entries have the details of their metadata, and the results of reading their media.
  /// 6. The state has the sound processing.
  enum QueueSchema {
    /// The current version.
    static var version: Int { migrations.count }

    /// Each migrates from the version before.
    private static let migrations = [
      """
      CREATE TABLE entry (
        id INTEGER PRIMARY KEY,
        type TEXT NOT NULL,
        trackID TEXT NOT NULL,
        title TEXT,
        artist TEXT,
        album TEXT,
        duration BLOB,
        track BLOB NOT NULL
      );
      CREATE TABLE baseChunk (
        number INTEGER PRIMARY KEY,
        label INTEGER NOT NULL,
        entries BLOB NOT NULL
      );
      CREATE TABLE shuffledChunk (
        number INTEGER PRIMARY KEY,
        label INTEGER NOT NULL,
        entries BLOB NOT NULL
      );
      CREATE TABLE state (
        id INTEGER PRIMARY KEY CHECK (id = 0),
        json BLOB NOT NULL
      );
      """,
      """
      ALTER TABLE entry ADD COLUMN clip BLOB;
      ALTER TABLE entry ADD COLUMN section TEXT;
      ALTER TABLE entry ADD COLUMN sectionTitle TEXT;
      ALTER TABLE entry ADD COLUMN userInfo BLOB;
      CREATE TABLE play (
        number INTEGER PRIMARY KEY,
        json BLOB NOT NULL
      );
      """,
      """
      ALTER TABLE entry ADD COLUMN albumID TEXT;
      ALTER TABLE entry ADD COLUMN discNumber INTEGER;
      ALTER TABLE entry ADD COLUMN trackNumber INTEGER;
      """,
      """
      ALTER TABLE entry ADD COLUMN startPosition BLOB;
      ALTER TABLE entry ADD COLUMN rate REAL;
      """,
      """
      ALTER TABLE entry ADD COLUMN details BLOB;
      ALTER TABLE entry ADD COLUMN found BLOB;
      """,
      // The state is JSON, so no table changes. But an older version would lose the fields that it
      // does not know.
      "",
    ]

    /// Migrates a database from an older version to `target`.
    static func migrate(_ database: Database, from version: Int, to target: Int) throws {
      guard version < target else { return }
      for migration in migrations[version..<target] { try database.execute(sql: migration) }
      try database.execute(sql: "PRAGMA user_version = \(target)")
    }
  }
#endif
