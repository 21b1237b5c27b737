import PlayerKit

/// A track for an item that names nothing playable. It fails when it is reached, so the error is
/// reported like any other error of an entry.
public struct FailedItem: URLPlayable, StorableTrack {
  private enum Key: String, CodingKey {
    case item, code, message
  }

  /// The type name in stores.
  public static var storedType: String { "playerkit.failed" }

  /// The item as it was given.
  public let id: String
  /// The error that the track fails with.
  public let error: PlayerError

  /// Makes a track that fails.
  public init(_ item: String, _ error: PlayerError) {
    id = item
    self.error = error
  }

  /// The item without its query: a link may contain a secret, and is no longer needed.
  public var storedID: String {
    id.contains("://") ? Redaction.address(id, showsNames: false) : id
  }

  /// Reads a stored track.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    self.init(
      try values.decode(String.self, forKey: .item),
      PlayerError(
        PlayerError.Code(rawValue: try values.decode(String.self, forKey: .code)),
        try values.decode(String.self, forKey: .message)
      )
    )
  }

  /// Writes the ``storedID`` and the error.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(storedID, forKey: .item)
    try values.encode(error.code.rawValue, forKey: .code)
    try values.encode(error.message, forKey: .message)
  }

  /// Empty metadata.
  public var metadata: TrackMetadata { TrackMetadata() }

  /// Throws the ``error``.
  public func mediaSource() throws(PlayerError) -> MediaSource { throw error }
}
