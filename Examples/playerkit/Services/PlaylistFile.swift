import Foundation
import PlayerKit
import PlayerKitPlaylists
import PlayerKitServices
import PlayerKitSystem

/// A playlist file to write.
struct PlaylistFile {
  private let url: URL
  private let writer: PlaylistWriter

  /// Returns `nil` if the name has no extension of a supported format.
  init?(path: String) {
    guard let format = PlaylistFormat(fileName: path), let writer = try? PlaylistWriter(format)
    else {
      return nil
    }
    url = URL(fileURLWithPath: path)
    self.writer = writer
  }

  /// Makes the playlist entry for an item, with the address from which it plays.
  func entry(
    of item: QueueItem,
    _ services: MusicServices
  ) async throws(PlayerError) -> Playlist.Entry {
    let source = try await services.source(of: item.track)
    guard let location = location(of: source) else {
      throw PlayerError(.invalidItem, "It has no address.")
    }
    // An address that a service signed is only valid for this user, and for a limited time.
    let isForUser = source.headers.keys.contains { $0.lowercased() == "authorization" }
    if !(item.track is URLTrack), case .url(let url) = location, isForUser || url.query() != nil {
      throw PlayerError(.invalidItem, "Its address is secret, so it is not written.")
    }
    let metadata = item.track.statedMetadata
    let entry = Playlist.Entry(
      location,
      alternatives: source.alternatives.compactMap(location(of:)),
      metadata: metadata,
      artwork: metadata.artwork?.url(atLeast: 600).map { .url($0) },
      // All other headers may be secrets.
      headers: source.headers.filter { ["user-agent", "referer"].contains($0.key.lowercased()) },
      clip: item.clip
    )
    guard !writer.omissions(of: entry).contains(.clip) else {
      throw PlayerError(
        .invalidClip,
        "Only .m3u8 can hold a part of a file. Choose a name that ends in .m3u8."
      )
    }
    return entry
  }

  /// Describes the values of an entry that the format can't store. Returns `nil` if it stores
  /// everything.
  func loss(of entry: Playlist.Entry) -> String? {
    let omissions = writer.omissions(of: entry)
    let words = PlaylistWriter.Omission.allCases.filter(omissions.contains).map { omission in
      switch omission {
      case .clip: "the part of it"
      case .alternatives: "its mirrors"
      case .headers: "its header fields"
      @unknown default: "some of it"
      }
    }
    return words.isEmpty ? nil : "not written: " + words.joined(separator: ", ")
  }

  /// Writes the list. If an address in it may contain a secret, only the user can read the file.
  func write(_ list: Playlist) throws {
    let data = Data(writer.text(of: list).utf8)
    guard list.entries.contains(where: Self.mayHoldSecret) else {
      return try data.write(to: url, options: .atomic)
    }
    try PrivateFiles.replace(url.path, with: Array(data))
  }

  private static func mayHoldSecret(_ entry: Playlist.Entry) -> Bool {
    ([entry.location] + entry.alternatives + [entry.artwork].compactMap(\.self)).contains {
      guard case .url(let url) = $0 else { return false }
      return url.query() != nil || url.user() != nil
    }
  }

  private func location(of source: MediaSource) -> PlaylistLocation? {
    switch source.location {
    case .remote(let url): .url(url)
    case .file(let path): .path(relative(URL(fileURLWithPath: path).standardizedFileURL.path))
    default: nil
    }
  }

  /// The path relative to the list's folder if it is inside, so that both can be moved together.
  private func relative(_ path: String) -> String {
    let folder = url.standardizedFileURL.deletingLastPathComponent().path
    let prefix = folder.hasSuffix("/") ? folder : folder + "/"
    return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : path
  }
}
