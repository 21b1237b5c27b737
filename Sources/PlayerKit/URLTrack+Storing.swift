import PlayerKitSystem

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension URLTrack: StorableTrack {
  private enum Key: String, CodingKey {
    case id, path, url, item, metadata, origin, alternatives, userAgent, naming
    /// Of earlier versions.
    case artwork
  }

  /// The name under which stores keep it.
  public static var storedType: String { "url" }

  /// The id without a user's name and password.
  public var storedID: String {
    switch address {
    case .path: id
    case .url, .unusable: Self.withoutUser(id)
    }
  }

  /// Reads a track that was stored.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    var metadata = try values.decodeIfPresent(TrackMetadata.self, forKey: .metadata)
    if let picture = try values.decodeIfPresent(URL.self, forKey: .artwork) {
      metadata = metadata ?? TrackMetadata()
      metadata?.artwork = Artwork(picture)
    }
    let naming = try values.decodeIfPresent(Naming.self, forKey: .naming)
    let origin = try values.decodeIfPresent(ListOrigin.self, forKey: .origin)
    let others = try values.decodeIfPresent([URLTrack].self, forKey: .alternatives) ?? []
    let listing = Listing(origin, others)
    if let path = try values.decodeIfPresent(String.self, forKey: .path) {
      self.init(
        id: try values.decodeIfPresent(String.self, forKey: .id) ?? path,
        address: .path(path),
        metadata: metadata,
        naming: naming ?? Self.naming(metadata, standIn: Self.name(of: path)),
        listing: listing
      )
    } else if let url = try values.decodeIfPresent(URL.self, forKey: .url) {
      // What a server named stays an address, even the address of a file.
      let isPath = url.isFileURL && origin?.isRemote != true
      let agent = try values.decodeIfPresent(String.self, forKey: .userAgent)
      self.init(
        id: url.absoluteString,
        address: isPath ? .path(FileName.path(of: url) ?? url.path) : .url(url),
        headers: agent.map { ["User-Agent": $0] } ?? [:],
        metadata: metadata,
        naming: naming ?? Self.naming(metadata, standIn: url.lastPathComponent),
        listing: listing
      )
    } else {
      let track = URLTrack(item: try values.decode(String.self, forKey: .item))
      self.init(
        id: track.id,
        address: track.address,
        metadata: metadata ?? track.metadata,
        naming: naming,
        listing: listing
      )
    }
  }

  /// Writes the path, from the root, so that it is found from any folder; or the address. A user's
  /// name and password, and the ``headers``, are not written: a track that needs them fails as
  /// ``PlayerError/Code/unauthorized`` once it is restored. Only the user agent that a playlist names
  /// is kept.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(metadata.withoutUsers, forKey: .metadata)
    if naming != .stated { try values.encode(naming, forKey: .naming) }
    try values.encodeIfPresent(listOrigin, forKey: .origin)
    if !alternatives.isEmpty { try values.encode(alternatives, forKey: .alternatives) }
    switch address {
    case .path(let path):
      try values.encode(path.isEmpty ? path : URL(fileURLWithPath: path).path, forKey: .path)
      try values.encode(id, forKey: .id)
    case .url:
      try values.encode(storedID, forKey: .url)
      let agent = headers.first { $0.key.lowercased() == "user-agent" }?.value
      if listOrigin != nil { try values.encodeIfPresent(agent, forKey: .userAgent) }
    case .unusable: try values.encode(storedID, forKey: .item)
    }
  }

  /// Earlier versions did not tell a title from a name that stands in for it.
  private static func naming(_ metadata: TrackMetadata?, standIn: String) -> Naming? {
    metadata.flatMap { $0.title == standIn ? .untitled : nil }
  }
}

extension TrackMetadata {
  /// Without the users' names and passwords that the addresses of pictures may hold.
  fileprivate var withoutUsers: TrackMetadata {
    guard let artwork else { return self }
    var metadata = self
    metadata.artwork = artwork.mapAddresses(URLTrack.withoutUser)
    return metadata
  }
}
