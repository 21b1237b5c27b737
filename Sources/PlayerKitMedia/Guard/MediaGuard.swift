import PlayerKit

/// Detects media that would make libavformat allocate gigabytes or compute for minutes, in any
/// format but MP4, whose index ``MP4Index`` checks. The player and the inspector use the same
/// guard.
///
/// Bytes may come in pieces. A piece that throws must not reach libavformat.
package struct MediaGuard: Sendable {
  private var tags = ID3Guard()
  private var counts = TagCountGuard()
  private var matroska = MatroskaGuard()

  package init() {}

  /// Checks a piece of media.
  ///
  /// - Throws: `unsupportedFormat` if the media needs too many resources.
  package mutating func check(
    _ piece: UnsafeRawBufferPointer,
    at offset: Int64
  ) throws(PlayerError) {
    try tags.check(piece, at: offset)
    try counts.check(piece, at: offset)
    try matroska.check(piece, at: offset)
  }
}
