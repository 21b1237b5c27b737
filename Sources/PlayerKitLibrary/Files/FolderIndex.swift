#if SQLite
  import Foundation
  import GRDB

  /// The database of the songs that scans of folders found. May be used on any thread. Concurrent
  /// writers take turns.
  final class FolderIndex: Sendable {
    /// The size and date that show whether a file has changed.
    struct Mark: Sendable, Hashable {
      var size: Int64
      /// The time of the last change, in nanoseconds since 1970.
      var changed: Int64

      /// The mark of a file that the next scan must read again even if it has not changed.
      static let none = Mark(size: -1, changed: 0)
    }

    /// The state of a known file.
    struct Known: Sendable {
      var mark: Mark
      var isSong: Bool
    }

    /// One change to the index. A batch of changes is written completely or not at all.
    enum Change: Sendable {
      case song(LibrarySong, folder: String, name: String, Mark)
      /// A file that could not be read as a song, with the reason.
      case problem(String, folder: String, name: String, Mark)
      case noFile(folder: String, name: String)
      /// Removes a folder and everything in it.
      case noFolder(String)
    }

    private let path: String
    private let connections: DatabasePool

    /// Opens the database, or creates it.
    init(path: String) throws(LibraryError) {
      self.path = path
      connections = try LibraryError.mapping(path) {
        if !FileManager.default.fileExists(atPath: path) {
          let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
          guard descriptor >= 0 else {
            throw LibraryError(.unreadable, "\(path): no file can be made here.")
          }
          close(descriptor)
        }
        var configuration = Configuration()
        configuration.label = "PlayerKit.library.folders"
        configuration.busyMode = .timeout(10)
        configuration.maximumReaderCount = 2
        configuration.prepareDatabase { try LibrarySchema.teach($0) }
        let pool = try DatabasePool(path: path, configuration: configuration)
        try pool.write { database in
          let isNew = try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM sqlite_master") == 0
          if isNew {
            try database.execute(sql: FolderSchema.tables)
          } else {
            try FolderSchema.check(database, path: path)
            if try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0 < FolderSchema.version {
              try database.execute(sql: FolderSchema.words)
            }
          }
        }
        return pool
      }
    }

    /// The paths of the added folders.
    func roots() throws(LibraryError) -> [String] {
      try read { try String.fetchAll($0, sql: "SELECT path FROM root ORDER BY path") }
    }

    /// Adds a folder. Added folders inside it become part of it.
    func add(root: String) throws(LibraryError) {
      try write { database in
        let inside = Self.inside(root)
        try database.execute(
          sql: "DELETE FROM root WHERE path > ? AND path < ?",
          arguments: [inside.from, inside.to]
        )
        try database.execute(sql: "INSERT OR IGNORE INTO root VALUES (?)", arguments: [root])
      }
    }

    /// Removes an added folder and all songs in it.
    func remove(root: String) throws(LibraryError) {
      try write { database in
        try database.execute(sql: "DELETE FROM root WHERE path = ?", arguments: [root])
        if database.changesCount > 0 { try Self.apply(.noFolder(root), database) }
      }
    }

    /// The known files of a folder, by name.
    func files(of folder: String) throws(LibraryError) -> [FileName: Known] {
      try read { database in
        let statement = try database.cachedStatement(
          sql: """
            SELECT name, size, changed, title IS NOT NULL FROM file
            JOIN folder ON folder.id = file.folder WHERE folder.path = ?
            """
        )
        let rows = try Row.fetchCursor(statement, arguments: [folder])
        var known: [FileName: Known] = [:]
        while let row = try rows.next() {
          // In a damaged database, a value of the wrong type counts as not yet read.
          guard let name = String.fromDatabaseValue(row[0]) else { continue }
          known[FileName(name)] = Known(
            mark: Mark(
              size: Int64.fromDatabaseValue(row[1]) ?? -1,
              changed: Int64.fromDatabaseValue(row[2]) ?? -1
            ),
            isSong: Bool.fromDatabaseValue(row[3]) ?? false
          )
        }
        return known
      }
    }

    /// The known folders inside another folder, at any depth.
    func folders(within folder: String) throws(LibraryError) -> [String] {
      let inside = Self.inside(folder)
      return try read { database in
        try String.fetchAll(
          database,
          sql: "SELECT path FROM folder WHERE path > ? AND path < ?",
          arguments: [inside.from, inside.to]
        )
      }
    }

    func apply(_ changes: [Change]) throws(LibraryError) {
      guard !changes.isEmpty else { return }
      try write { database in
        for change in changes { try Self.apply(change, database) }
      }
    }

    // MARK: - Parts

    private func read<Value>(_ body: (Database) throws -> Value) throws(LibraryError) -> Value {
      try LibraryError.mapping(path) { try connections.read(body) }
    }

    private func write(_ body: (Database) throws -> Void) throws(LibraryError) {
      try LibraryError.mapping(path) { try connections.write(body) }
    }

    /// The bounds between which the paths inside a folder sort. “0” is the character after “/”.
    private static func inside(_ folder: String) -> (from: String, to: String) {
      folder == "/" ? ("/", "0") : (folder + "/", folder + "0")
    }

    private static func apply(_ change: Change, _ database: Database) throws {
      switch change {
      case .song(let song, let folder, let name, let mark):
        try put(song, nil, folder: folder, name: name, mark, database)
      case .problem(let problem, let folder, let name, let mark):
        try put(nil, problem, folder: folder, name: name, mark, database)
      case .noFile(let folder, let name):
        let delete = try database.cachedStatement(
          sql: """
            DELETE FROM file WHERE folder = (SELECT id FROM folder WHERE path = ?) AND name = ?
            """
        )
        try delete.execute(arguments: [folder, name])
      case .noFolder(let folder):
        let inside = inside(folder)
        let folders = "SELECT id FROM folder WHERE path = :path OR path > :from AND path < :to"
        let arguments: StatementArguments = [
          "path": folder, "from": inside.from, "to": inside.to,
        ]
        try database.execute(
          sql: "DELETE FROM file WHERE folder IN (\(folders))",
          arguments: arguments
        )
        try database.execute(
          sql: "DELETE FROM folder WHERE id IN (\(folders))",
          arguments: arguments
        )
      }
    }

    private static func put(
      _ song: LibrarySong?,
      _ problem: String?,
      folder: String,
      name: String,
      _ mark: Mark,
      _ database: Database
    ) throws {
      let add = try database.cachedStatement(sql: "INSERT OR IGNORE INTO folder (path) VALUES (?)")
      try add.execute(arguments: [folder])
      let find = try database.cachedStatement(sql: "SELECT id FROM folder WHERE path = ?")
      let number = try Int64.fetchOne(find, arguments: [folder])
      let old = try database.cachedStatement(
        sql: "DELETE FROM file WHERE folder = ? AND name = ?"
      )
      let known = try database.cachedStatement(
        sql: "SELECT id FROM file WHERE folder = ? AND name = ?"
      )
      // The file keeps its id.
      let id = try Int64.fetchOne(known, arguments: [number, name])
      if id != nil { try old.execute(arguments: [number, name]) }
      let insert = try database.cachedStatement(
        sql: "INSERT INTO file VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
      )
      // A file may claim any length, however absurd.
      let milliseconds = (song?.duration).flatMap {
        Int64(exactly: ($0 / .milliseconds(1)).rounded())
      }
      try insert.execute(arguments: [
        id, number, name, LibraryFileKey(path: folder + "/" + name).number, mark.size,
        mark.changed, song?.title, song?.artist, song?.album, milliseconds,
        (song?.isrc).flatMap(LibraryValues.isrc),
        (song?.musicBrainzID).flatMap(LibraryValues.bytes), problem,
      ])
    }
  }
#endif
