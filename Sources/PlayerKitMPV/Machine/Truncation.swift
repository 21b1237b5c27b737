import PlayerKit

/// Distinguishes a truncated file from a complete one.
enum Truncation {
  /// Formats whose header declares the exact length. In others, such as MP3 without a Xing header
  /// or raw AAC, the duration is only an estimate.
  private static let exactFormats: Set<String> = [
    "wav", "w64", "aiff", "caf", "flac", "mov,mp4,m4a,3gp,3g2,mj2",
  ]

  /// Smaller differences come from rounding or a padded last frame.
  private static let tolerance = 0.2

  /// `cachedTo` is the start of the last packet, so the end may be one packet later. This is the
  /// most samples a packet can have, unless its header states more (for FLAC, in its streamable
  /// subset); at 8,000 samples per second, it exceeds the tolerance.
  private static func longestPacket(_ format: String) -> Double {
    format == "flac" ? 16_384 : 8_192
  }

  /// - Parameters:
  ///   - duration: the header's duration, in seconds.
  ///   - decodedTo, cachedTo: how far decoder and demuxer came, in seconds.
  ///   - sampleRate: the sample rate of the media.
  ///   - longestPacket: the maximum number of samples per packet, by the header.
  static func detect(
    format: String?,
    duration: Double?,
    decodedTo: Double?,
    cachedTo: Double?,
    sampleRate: Double?,
    longestPacket: Int? = nil
  ) -> PlayerError? {
    guard let format, exactFormats.contains(format), let duration,
      let end = [decodedTo, cachedTo].compactMap({ $0 }).max()
    else { return nil }
    let samples = max(Self.longestPacket(format), Double(longestPacket ?? 0))
    let packet = sampleRate.map { $0 > 0 ? samples / $0 : 0 } ?? 0
    guard duration - end > max(tolerance, packet) else { return nil }
    // The bytes arrived completely, so reading them again does not help.
    return PlayerError(
      .interrupted,
      "The media ends before the length that it declares.",
      isRetryable: false
    )
  }
}
