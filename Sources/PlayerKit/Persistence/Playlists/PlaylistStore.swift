/// Stores playlists by name.
///
/// Names are not paths: a store does not look for a file of that name. ``PlaylistName`` defines the
/// valid names. The name is the only identity of a playlist.
///
/// Calls come from any thread, one or several at a time; a store carries out each one completely or
/// not at all. `PlaylistStoreContract` of PlayerKitTesting checks a store.
public protocol PlaylistStore: Sendable {
  /// Returns all playlists, sorted by name.
  func playlists() async throws(PlaylistStoreError) -> [PlaylistSummary]

  /// Returns the tracks of a playlist, in order.
  ///
  /// - Throws: ``PlaylistStoreError/Code/notFound``.
  func tracks(of playlist: String) async throws(PlaylistStoreError) -> [StoredTrack]

  /// Writes tracks into a playlist.
  ///
  /// - Throws: ``PlaylistStoreError/Code/exists`` or ``PlaylistStoreError/Code/notFound``,
  ///   depending on `mode`, ``PlaylistStoreError/Code/invalidName``,
  ///   ``PlaylistStoreError/Code/tooMany``.
  func write(
    _ tracks: [StoredTrack],
    to playlist: String,
    _ mode: PlaylistWriting
  ) async throws(PlaylistStoreError)

  /// Renames a playlist.
  ///
  /// - Throws: ``PlaylistStoreError/Code/notFound``; ``PlaylistStoreError/Code/exists`` if a
  ///   playlist has the new name, even this one itself; ``PlaylistStoreError/Code/invalidName``.
  func rename(_ playlist: String, to name: String) async throws(PlaylistStoreError)

  /// Removes a playlist.
  ///
  /// - Throws: ``PlaylistStoreError/Code/notFound``.
  func remove(_ playlist: String) async throws(PlaylistStoreError)

  /// Releases files and locks. Every later call fails as ``PlaylistStoreError/Code/failed``. A
  /// second call has no effect.
  func close() async
}

/// A playlist without its tracks.
public struct PlaylistSummary: Sendable, Hashable {
  /// The name.
  public let name: String
  /// The time of the last write, in seconds since 1970.
  public let modified: Int64
  /// The number of tracks.
  public let count: Int

  /// Creates a summary, as a store does.
  public init(name: String, modified: Int64, count: Int) {
    self.name = name
    self.modified = modified
    self.count = count
  }
}

/// How tracks are written into a playlist.
@nonexhaustive public enum PlaylistWriting: String, Sendable, Hashable, CaseIterable, Codable {
  /// Creates a new playlist. An existing one is left unchanged.
  case create
  /// Replaces the tracks of an existing playlist. If it does not exist, nothing is created.
  case replace
  /// Appends to an existing playlist, or creates a new one.
  case append
}

/// The rules for the names of playlists.
public enum PlaylistName {
  /// The maximum length, in bytes of UTF-8.
  public static let longest = 255

  /// Returns whether a name is valid: not empty, not longer than ``longest``, without slashes and
  /// control characters, and not `.` or `..`. So a program that uses it as a file name stays in its
  /// folder.
  public static func isValid(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= longest && name != "." && name != ".."
      && name.unicodeScalars.allSatisfy { scalar in
        scalar != "/" && scalar != "\\" && scalar.properties.generalCategory != .control
      }
  }
}
