import PlayerKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Playlist {
  /// What the list stands for: tracks, and clips of tracks. Mirrors of one station are one track, which
  /// tries them in turn.
  ///
  /// What a list at an address names leads to no file: such an entry fails as
  /// ``PlayerError/Code/blockedURL`` when it is reached.
  ///
  /// - Parameter isFromPublicServer: whether the list came from a server on the Internet. Then its
  ///   entries lead to no address of this machine or the network around it.
  public func items(isFromPublicServer: Bool = true) -> [QueueItem] {
    var isRemote = false
    if case .url(let url) = location { isRemote = !url.isFileURL }
    return items(
      through: ListOrigin(
        lists: [location.map(\.text)].compactMap(\.self),
        depth: 1,
        isRemote: isRemote,
        isPublic: isRemote && isFromPublicServer
      )
    )
  }

  package func items(through origin: ListOrigin) -> [QueueItem] {
    let list = mergingMirrors()
    let albumID = list.entries.contains { $0.clip != nil } ? location.map(\.text) : nil
    return list.entries.map { entry in
      var metadata = entry.metadata
      metadata.albumID = albumID ?? metadata.albumID
      let others = entry.alternatives.map {
        URLTrack($0, headers: entry.headers, metadata: metadata, origin, [])
      }
      let track = URLTrack(
        entry.location,
        headers: entry.headers,
        metadata: metadata,
        origin,
        others
      )
      return QueueItem(track, clip: entry.clip)
    }
  }
}

extension PlaylistLocation {
  /// The address, or the path.
  package var text: String {
    switch self {
    case .url(let url): url.absoluteString
    case .path(let path): path
    }
  }
}

extension URLTrack {
  fileprivate init(
    _ location: PlaylistLocation,
    headers: [String: String],
    metadata: TrackMetadata,
    _ origin: ListOrigin,
    _ alternatives: [URLTrack]
  ) {
    switch location {
    case .url(let url):
      self.init(
        listed: url,
        headers: headers,
        metadata: metadata,
        origin: origin,
        alternatives: alternatives
      )
    case .path(let path):
      self.init(listed: path, metadata: metadata, origin: origin, alternatives: alternatives)
    }
  }
}
