import Foundation
import PlayerKit
import PlayerKitPlaylists

/// A playlist to be written.
struct PlaylistFile {
  private let url: URL
  private let writer: PlaylistWriter

  /// `nil` where the name is of no format that can be written.
  init?(path: String) {
    guard let format = PlaylistFormat(fileName: path), let writer = try? PlaylistWriter(format)
    else {
      return nil
    }
    url = URL(fileURLWithPath: path)
    self.writer = writer
  }

  /// An entry of the queue as one of the list: where it would be played from.
  func entry(
    of item: QueueItem,
    _ services: Services
  ) async throws(PlayerError) -> Playlist.Entry {
    let source = try await services.source(of: item.track)
    guard let location = location(of: source) else {
      throw PlayerError(.invalidItem, "It has no address.")
    }
    return Playlist.Entry(
      location,
      alternatives: source.alternatives.compactMap(location(of:)),
      metadata: item.track.metadata,
      headers: source.headers.filter { $0.key.lowercased() == "user-agent" },
      clip: item.clip
    )
  }

  func write(_ list: Playlist) throws {
    try Data(writer.text(of: list).utf8).write(to: url, options: .atomic)
  }

  private func location(of source: MediaSource) -> PlaylistLocation? {
    switch source.location {
    case .remote(let url): .url(url)
    case .file(let path): .path(relative(URL(fileURLWithPath: path).standardizedFileURL.path))
    default: nil
    }
  }

  /// Relative to the list's folder, where it lies there: so both can be moved together.
  private func relative(_ path: String) -> String {
    let folder = url.standardizedFileURL.deletingLastPathComponent().path
    let prefix = folder.hasSuffix("/") ? folder : folder + "/"
    return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : path
  }
}
