/// Keeps playlists in memory, as long as the store lives.
public actor MemoryPlaylistStore: PlaylistStore {
  private var stored = StoredPlaylists()
  private var isClosed = false

  /// Makes a store that keeps nothing yet.
  public init() {}

  /// What there is.
  public func playlists() throws(PlaylistStoreError) -> [PlaylistSummary] {
    try checkOpen()
    return stored.summaries
  }

  /// The tracks of a playlist.
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

  /// Gives a playlist another name.
  public func rename(_ playlist: String, to name: String) throws(PlaylistStoreError) {
    try change(.init(.rename, playlist, newName: name, modified: .secondsNow))
  }

  /// Takes a playlist away.
  public func remove(_ playlist: String) throws(PlaylistStoreError) {
    try change(.init(.remove, playlist, modified: .secondsNow))
  }

  /// Refuses what comes later.
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
