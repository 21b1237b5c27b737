/// Stores playlists in memory, as long as the store exists.
public actor MemoryPlaylistStore: PlaylistStore {
  private var stored = StoredPlaylists()
  private var isClosed = false

  /// Creates an empty store.
  public init() {}

  /// Returns all playlists.
  public func playlists() throws(PlaylistStoreError) -> [PlaylistSummary] {
    try checkOpen()
    return stored.summaries
  }

  /// Returns the tracks of a playlist.
  public func tracks(of playlist: String) throws(PlaylistStoreError) -> [StoredTrack] {
    try checkOpen()
    return try stored.tracks(of: playlist)
  }

  /// Writes tracks into a playlist.
  public func write(
    _ tracks: [StoredTrack],
    to playlist: String,
    _ mode: PlaylistWriting
  ) throws(PlaylistStoreError) {
    try change(.init(tracks, to: playlist, mode, modified: .secondsNow))
  }

  /// Renames a playlist.
  public func rename(_ playlist: String, to name: String) throws(PlaylistStoreError) {
    try change(.init(.rename, playlist, newName: name, modified: .secondsNow))
  }

  /// Removes a playlist.
  public func remove(_ playlist: String) throws(PlaylistStoreError) {
    try change(.init(.remove, playlist, modified: .secondsNow))
  }

  /// Closes the store; later calls fail.
  public func close() { isClosed = true }

  private func change(_ change: StoredPlaylists.Change) throws(PlaylistStoreError) {
    try checkOpen()
    try stored.check(change)
    stored.apply(change)
  }

  private func checkOpen() throws(PlaylistStoreError) {
    if isClosed { throw PlaylistStoreError(storing: QueueStoreError.closed) }
  }
}
