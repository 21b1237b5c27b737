import Foundation
import PlayerKit

/// The stored playlists, in MPD's terms. Threads: any.
struct MPDPlaylists: Sendable {
  private let store: any PlaylistStore
  private let registry: TrackRegistry
  private let names: MPDNames

  init(_ store: any PlaylistStore, _ registry: TrackRegistry, _ names: MPDNames) {
    self.store = store
    self.registry = registry
    self.names = names
  }

  /// Rejects an invalid name before the store is asked.
  static func check(_ name: String) throws(MPDError) {
    guard PlaylistName.isValid(name) else { throw MPDError(.argument, "Bad playlist name") }
  }

  func writeNames(into response: inout MPDResponse) async throws(MPDError) {
    for playlist in try await run({ () throws(PlaylistStoreError) in try await store.playlists() })
    {
      response.add("playlist", playlist.name)
      response.add("Last-Modified", Self.text(ofTime: playlist.modified))
    }
  }

  /// Returns the tracks, or a range of them.
  func items(
    _ name: String,
    _ range: MPDRange = .all
  ) async throws(MPDError) -> [QueueItem] {
    let tracks = try await tracks(name)
    guard let range = range.within(tracks.count) else { throw .badIndex }
    return tracks[range].map { QueueItem(registry.decode($0)) }
  }

  /// Returns the songs. Those with a secret address are named by the playlist and their index.
  func songs(_ name: String) async throws(MPDError) -> [MPDSong] {
    try await items(name).enumerated().map { place, item in
      let file = names.address(of: item.track) ?? "\(Self.prefix)\(name)/\(place)"
      return MPDSong(file: file, metadata: item.metadata)
    }
  }

  /// The prefix for the name of a song whose address is secret.
  private static let prefix = "playlist/"

  /// Returns the song of a name with the prefix. `nil` for other names.
  func item(named file: String) async throws(MPDError) -> QueueItem? {
    guard file.hasPrefix(Self.prefix), let end = file.lastIndex(of: "/"),
      let place = Int(file[file.index(after: end)...])
    else { return nil }
    let name = String(file[..<end].dropFirst(Self.prefix.count))
    guard PlaylistName.isValid(name) else { return nil }
    let tracks = try await tracks(name)
    return tracks.indices.contains(place) ? QueueItem(registry.decode(tracks[place])) : nil
  }

  func save(_ tracks: [any Track], to name: String, _ mode: PlaylistWriting) async throws(MPDError)
  {
    var stored: [StoredTrack] = []
    for track in tracks {
      do throws(QueueStoreError) {
        stored.append(try registry.encode(track))
      } catch {
        throw MPDError(.system, error.message)
      }
    }
    try await run { () throws(PlaylistStoreError) in try await store.write(stored, to: name, mode) }
  }

  /// Inserts tracks at an index.
  func insert(_ tracks: [any Track], into name: String, at place: Int) async throws(MPDError) {
    try await change(name) { (old: inout [StoredTrack]) throws(MPDError) in
      guard place <= old.count else { throw MPDError(.argument, "Bad position") }
      do throws(QueueStoreError) {
        var new: [StoredTrack] = []
        for track in tracks { new.append(try registry.encode(track)) }
        old.insert(contentsOf: new, at: place)
      } catch {
        throw MPDError(.system, error.message)
      }
    }
  }

  func delete(_ range: MPDRange, from name: String) async throws(MPDError) {
    try await change(name) { (tracks: inout [StoredTrack]) throws(MPDError) in
      guard range.start < tracks.count, let range = range.within(tracks.count) else {
        throw .badIndex
      }
      tracks.removeSubrange(range)
    }
  }

  func move(_ from: Int, to target: Int, in name: String) async throws(MPDError) {
    try await change(name) { (tracks: inout [StoredTrack]) throws(MPDError) in
      guard tracks.indices.contains(from), tracks.indices.contains(target) else {
        throw MPDError(.argument, "Bad range")
      }
      tracks.insert(tracks.remove(at: from), at: target)
    }
  }

  func clear(_ name: String) async throws(MPDError) {
    try await change(name) { (tracks: inout [StoredTrack]) throws(MPDError) in tracks = [] }
  }

  func rename(_ name: String, to newName: String) async throws(MPDError) {
    do throws(MPDError) {
      try await run { () throws(PlaylistStoreError) in try await store.rename(name, to: newName) }
    } catch {
      // MPD has two messages for this error.
      throw error.code == .exists ? MPDError(.exists, "Playlist exists already") : error
    }
  }

  func remove(_ name: String) async throws(MPDError) {
    try await run { () throws(PlaylistStoreError) in try await store.remove(name) }
  }

  // MARK: - Parts

  private func tracks(_ name: String) async throws(MPDError) -> [StoredTrack] {
    try await run { () throws(PlaylistStoreError) in try await store.tracks(of: name) }
  }

  private func change(
    _ name: String,
    _ body: (inout [StoredTrack]) throws(MPDError) -> Void
  ) async throws(MPDError) {
    var tracks = try await tracks(name)
    try body(&tracks)
    let changed = tracks
    try await run { () throws(PlaylistStoreError) in
      try await store.write(changed, to: name, .replace)
    }
  }

  private func run<Result>(
    _ body: () async throws(PlaylistStoreError) -> Result
  ) async throws(MPDError) -> Result {
    do throws(PlaylistStoreError) {
      return try await body()
    } catch {
      switch error.code {
      case .notFound: throw .noSuchPlaylist
      case .exists: throw MPDError(.exists, "Playlist already exists")
      case .invalidName: throw MPDError(.argument, "Bad playlist name")
      case .tooMany: throw MPDError(.playlistTooLarge, "Stored playlist is too large")
      default: throw MPDError(.system, "The playlists can't be read or written")
      }
    }
  }

  /// Returns a time in MPD's format: `2026-11-25T22:28:11Z`.
  static func text(ofTime seconds: Int64) -> String {
    Date(timeIntervalSince1970: TimeInterval(seconds)).formatted(.iso8601)
  }
}
