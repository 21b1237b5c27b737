import PlayerKit
import PlayerKitServices

extension SubsonicClient {
  /// Saves a queue on the server for other devices: the entries that are songs of the server, the
  /// current one, and the position.
  @discardableResult
  public func save(_ queue: QueuePlayer) async throws -> Int {
    let entries = queue.entries
    let position = queue.position
    var songs: [String] = []
    var current: Int?
    for entry in entries {
      guard let track = entry.track as? SubsonicTrack,
        server?.owns(track.server) ?? (track.server == nil)
      else { continue }
      if entry.id == entries.current { current = songs.count }
      songs.append(track.id)
    }
    if try await hasIndexBasedQueue() {
      try await savePlayQueueByIndex(songs, current: current, position: position)
    } else {
      try await savePlayQueue(songs, current: current, position: position)
    }
    return songs.count
  }

  /// Replaces the contents of a queue with the queue saved on the server.
  ///
  /// - Returns: Whether there was one. If not, the queue is unchanged.
  public func resume(in queue: QueuePlayer) async throws -> Bool {
    let byIndex = try await hasIndexBasedQueue()
    guard let left = try await byIndex ? playQueueByIndex() : playQueue() else { return false }
    let songs = array(left.entry)
    guard !songs.isEmpty else { return false }
    let start =
      byIndex
      ? left.currentIndex.flatMap { songs.indices.contains($0) ? $0 : nil }
      : left.current.flatMap { current in songs.firstIndex { $0.id == current } }
    let milliseconds = min(max(left.position ?? 0, 0), 1 << 40)
    let tracks = songs.map { SubsonicTrack($0, server: server?.id) }
    do {
      try queue.set(
        tracks.map { QueueItem($0) },
        startAt: start ?? 0,
        position: start == nil ? nil : .milliseconds(milliseconds)
      )
    } catch {
      throw CatalogError(
        .malformedReply,
        "The stored queue could not be loaded.",
        service: .subsonic
      )
    }
    return true
  }

  /// Whether the server can distinguish duplicates of a song in a queue.
  private func hasIndexBasedQueue() async throws -> Bool {
    try await extensions().contains("indexBasedQueue")
  }
}
