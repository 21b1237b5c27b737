/// Playlists in memory, and their changes.
package struct StoredPlaylists: Sendable {
  /// The maximum number of tracks in a playlist.
  package static let maximumTracks = 100_000
  /// The maximum number of playlists.
  package static let maximumPlaylists = 10_000

  package struct Playlist: Sendable {
    var tracks: [StoredTrack]
    var modified: Int64
  }

  /// A change of a playlist.
  package struct Change: Sendable, Codable {
    package enum Kind: String, Sendable, Codable {
      case create, replace, append, rename, remove
    }

    package var kind: Kind
    package var name: String
    package var newName: String?
    package var tracks: [StoredTrack]?
    package var modified: Int64

    package init(
      _ kind: Kind,
      _ name: String,
      newName: String? = nil,
      tracks: [StoredTrack]? = nil,
      modified: Int64
    ) {
      self.kind = kind
      self.name = name
      self.newName = newName
      self.tracks = tracks
      self.modified = modified
    }

    package init(
      _ tracks: [StoredTrack],
      to name: String,
      _ mode: PlaylistWriting,
      modified: Int64
    ) {
      let kind: Kind =
        switch mode {
        case .create: .create
        case .replace: .replace
        case .append: .append
        }
      self.init(kind, name, tracks: tracks, modified: modified)
    }
  }

  private(set) var all: [String: Playlist] = [:]

  package init() {}

  package var summaries: [PlaylistSummary] {
    all.map { PlaylistSummary(name: $0, modified: $1.modified, count: $1.tracks.count) }
      .sorted { $0.name < $1.name }
  }

  package func tracks(of name: String) throws(PlaylistStoreError) -> [StoredTrack] {
    guard let playlist = all[name] else { throw .notFound }
    return playlist.tracks
  }

  /// Throws if a change is invalid.
  package func check(_ change: Change) throws(PlaylistStoreError) {
    let isThere = all[change.name] != nil
    let count = change.tracks?.count ?? 0
    switch change.kind {
    case .create, .append:
      guard isThere || PlaylistName.isValid(change.name) else { throw .invalidName }
      if change.kind == .create, isThere { throw .exists }
      guard isThere || all.count < StoredPlaylists.maximumPlaylists else { throw .tooMany }
      let before = all[change.name]?.tracks.count ?? 0
      guard before + count <= StoredPlaylists.maximumTracks else { throw .tooMany }
    case .replace:
      guard isThere else { throw .notFound }
      guard count <= StoredPlaylists.maximumTracks else { throw .tooMany }
    case .rename:
      guard isThere else { throw .notFound }
      let newName = change.newName ?? ""
      guard PlaylistName.isValid(newName) else { throw .invalidName }
      guard all[newName] == nil else { throw .exists }
    case .remove:
      guard isThere else { throw .notFound }
    }
  }

  /// Applies a valid change.
  package mutating func apply(_ change: Change) {
    switch change.kind {
    case .create, .replace:
      all[change.name] = Playlist(tracks: change.tracks ?? [], modified: change.modified)
    case .append:
      all[change.name, default: Playlist(tracks: [], modified: 0)].tracks += change.tracks ?? []
      all[change.name]?.modified = change.modified
    case .rename:
      if let newName = change.newName, let playlist = all.removeValue(forKey: change.name) {
        all[newName] = playlist
      }
    case .remove: all[change.name] = nil
    }
  }
}
