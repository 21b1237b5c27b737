#if SQLite
  import Foundation
  import GRDB
  import PlayerKit

  /// Keeps playlists in an SQLite database: a change writes a few rows, and nothing is kept in memory.
  ///
  /// Several stores, also of other processes, may have the database open. It is another one than that of a
  /// ``SQLiteQueueStore``, and refuses a file of anything else. Only the file's owner may read it (mode 0600).
  public actor SQLitePlaylistStore: PlaylistStore {
    private let path: String
    private let executor = StoreExecutor(label: "PlayerKit.SQLitePlaylistStore")
    private var connection: DatabaseQueue?
    private var isClosed = false

    /// Runs on a thread of its own: it waits for the disk.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
      executor.asUnownedSerialExecutor()
    }

    /// Makes a store. The database is opened, or made, by the first call that needs it; where that fails, by
    /// the next one again.
    public init(path: String) {
      self.path = path.fromRoot
    }

    /// What there is.
    public func playlists() throws(PlaylistStoreError) -> [PlaylistSummary] {
      try run { try PlaylistRows.summaries($0) }
    }

    /// The tracks of a playlist.
    public func tracks(of playlist: String) throws(PlaylistStoreError) -> [StoredTrack] {
      try run { try PlaylistRows.tracks(of: playlist, $0) }
    }

    /// Writes tracks into a playlist: their rows, in one transaction.
    public func write(
      _ tracks: [StoredTrack],
      to playlist: String,
      _ mode: PlaylistWriting
    ) throws(PlaylistStoreError) {
      try run { try PlaylistRows.write(tracks, to: playlist, mode, $0) }
    }

    /// Gives a playlist another name.
    public func rename(_ playlist: String, to name: String) throws(PlaylistStoreError) {
      try run { try PlaylistRows.rename(playlist, to: name, $0) }
    }

    /// Takes a playlist away.
    public func remove(_ playlist: String) throws(PlaylistStoreError) {
      try run { try PlaylistRows.remove(playlist, $0) }
    }

    /// Closes the database.
    public func close() {
      isClosed = true
      try? connection?.close()
      connection = nil
    }

    private func run<Result>(
      _ body: (Database) throws -> Result
    ) throws(PlaylistStoreError) -> Result {
      do {
        return try open().write(body)
      } catch let error as DatabaseError {
        throw PlaylistStoreError(storing: QueueStoreError(error, path: path))
      } catch {
        throw PlaylistStoreError(storing: error)
      }
    }

    private func open() throws -> DatabaseQueue {
      if isClosed { throw QueueStoreError.closed }
      if let connection { return connection }
      let opened = try QueueDatabase(path: path, of: PlaylistRows.self, isShared: true).connection
      connection = opened
      return opened
    }
  }
#endif
