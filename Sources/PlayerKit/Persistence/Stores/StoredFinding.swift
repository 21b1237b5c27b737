/// The metadata found in the media of an entry, in a store.
///
/// It contains only permanent keys of pictures. An address may be signed, and a temporary key is
/// invalid after a restart (``Artwork/Key/isTemporary``).
public struct StoredFinding: Sendable, Hashable {
  /// The metadata.
  public let metadata: TrackMetadata
  /// Whether pictures were left out. If so, the media is inspected again.
  public let lacksPictures: Bool

  /// Creates a finding.
  public init(metadata: TrackMetadata, lacksPictures: Bool = false) {
    self.metadata = metadata
    self.lacksPictures = lacksPictures
  }

  /// Returns `nil` if nothing was found; the media is then inspected again.
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

  /// Decodes a stored finding.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    metadata = try TrackMetadata(from: decoder)
    lacksPictures = try values.decodeIfPresent(Bool.self, forKey: .lacksPictures) ?? false
  }

  /// Encodes the metadata, and next to its fields whether pictures were left out.
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
  /// Whether a store may keep it and it remains valid after a restart.
  fileprivate var lasts: Bool { key?.isTemporary == false }
}
