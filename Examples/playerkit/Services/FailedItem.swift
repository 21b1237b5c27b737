import PlayerKit

/// An item that names nothing that can be played: fails when it is reached.
struct FailedItem: URLPlayable, StorableTrack {
  private enum Key: String, CodingKey {
    case item, code, message
  }

  static var storedType: String { "playerkit.failed" }

  let id: String
  let error: PlayerError

  init(_ item: String, _ error: PlayerError) {
    id = item
    self.error = error
  }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    self.init(
      try values.decode(String.self, forKey: .item),
      PlayerError(
        PlayerError.Code(rawValue: try values.decode(String.self, forKey: .code)),
        try values.decode(String.self, forKey: .message)
      )
    )
  }

  func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    // A link may hold a secret, and is of no use any more.
    try values.encode(ShownItem.text(id), forKey: .item)
    try values.encode(error.code.rawValue, forKey: .code)
    try values.encode(error.message, forKey: .message)
  }

  var metadata: TrackMetadata { TrackMetadata() }

  func mediaSource() throws(PlayerError) -> MediaSource { throw error }
}
