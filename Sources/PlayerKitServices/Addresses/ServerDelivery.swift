import PlayerKit

/// The format in which a user's own server sends songs.
public struct ServerDelivery: Sendable, Hashable {
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
  public static let original = ServerDelivery()

  /// Whether a song is transcoded. With a limit, songs of unknown bit rate are, too.
  ///
  /// - Parameters:
  ///   - formats: The names of the file's format, in any case; empty if unknown.
  ///   - bitRate: The bit rate in kbit/s.
  package func transcodes(formats: [String], bitRate: Int?) -> Bool {
    let formats = formats.map { $0.lowercased() }
    if formats.contains(where: unplayable.contains) { return true }
    if let format, !formats.contains(format.lowercased()) { return true }
    return maximumBitRate.map { bitRate ?? .max > $0 } ?? false
  }

  /// Completes the source of a song: a transcode is neither kept nor inspected.
  package func finish(_ source: inout MediaSource, isOriginal: Bool) {
    guard !isOriginal || self != .original else { return }
    source.cacheKey = nil
    source.allowsCaching = isOriginal
    // The server would transcode it for the inspection, and its tags are not the song's.
    if !isOriginal { source.allowsInspection = false }
  }
}
