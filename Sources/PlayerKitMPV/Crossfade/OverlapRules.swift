import PlayerKit

/// Decides which tails can be decoded without everything before them, and how long a track can fade
/// in.
enum OverlapRules {
  /// Formats in which libmpv seeks exactly. For others, everything before is decoded: 0.4 s for
  /// five minutes of an MP3 whose frames are not known.
  static let exactFormats: Set<String> = [
    "wav", "w64", "aiff", "caf", "flac", "ogg", "mov,mp4,m4a,3gp,3g2,mj2",
  ]
  /// Remote media up to this size, such as a preview, is read whole for its last seconds.
  static let smallMedia: Int64 = 2 << 20

  /// - Parameters:
  ///   - format: libmpv's name for the format.
  ///   - size: the size of the remote media, in bytes.
  static func isRemoteDecodable(format: String, size: Int64?) -> Bool {
    exactFormats.contains(format) || size.map { $0 <= smallMedia } ?? false
  }

  /// The maximum number of bytes kept of remote media so that its body can start after the overlap:
  /// 12 s of WAV in CD quality, plus one second of lookahead.
  static let maximumKept: Int64 = 9 << 18

  /// How much media must be loaded beyond the start of the body: libmpv decodes this far ahead
  /// while the rest loads.
  static let lookahead = Duration.seconds(1)

  /// Returns the longest fade into media whose first bytes are at hand when its body starts. The
  /// body has to read everything from the first byte on, in the half second before it is heard.
  ///
  /// - Parameters:
  ///   - length: the wanted length.
  ///   - start: the start of its clip.
  ///   - bytes: the number of bytes in the first `duration`.
  ///   - atHand: how many of these bytes are at hand; `nil` for all.
  static func longest(
    _ length: Duration,
    from start: Duration,
    bytes: Int64?,
    in duration: Duration,
    atHand: Int64?
  ) -> Duration {
    guard let atHand, let bytes, bytes > atHand else { return length }
    let covered = duration * (Double(max(atHand, 0)) / Double(bytes))
    return min(length, max(covered - lookahead - start, .zero))
  }

  /// Returns the longest fade into a clip, whose body is decoded from the start of the media.
  static func longest(into clip: Clip?, of source: MediaSource) -> Duration {
    guard let clip, clip.start > .zero else { return .seconds(60) }
    return max(PlayableRange.latestGaplessStart(of: source) - clip.start, .zero)
  }
}
