/// In what form a server sends songs.
public struct SubsonicDelivery: Sendable, Hashable {
  /// The highest bit rate, in kbit/s; `nil`: no limit. Songs above it are transcoded.
  public var maximumBitRate: Int?
  /// What every song is transcoded to, such as `opus`; `nil`: none is without need. What is transcoded
  /// because of the bit rate comes in this form too, else in the one that the server chooses.
  public var format: String?
  /// The endings of files that are transcoded in any case, since the engine can't play them.
  public var unplayable: Set<String>

  /// Says what is wanted; by default each song as it is.
  public init(maximumBitRate: Int? = nil, format: String? = nil, unplayable: Set<String> = []) {
    self.maximumBitRate = maximumBitRate
    self.format = format
    self.unplayable = unplayable
  }

  /// Each song as it is, without a gap.
  public static let original = SubsonicDelivery()

  /// Whether a song is to be transcoded. One of unknown bit rate is, where there is a limit.
  func transcodes(_ song: Subsonic.Song) -> Bool {
    if let suffix = song.suffix?.lowercased(), unplayable.contains(suffix) { return true }
    if let format, song.suffix?.lowercased() != format.lowercased() { return true }
    return maximumBitRate.map { song.bitRate ?? .max > $0 } ?? false
  }

  /// What the stream is asked for by.
  var parameters: [(String, String?)] {
    [("maxBitRate", maximumBitRate.map { String(max(1, $0)) }), ("format", format)]
  }
}
