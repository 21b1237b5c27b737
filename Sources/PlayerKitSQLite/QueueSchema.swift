#if SQLite
  import GRDB

  /// The tables, in every version that there ever was.
  ///
  /// 1. Entries, the chunks of both orders, the state.
  /// 2. Entries have a clip, a section, and data of the app; what was played.
  /// 3. Entries have their place on an album.
  /// 4. Entries have a place to begin at, and a rate. The state has volume, mute, rate and the sleep
  ///    timer.
  /// 5. Entries have the details of their metadata, and what was found in their media.
  /// 6. The state has what is done to the sound.
  enum QueueSchema {
    /// The present version.
    static var version: Int { migrations.count }

    /// Each leads from the version before to its own.
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
      // The state is JSON, so that no table changes; but an older version would lose what it does not know.
      "",
    ]

    /// Brings a database from an older version to the present one, or to `target`.
    static func migrate(_ database: Database, from version: Int, to target: Int) throws {
      guard version < target else { return }
      for migration in migrations[version..<target] { try database.execute(sql: migration) }
      try database.execute(sql: "PRAGMA user_version = \(target)")
    }
  }
#endif
