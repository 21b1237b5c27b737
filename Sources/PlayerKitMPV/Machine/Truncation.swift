import PlayerKit

/// Tells a file that was cut from one that ended.
enum Truncation {
  /// Formats whose header declares the exact length. In others, such as MP3 without a Xing header
  /// or raw AAC, a duration is an estimate and proves nothing.
  private static let exactFormats: Set<String> = [
    "wav", "w64", "aiff", "caf", "flac", "mov,mp4,m4a,3gp,3g2,mj2",
  ]

  /// Less is missing where encoders round, or a last frame is padded.
  private static let tolerance = 0.2

  /// `cachedTo` is where the last packet begins, and no packet has more samples (of FLAC, none that can
  /// be streamed): at 8,000 a second that is more than the tolerance.
  private static func longestPacket(_ format: String) -> Double {
    format == "flac" ? 16_384 : 8_192
  }

  /// - Parameters:
  ///   - duration: what the header says, in seconds.
  ///   - decodedTo, cachedTo: how far decoder and demuxer came.
  ///   - sampleRate: of the media.
  static func detect(
    format: String?,
    duration: Double?,
    decodedTo: Double?,
    cachedTo: Double?,
    sampleRate: Double?
  ) -> PlayerError? {
    guard let format, exactFormats.contains(format), let duration,
      let end = [decodedTo, cachedTo].compactMap({ $0 }).max()
    else { return nil }
    let packet = sampleRate.map { $0 > 0 ? longestPacket(format) / $0 : 0 } ?? 0
    guard duration - end > max(tolerance, packet) else { return nil }
    // Its bytes came as they are: to read them again brings no more.
    return PlayerError(
      .interrupted,
      "The media ends before the length that it declares.",
      isRetryable: false
    )
  }
}
