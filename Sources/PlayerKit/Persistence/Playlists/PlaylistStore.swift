/// Keeps playlists by their names.
///
/// Names are not paths: a store does not look for a file of that name. ``PlaylistName`` says what
/// may be one. A playlist has no identity but its name.
///
/// Calls come from any thread, one or several at a time; a store has each of them done as a whole,
/// or not at all. `PlaylistStoreContract` of PlayerKitTesting checks a store.
public protocol PlaylistStore: Sendable {
  /// What there is, in the order of the names.
  func playlists() async throws(PlaylistStoreError) -> [PlaylistSummary]

  /// The tracks of a playlist, in order.
  ///
  /// - Throws: ``PlaylistStoreError/Code/notFound``.
  func tracks(of playlist: String) async throws(PlaylistStoreError) -> [StoredTrack]

  /// Writes tracks into a playlist.
  ///
  /// - Throws: ``PlaylistStoreError/Code/exists`` and ``PlaylistStoreError/Code/notFound`` as
  ///   `mode` says, ``PlaylistStoreError/Code/invalidName``, ``PlaylistStoreError/Code/tooMany``.
  func write(
    _ tracks: [StoredTrack],
    to playlist: String,
    _ mode: PlaylistWriting
  ) async throws(PlaylistStoreError)

  /// Gives a playlist another name.
  ///
  /// - Throws: ``PlaylistStoreError/Code/notFound``; ``PlaylistStoreError/Code/exists`` where there
  ///   is one of the new name, itself included; ``PlaylistStoreError/Code/invalidName``.
  func rename(_ playlist: String, to name: String) async throws(PlaylistStoreError)

  /// Takes a playlist away.
  ///
  /// - Throws: ``PlaylistStoreError/Code/notFound``.
  func remove(_ playlist: String) async throws(PlaylistStoreError)

  /// Lets go of what it holds: files, locks. Every later call fails as
  /// ``PlaylistStoreError/Code/failed``. Called again: no effect.
  func close() async
}

/// What a playlist is, without its tracks.
public struct PlaylistSummary: Sendable, Hashable {
  /// Its name.
  public let name: String
  /// When it was written last, in seconds since 1970.
  public let modified: Int64
  /// How many tracks it has.
  public let count: Int

  /// Makes one of its parts, as a store does.
  public init(name: String, modified: Int64, count: Int) {
    self.name = name
    self.modified = modified
    self.count = count
  }
}

/// How tracks are written into a playlist.
@nonexhaustive public enum PlaylistWriting: String, Sendable, Hashable, CaseIterable, Codable {
  /// Into a new one. One that is there is left alone.
  case create
  /// In place of those that are there. Where there is no such playlist, nothing is made.
  case replace
  /// Behind those that are there; into a new one, where there is none.
  case append
}

/// What may be the name of a playlist.
public enum PlaylistName {
  /// The longest one, in bytes of UTF-8.
  public static let longest = 255

  /// Whether a text may be: not empty, no longer than ``longest``, without slashes and control
  /// characters, and not `.` or `..`. So no program that takes it for the name of a file is led
  /// elsewhere.
  public static func isValid(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= longest && name != "." && name != ".."
      && name.unicodeScalars.allSatisfy { scalar in
        scalar != "/" && scalar != "\\" && scalar.properties.generalCategory != .control
      }
  }
}

/// How much a store keeps.
package enum StoredPlaylistLimits {
  /// The tracks of a playlist.
  package static let maximumTracks = 100_000
  /// The playlists.
  package static let maximumPlaylists = 10_000
}
