import PlayerKit
import PlayerKitSystem

extension Playlist {
  /// Returns the items of the list: tracks, and clips of tracks. Mirrors of one station become one
  /// track, which tries them in turn. If a list has a title and several tracks, these form a
  /// section, a new one on each call.
  ///
  /// A list from a server can't lead to local files: an entry that names one fails with
  /// ``PlayerError/Code/blockedURL`` when playback reaches it. The same holds for a list without a
  /// location.
  ///
  /// - Parameter isFromPublicServer: whether the list came from a server on the Internet. If so,
  ///   its entries can't reach this machine or the local network.
  public func items(isFromPublicServer: Bool = true) -> [QueueItem] {
    let isRemote = location?.isLocal != true
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
    let albumID = list.entries.contains { $0.clip != nil } ? location?.albumID : nil
    let isSection = list.title != nil && list.entries.count > 1
    let section = isSection ? QueueSection(id: UUID().uuidString, title: list.title) : nil
    return list.entries.map { entry in
      var entry = entry
      entry.metadata.albumID = albumID ?? entry.metadata.albumID
      let others = entry.alternatives.prefix(MediaSource.maximumAlternatives).map {
        URLTrack($0, of: entry, origin, [])
      }
      let track = URLTrack(entry.location, of: entry, origin, others)
      return QueueItem(track, clip: entry.clip, section: section)
    }
  }
}

extension PlaylistLocation {
  /// The URL as text, or the path.
  package var text: String {
    switch self {
    case .url(let url): url.absoluteString
    case .path(let path): path
    }
  }

  /// Whether this is a file of this machine.
  var isLocal: Bool {
    switch self {
    case .url(let url): url.isFileURL
    case .path: true
    }
  }

  /// The id of the album that a list forms. A hash, since a URL may hold secrets.
  fileprivate var albumID: String {
    let hash = text.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { hash, byte in
      (hash ^ UInt64(byte)) &* 0x100_0000_01B3
    }
    return "list:" + String(hash, radix: 16)
  }
}

extension URLTrack {
  fileprivate init(
    _ location: PlaylistLocation,
    of entry: Playlist.Entry,
    _ origin: ListOrigin,
    _ alternatives: [URLTrack]
  ) {
    var metadata = entry.metadata
    switch entry.artwork {
    // An address from a server must not lead to a file.
    case .url(let url): metadata.artwork = url.isFileURL ? nil : Artwork(url)
    case .path(let path): metadata.artwork = origin.isRemote ? nil : Artwork(path: path)
    case nil: break
    }
    switch location {
    case .url(let url):
      self.init(
        listed: url,
        headers: entry.headers,
        metadata: metadata,
        origin: origin,
        alternatives: alternatives
      )
    case .path(let path):
      self.init(
        listed: path,
        metadata: metadata,
        origin: origin,
        alternatives: alternatives
      )
    }
  }
}
