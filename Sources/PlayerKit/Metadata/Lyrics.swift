/// The words of a track.
public struct Lyrics: Sendable, Hashable, Codable {
  /// One line of the words.
  public struct Line: Sendable, Hashable, Codable {
    /// When it is sung, from the start of the track; `nil` where unknown.
    public var start: Duration?
    /// The words; empty where nobody sings.
    public var text: String

    /// Makes a line.
    public init(start: Duration? = nil, text: String) {
      self.start = start
      self.text = text
    }
  }

  /// The lines, in order. Where they have times, by these.
  public var lines: [Line]
  /// The language, as `en` or `en-GB`; `nil` where unknown.
  public var language: String?

  /// Makes lyrics of lines. Those with times are put into their order, behind those without.
  public init(_ lines: [Line], language: String? = nil) {
    let untimed = lines.filter { $0.start == nil }
    let timed = lines.filter { $0.start != nil }.enumerated()
      .sorted { ($0.element.start ?? .zero, $0.offset) < ($1.element.start ?? .zero, $1.offset) }
    self.lines = untimed + timed.map(\.element)
    self.language = language
  }

  /// Whether lines say when they are sung.
  public var isTimed: Bool { lines.last?.start != nil }

  /// All of the words.
  public var text: String { lines.map(\.text).joined(separator: "\n") }
}

/// Finds the words of tracks: in their media, beside their files, at a service.
public protocol LyricsSource: Sendable {
  /// The words; `nil` where there are none.
  ///
  /// Asked for the current entry alone, and cancelled where the words are no longer wanted.
  ///
  /// - Parameter metadata: what is known of the track, with what was found in its media.
  func lyrics(of track: any Track, metadata: TrackMetadata) async throws -> Lyrics?
}
