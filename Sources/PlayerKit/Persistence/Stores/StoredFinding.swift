/// What was found in the media of an entry, as a store keeps it.
///
/// Of pictures it has only keys that last. An address may be signed, and a temporary key leads
/// nowhere after a restart (``Artwork/Key/isTemporary``).
public struct StoredFinding: Sendable, Hashable {
  /// What was found.
  public let metadata: TrackMetadata
  /// Whether pictures were left out. Then the media is looked into again.
  public let lacksPictures: Bool

  /// Makes one of its parts.
  public init(metadata: TrackMetadata, lacksPictures: Bool = false) {
    self.metadata = metadata
    self.lacksPictures = lacksPictures
  }

  /// `nil` where nothing was found: then it is looked for again.
  init?(of item: QueueItem) {
    guard let found = item.foundMetadata else { return nil }
    let pictures = found.chapters.map(\.artwork) + [found.artwork]
    let mayKeepAll = pictures.allSatisfy { $0?.lasts != false }
    let kept = mayKeepAll ? found : found.keepingLastingPictures
    guard kept != TrackMetadata() else { return nil }
    self.init(metadata: kept, lacksPictures: item.lacksPictures || !mayKeepAll)
  }
}

extension StoredFinding: Codable {
  private enum CodingKeys: String, CodingKey {
    case lacksPictures
  }

  /// Reads one that was stored.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    metadata = try TrackMetadata(from: decoder)
    lacksPictures = try values.decodeIfPresent(Bool.self, forKey: .lacksPictures) ?? false
  }

  /// Writes the metadata, and beside its fields whether pictures were left out.
  public func encode(to encoder: any Encoder) throws {
    try metadata.encode(to: encoder)
    var values = encoder.container(keyedBy: CodingKeys.self)
    if lacksPictures { try values.encode(true, forKey: .lacksPictures) }
  }
}

extension TrackMetadata {
  fileprivate var keepingLastingPictures: TrackMetadata {
    var kept = self
    kept.artwork = artwork.flatMap { $0.lasts ? $0 : nil }
    kept.chapters = chapters.map { chapter in
      var chapter = chapter
      chapter.artwork = chapter.artwork.flatMap { $0.lasts ? $0 : nil }
      return chapter
    }
    return kept
  }
}

extension Artwork {
  /// Whether a store may keep it, and it leads to the picture after a restart.
  fileprivate var lasts: Bool { key?.isTemporary == false }
}
