#if SQLite
  import Foundation
  import GRDB
  import PlayerKit

  /// The schema of a database, with its migrations.
  package protocol DatabaseSchema {
    /// Identifies a database of this kind.
    static var applicationID: Int32 { get }
    /// The current version.
    static var version: Int { get }

    /// Migrates a database from an older version to the current one.
    static func migrate(_ database: Database, from version: Int) throws
  }

  extension QueueSchema: DatabaseSchema {
    static var applicationID: Int32 { QueueDatabase.applicationID }

    static func migrate(_ database: Database, from old: Int) throws {
      try migrate(database, from: old, to: version)
    }
  }

  /// A connection to a database of this library, such as a queue's. Other databases are refused.
  /// Throws `QueueStoreError` or GRDB's errors.
  package struct QueueDatabase {
    /// Identifies the database of a queue: “PKQu”.
    static let applicationID: Int32 = 0x504B_5175
    /// How long to wait for another connection, in seconds.
    private static let timeout = 0.25
    /// The same for a shared database, whose other users write only for moments.
    private static let sharedTimeout = 5.0

    package let connection: DatabaseQueue
    private let path: String
    private let file: FileIdentity?

    /// Opens or creates a database and migrates it to the current version.
    ///
    /// - Parameter isShared: Whether other connections, even of other processes, may have it open.
    package init(path: String, of schema: any DatabaseSchema.Type, isShared: Bool = false) throws {
      try Self.checkPlace(path)
      var configuration = Configuration()
      configuration.label = "PlayerKit.queue"
      configuration.busyMode = .timeout(isShared ? Self.sharedTimeout : Self.timeout)
      if !isShared {
        configuration.prepareDatabase { database in
          // Set before the first access, so that WAL needs no shared memory and there is only one
          // writer.
          try database.execute(sql: "PRAGMA locking_mode = EXCLUSIVE")
        }
      }
      Self.create(path)
      let connection = try DatabaseQueue(path: path, configuration: configuration)
      try connection.writeWithoutTransaction { database in
        _ = try Self.version(of: database, as: schema, path: path)
        Self.makePrivate(path)
        try Self.setUpJournal(database)
        try database.inTransaction(.immediate) {
          // Another connection may have created the tables meanwhile.
          let version = try Self.version(of: database, as: schema, path: path)
          try schema.migrate(database, from: version)
          try database.execute(sql: "PRAGMA application_id = \(schema.applicationID)")
          return .commit
        }
      }
      self.connection = connection
      self.path = path
      file = FileIdentity(path: path)
    }

    /// Rewrites the file, so that no deleted data is left in it or beside it.
    package func wipeFreePages() throws {
      try connection.writeWithoutTransaction { database in
        // The first checkpoint removes the deleted data even if there is no space to rewrite the
        // file.
        try database.execute(
          sql: "PRAGMA wal_checkpoint(TRUNCATE); VACUUM; PRAGMA wal_checkpoint(TRUNCATE)"
        )
      }
    }

    /// Whether the file is still at the path where it was opened.
    var isInPlace: Bool {
      file != nil && file == FileIdentity(path: path)
    }

    /// Throws clear errors for cases that SQLite reports poorly, or not before it writes.
    private static func checkPlace(_ path: String) throws(QueueStoreError) {
      var isDirectory: ObjCBool = false
      let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory)
      if exists, isDirectory.boolValue {
        throw QueueStoreError(.isDirectory, "\(path): this is a folder.")
      }
      if exists, !FileManager.default.isWritableFile(atPath: path) {
        throw QueueStoreError(.readOnly, "\(path): the file can't be written.")
      }
      let place = path.folderOfPath
      guard FileManager.default.fileExists(atPath: place, isDirectory: &isDirectory),
        isDirectory.boolValue
      else {
        throw QueueStoreError(.noSuchFolder, "\(place): the folder does not exist. Create it.")
      }
      guard FileManager.default.isWritableFile(atPath: place) else {
        throw QueueStoreError(.readOnly, "\(place): the folder can't be written.")
      }
    }

    /// Creates an empty file that only its owner can read, unless one exists. SQLite would create
    /// it readable for everyone. Files that SQLite puts beside it get the same permissions.
    private static func create(_ path: String) {
      // An existing file is not opened, because closing it would release this process's locks on
      // it.
      guard !FileManager.default.fileExists(atPath: path) else { return }
      let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
      if descriptor >= 0 { close(descriptor) }
    }

    /// Restricts an existing queue, and the files beside it, to its owner, because addresses in it
    /// may contain secrets. Has no effect on files of another user.
    private static func makePrivate(_ path: String) {
      let path = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
      for suffix in ["", "-wal", "-shm", "-journal"] { chmod(path + suffix, 0o600) }
    }

    /// Returns the version of an existing database, or 0 if it is empty. Nothing is written before
    /// the version is known.
    private static func version(
      of database: Database,
      as schema: any DatabaseSchema.Type,
      path: String
    ) throws -> Int {
      let application = try Int32.fetchOne(database, sql: "PRAGMA application_id") ?? 0
      let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
      let objects = try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM sqlite_master") ?? 0
      if application == 0, version == 0, objects == 0 { return 0 }
      guard application == schema.applicationID, version > 0 else {
        throw QueueStoreError(.notAQueue, "\(path): this is a database of something else.")
      }
      guard version <= schema.version else {
        throw QueueStoreError.newer(path, version: version, known: schema.version)
      }
      return version
    }

    private static func setUpJournal(_ database: Database) throws {
      let mode = try String.fetchOne(database, sql: "PRAGMA journal_mode = WAL")
      guard mode == "wal" else {
        throw QueueStoreError(.failed, "The journal can't be written ahead here.")
      }
      // Each commit waits for the disk, on macOS including the disk's own cache. Writing everything
      // leaves a large journal, which is truncated again.
      try database.execute(
        sql: """
          PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON;
          PRAGMA journal_size_limit = 4194304
          """
      )
    }
  }
#endif
