import PlayerKit

/// Which tails can be decoded without all that comes before.
enum OverlapTail {
  /// Where libmpv lands where it is sent. Of others all that comes before is decoded: 0.4 s for five
  /// minutes of an MP3 whose frames are not known.
  static let exactFormats: Set<String> = [
    "wav", "w64", "aiff", "caf", "flac", "ogg", "mov,mp4,m4a,3gp,3g2,mj2",
  ]
  /// Up to this length a media from a network is read whole for its last seconds: that of a preview.
  static let smallMedia: Int64 = 2 << 20

  /// - Parameters:
  ///   - format: libmpv's name of it.
  ///   - size: of a media from a network, in bytes.
  static func isRemoteDecodable(format: String, size: Int64?) -> Bool {
    exactFormats.contains(format) || size.map { $0 <= smallMedia } ?? false
  }
}

/// How long a track can be faded in.
enum OverlapHead {
  /// The most that is kept of a media from a network for its body to begin behind the overlap: 12 s of
  /// a CD's WAV, and the one more that is looked ahead.
  static let maximumKept: Int64 = 9 << 18

  /// What of a media has to be there when its body begins, beyond where it begins: libmpv decodes so
  /// far ahead, and the rest is under way.
  static let lookahead = Duration.seconds(1)

  /// The longest fade into a media whose first bytes are there when its body begins: that has to read
  /// all from its first byte on, in the half second before it sounds.
  ///
  /// - Parameters:
  ///   - length: what is wished for.
  ///   - start: where its clip begins.
  ///   - bytes: how many there are in the first `duration`.
  ///   - atHand: how many of them are there; `nil`: all.
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

  /// The longest fade into a clip: its body is decoded from the beginning of the media.
  static func longest(into clip: Clip?, of source: MediaSource) -> Duration {
    guard let clip, clip.start > .zero else { return .seconds(60) }
    return max(PlayableRange.latestGaplessStart(of: source) - clip.start, .zero)
  }
}
