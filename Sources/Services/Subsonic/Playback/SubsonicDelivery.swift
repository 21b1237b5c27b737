/// The format in which a server sends songs.
public struct SubsonicDelivery: Sendable, Hashable {
  /// The maximum bit rate in kbit/s; `nil` for no limit. Songs above it are transcoded.
  public var maximumBitRate: Int?
  /// The format to transcode every song to, such as `opus`; `nil` to transcode only if needed.
  /// Songs above the maximum bit rate are transcoded to this format, too, or else to the server's
  /// choice.
  public var format: String?
  /// The extensions of files that are always transcoded, because the engine cannot play them.
  public var unplayable: Set<String>

  /// Creates a delivery. By default, songs are sent unchanged.
  public init(maximumBitRate: Int? = nil, format: String? = nil, unplayable: Set<String> = []) {
    self.maximumBitRate = maximumBitRate
    self.format = format
    self.unplayable = unplayable
  }

  /// Sends songs unchanged and gapless.
  public static let original = SubsonicDelivery()

  /// Whether a song is transcoded. With a limit, songs of unknown bit rate are, too.
  func transcodes(_ song: Subsonic.Song) -> Bool {
    if let suffix = song.suffix?.lowercased(), unplayable.contains(suffix) { return true }
    if let format, song.suffix?.lowercased() != format.lowercased() { return true }
    return maximumBitRate.map { song.bitRate ?? .max > $0 } ?? false
  }

  /// The parameters of the stream request.
  var parameters: [(String, String?)] {
    [("maxBitRate", maximumBitRate.map { String(max(1, $0)) }), ("format", format)]
  }
}
