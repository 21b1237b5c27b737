#if SQLite
  import Foundation
  import GRDB

  /// Writes a new library from the old one and an import, then replaces the old one.
  struct LibraryWriter {
    let path: String
    let staged: StagedImport
    /// The old library's rows of this source are left out.
    let replacing: Int
    /// See ``LibraryImporter/maximumPages``.
    var maximumPages: Int?

    func write() throws {
      let fresh = path + ".new"
      try? FileManager.default.removeItem(atPath: fresh)
      do {
        try fill(fresh)
        try index(fresh)
        guard rename(fresh, path) == 0 else {
          throw LibraryError(.failed, "\(path): the new library can't take its place.")
        }
      } catch {
        try? FileManager.default.removeItem(atPath: fresh)
        throw error
      }
    }

    private func fill(_ fresh: String) throws {
      let descriptor = open(fresh, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else {
        throw LibraryError(.unreadable, "\(fresh): no file can be made here.")
      }
      close(descriptor)
      let isOld = FileManager.default.fileExists(atPath: path)
      try staged.database.inDatabase { database in
        try database.execute(sql: "ATTACH DATABASE ? AS fresh", arguments: [fresh])
        if let maximumPages {
          try database.execute(sql: "PRAGMA fresh.max_page_count = \(maximumPages)")
        }
        if isOld { try database.execute(sql: "ATTACH DATABASE ? AS old", arguments: [path]) }
      }
      defer {
        staged.database.inDatabase { database in
          try? database.execute(sql: "DETACH DATABASE fresh")
          if isOld { try? database.execute(sql: "DETACH DATABASE old") }
        }
      }
      try staged.database.inDatabase { database in
        if isOld { try LibrarySchema.check(database, path: path, as: "old") }
        if staged.isIncremental {
          try database.execute(sql: "CREATE INDEX IF NOT EXISTS rawByApple ON raw (apple)")
        }
        try database.inTransaction {
          try database.execute(sql: makeRows(isOld: isOld))
          return .commit
        }
      }
    }

    /// Copies the rows in order, with each name once.
    private func makeRows(isOld: Bool) -> String {
      let columns = "source, title, artist, album, duration, isrc, recording, apple, popularity"
      let isSame = "source = \(replacing)"
      let stays =
        staged.isIncremental
        ? "NOT (\(isSame) AND apple IS NOT NULL AND apple IN (SELECT apple FROM raw))"
        : "NOT (\(isSame))"
      let old = """
         UNION ALL SELECT song.source, song.title, a.name, b.title, duration, isrc, recording, apple, popularity
        FROM old.song AS song JOIN old.artist AS a ON a.id = song.artist
        LEFT JOIN old.album AS b ON b.id = song.album WHERE \(stays)
        """
      return """
        CREATE TEMP TABLE whole AS SELECT \(columns) FROM raw\(isOld ? old : "");
        CREATE TABLE fresh.artist (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
        CREATE TABLE fresh.album (id INTEGER PRIMARY KEY, title TEXT NOT NULL);
        INSERT INTO fresh.artist (name) SELECT DISTINCT artist FROM whole ORDER BY artist;
        INSERT INTO fresh.album (title) SELECT DISTINCT album FROM whole WHERE album IS NOT NULL ORDER BY album;
        CREATE UNIQUE INDEX fresh.artistByName ON artist (name);
        CREATE UNIQUE INDEX fresh.albumByTitle ON album (title);
        \(Self.fresh(LibrarySchema.tables))
        INSERT INTO fresh.song
          SELECT NULL, source, whole.title, a.id, b.id, duration, isrc, recording, apple, popularity
          FROM whole JOIN fresh.artist AS a ON a.name = whole.artist
          LEFT JOIN fresh.album AS b ON b.title = whole.album
          ORDER BY popularity, whole.rowid;
        DROP INDEX fresh.artistByName; DROP INDEX fresh.albumByTitle;
        DROP TABLE whole
        """
    }

    /// The schema's statements for the new file. The tables of names exist already.
    private static func fresh(_ tables: String) -> String {
      tables.split(separator: ";").map(String.init)
        .filter { $0.contains("CREATE TABLE song") }
        .map {
          $0.replacingOccurrences(of: "CREATE TABLE song", with: "CREATE TABLE fresh.song") + ";"
        }
        .joined()
    }

    /// Creates the words and the other indexes on a separate connection.
    private func index(_ fresh: String) throws {
      var configuration = Configuration()
      configuration.prepareDatabase { [maximumPages] database in
        try LibrarySchema.teach(database)
        try database.execute(
          sql: """
            PRAGMA journal_mode = DELETE; PRAGMA synchronous = OFF; PRAGMA cache_size = -32768;
            PRAGMA temp_store = FILE
            """
        )
        if let maximumPages { try database.execute(sql: "PRAGMA max_page_count = \(maximumPages)") }
      }
      let database = try DatabaseQueue(path: fresh, configuration: configuration)
      let words = LibrarySchema.words(
        title: "song.title",
        artist: "artist.name",
        album: "album.title"
      )
      try database.inDatabase { database in
        for statement in LibrarySchema.tables.split(separator: ";").map(String.init)
        where !["CREATE TABLE song", "CREATE TABLE artist", "CREATE TABLE album"].contains(where: {
          statement.contains($0)
        }) {
          try database.execute(sql: statement)
        }
        try database.inTransaction {
          try database.execute(
            sql: """
              INSERT INTO songText (songText, rank)
                VALUES ('automerge', 0), ('crisismerge', 1000), ('hashsize', \(LibrarySchema.wordMemory));
              INSERT INTO songText (rowid, text)
                SELECT rank, \(words)
                FROM song JOIN artist ON artist.id = song.artist LEFT JOIN album ON album.id = song.album
                ORDER BY rank;
              \(LibrarySchema.indexes)
              """
          )
          return .commit
        }
      }
      try database.close()
      // The new library must be on the disk before it replaces the old one.
      let descriptor = open(fresh, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else {
        throw LibraryError(.failed, "\(fresh): the new library can't be opened again.")
      }
      defer { close(descriptor) }
      guard fsync(descriptor) == 0 else {
        let isFull = errno == ENOSPC || errno == EDQUOT
        throw LibraryError(isFull ? .full : .failed, "\(fresh): the new library can't be kept.")
      }
    }
  }
#endif
