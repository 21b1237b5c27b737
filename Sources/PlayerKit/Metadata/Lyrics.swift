/// The lyrics of a track.
public struct Lyrics: Sendable, Hashable, Codable {
  /// A line of lyrics.
  public struct Line: Sendable, Hashable, Codable {
    /// The time at which it is sung, from the start of the track; `nil` if unknown.
    public var start: Duration?
    /// The words; empty for a pause in the singing.
    public var text: String

    /// Creates a line.
    public init(start: Duration? = nil, text: String) {
      self.start = start
      self.text = text
    }
  }

  /// The lines in order; lines with times are sorted by them.
  public var lines: [Line]
  /// The language, such as `en` or `en-GB`; `nil` if unknown.
  public var language: String?

  /// Creates lyrics. Lines with times are sorted and come after those without.
  public init(_ lines: [Line], language: String? = nil) {
    let untimed = lines.filter { $0.start == nil }
    let timed = lines.filter { $0.start != nil }.enumerated()
      .sorted { ($0.element.start ?? .zero, $0.offset) < ($1.element.start ?? .zero, $1.offset) }
    self.lines = untimed + timed.map(\.element)
    self.language = language
  }

  /// Whether lines have times.
  public var isTimed: Bool { lines.last?.start != nil }

  /// The whole text.
  public var text: String { lines.map(\.text).joined(separator: "\n") }
}

/// Finds lyrics of tracks: in their media, next to their files, or at a service.
public protocol LyricsSource: Sendable {
  /// Returns the lyrics; `nil` if there are none.
  ///
  /// Called only for the current entry, and canceled if the lyrics are no longer wanted.
  ///
  /// - Parameter track: The track.
  /// - Parameter metadata: The track's metadata, including findings in its media.
  func lyrics(of track: any Track, metadata: TrackMetadata) async throws -> Lyrics?
}
