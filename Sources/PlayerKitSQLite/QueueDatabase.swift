#if SQLite
  import Foundation
  import GRDB
  import PlayerKit

  /// What a database holds: its tables, in every version that there ever was.
  package protocol DatabaseSchema {
    /// Marks a database as one of this kind.
    static var applicationID: Int32 { get }
    /// The present version.
    static var version: Int { get }

    /// Brings a database from an older version to the present one.
    static func migrate(_ database: Database, from version: Int) throws
  }

  extension QueueSchema: DatabaseSchema {
    static var applicationID: Int32 { QueueDatabase.applicationID }

    static func migrate(_ database: Database, from old: Int) throws {
      try migrate(database, from: old, to: version)
    }
  }

  /// A connection to a database of ours, such as a queue's, and to no other. What it throws is a `QueueStoreError` or
  /// GRDB's.
  package struct QueueDatabase {
    /// Marks a database as a queue's: “PKQu”.
    static let applicationID: Int32 = 0x504B_5175
    /// How long to wait for another connection, in seconds.
    private static let patience = 0.25
    /// The same for a database that others may have open, which write for moments only.
    private static let sharedPatience = 5.0

    package let connection: DatabaseQueue
    private let path: String
    private let file: FileIdentity?

    /// Opens a database, or makes one, and brings it to the present version.
    ///
    /// - Parameter isShared: whether other connections, also of other processes, may have it open.
    package init(path: String, of schema: any DatabaseSchema.Type, isShared: Bool = false) throws {
      try Self.checkPlace(path)
      var configuration = Configuration()
      configuration.label = "PlayerKit.queue"
      configuration.busyMode = .timeout(isShared ? Self.sharedPatience : Self.patience)
      if !isShared {
        configuration.prepareDatabase { database in
          // Before the first access, so that WAL needs no shared memory, and there is one writer.
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
          // Another connection may have made the tables meanwhile.
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

    /// Writes the file anew. Nothing of what was deleted is left in it, or beside it.
    package func wipeFreePages() throws {
      try connection.writeWithoutTransaction { database in
        // What was there is gone even where there is no room to make the file smaller.
        try database.execute(
          sql: "PRAGMA wal_checkpoint(TRUNCATE); VACUUM; PRAGMA wal_checkpoint(TRUNCATE)"
        )
      }
    }

    /// Whether the file still lies where it was opened.
    var isInPlace: Bool {
      file != nil && file == FileIdentity(path: path)
    }

    /// Says what SQLite would say less well, or not before it writes.
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
      else { throw QueueStoreError(.noSuchFolder, "\(place): there is no such folder.") }
      guard FileManager.default.isWritableFile(atPath: place) else {
        throw QueueStoreError(.readOnly, "\(place): the folder can't be written.")
      }
    }

    /// Makes an empty file that is its owner's alone, where there is none. SQLite would let everybody
    /// read it, and gives the database's permissions to what it puts beside it.
    private static func create(_ path: String) {
      // One that is there is not opened: closing it would give up this process's locks on it.
      guard !FileManager.default.fileExists(atPath: path) else { return }
      let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
      if descriptor >= 0 { close(descriptor) }
    }

    /// Has only the owner read a queue that is there, and what lies beside it: there may be secrets in
    /// its addresses. No effect on files of somebody else.
    private static func makePrivate(_ path: String) {
      let path = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
      for suffix in ["", "-wal", "-shm", "-journal"] { chmod(path + suffix, 0o600) }
    }

    /// The version of what is there; 0 where it is empty. Nothing is written before it is known.
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
      // Waits for the disk at each commit, on macOS also for the disk's own memory. A write of
      // everything leaves a large journal: not for long.
      try database.execute(
        sql: """
          PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON;
          PRAGMA journal_size_limit = 4194304
          """
      )
    }
  }
#endif
