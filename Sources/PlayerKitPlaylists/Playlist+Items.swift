import PlayerKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Playlist {
  /// What the list stands for: tracks, and clips of tracks. Mirrors of one station are one track, which
  /// tries them in turn. Several tracks of a list with a title are one section, a new one each time.
  ///
  /// What a list at an address names leads to no file: such an entry fails as
  /// ``PlayerError/Code/blockedURL`` when it is reached. So does that of a list without a location.
  ///
  /// - Parameter isFromPublicServer: whether the list came from a server on the Internet. Then its
  ///   entries lead to no address of this machine or the network around it.
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
  /// The address, or the path.
  package var text: String {
    switch self {
    case .url(let url): url.absoluteString
    case .path(let path): path
    }
  }

  /// Whether it is a file of this machine.
  var isLocal: Bool {
    switch self {
    case .url(let url): url.isFileURL
    case .path: true
    }
  }

  /// Names the album that a list is. It shows nothing of an address, which may hold secrets.
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
    // An address that a server names leads to no file.
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
