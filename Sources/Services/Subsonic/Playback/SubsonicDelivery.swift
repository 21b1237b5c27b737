import PlayerKitServices

/// The format in which a Subsonic server sends songs.
public typealias SubsonicDelivery = ServerDelivery

extension ServerDelivery {
  /// Whether a song is transcoded.
  func transcodes(_ song: Subsonic.Song) -> Bool {
    transcodes(formats: [song.suffix].compactMap(\.self), bitRate: song.bitRate)
  }

  /// The parameters of the stream request.
  var parameters: [(String, String?)] {
    [("maxBitRate", maximumBitRate.map { String(max(1, $0)) }), ("format", format)]
  }
}
