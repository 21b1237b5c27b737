import PlayerKitSystem

extension URLTrack: StorableTrack {
  private enum Key: String, CodingKey {
    case id, path, url, item, metadata, origin, alternatives, userAgent, naming
    /// Written by earlier versions.
    case artwork
  }

  /// The type name in stores.
  public static var storedType: String { "url" }

  /// The id without user name and password.
  public var storedID: String {
    switch address {
    case .path: id
    case .url, .unusable: Self.withoutUser(id)
    }
  }

  /// Decodes a stored track.
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
      // An address that a server named stays an address, even if it is a file URL.
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

  /// Writes the absolute path, so that the file is found from any folder, or the address. User
  /// name, password and ``headers`` are not written: a track that needs them fails as
  /// ``PlayerError/Code/unauthorized`` after it is restored. Only the user agent that a playlist
  /// names is kept.
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

  /// Earlier versions did not distinguish a title from a placeholder.
  private static func naming(_ metadata: TrackMetadata?, standIn: String) -> Naming? {
    metadata.flatMap { $0.title == standIn ? .untitled : nil }
  }
}

extension TrackMetadata {
  /// The metadata without user names and passwords in the addresses of pictures.
  fileprivate var withoutUsers: TrackMetadata {
    guard let artwork else { return self }
    var metadata = self
    metadata.artwork = artwork.mapAddresses(URLTrack.withoutUser)
    return metadata
  }
}
