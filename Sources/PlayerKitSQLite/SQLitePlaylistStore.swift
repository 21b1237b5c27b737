#if SQLite
  import Foundation
  import GRDB
  import PlayerKit

  /// Stores playlists in an SQLite database. A change writes a few rows, and no playlist is kept in
  /// memory.
  ///
  /// Several stores may have the database open, even in different processes. A queue's database
  /// (``SQLiteQueueStore``) or a file with other content is refused. Only the file's owner may read
  /// it (mode 0600).
  public actor SQLitePlaylistStore: PlaylistStore {
    private let path: String
    private let executor = StoreExecutor(label: "PlayerKit.SQLitePlaylistStore")
    private var connection: DatabaseQueue?
    private var isClosed = false

    /// The store's own thread, because it waits for the disk.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
      executor.asUnownedSerialExecutor()
    }

    /// Makes a store. The first call that needs the database opens or creates it. If that fails,
    /// the next call tries again.
    public init(path: String) {
      self.path = path.fromRoot
    }

    /// Returns the summaries of all playlists.
    public func playlists() throws(PlaylistStoreError) -> [PlaylistSummary] {
      try run { try PlaylistRows.summaries($0) }
    }

    /// Returns the tracks of a playlist.
    public func tracks(of playlist: String) throws(PlaylistStoreError) -> [StoredTrack] {
      try run { try PlaylistRows.tracks(of: playlist, $0) }
    }

    /// Writes tracks into a playlist in one transaction.
    public func write(
      _ tracks: [StoredTrack],
      to playlist: String,
      _ mode: PlaylistWriting
    ) throws(PlaylistStoreError) {
      try run { try PlaylistRows.write(tracks, to: playlist, mode, $0) }
    }

    /// Renames a playlist.
    public func rename(_ playlist: String, to name: String) throws(PlaylistStoreError) {
      try run { try PlaylistRows.rename(playlist, to: name, $0) }
    }

    /// Removes a playlist.
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
