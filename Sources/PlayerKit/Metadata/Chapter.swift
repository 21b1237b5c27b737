import PlayerKitSystem

/// A named part of a track: a chapter of a book or a podcast, or a song of a concert.
public struct Chapter: Sendable, Hashable, Codable {
  /// The title; `nil` if there is none.
  public var title: String?
  /// The beginning, from the start of the track.
  public var start: Duration
  /// The end, from the start of the track; `nil` for the start of the next chapter or the end of
  /// the track.
  public var end: Duration?
  /// A page that the chapter links to. It is untrusted and never fetched.
  public var link: URL?
  /// A picture of the chapter.
  public var artwork: Artwork?

  /// Creates a chapter.
  public init(
    title: String? = nil,
    start: Duration,
    end: Duration? = nil,
    link: URL? = nil,
    artwork: Artwork? = nil
  ) {
    self.title = title
    self.start = start
    self.end = end
    self.link = link
    self.artwork = artwork
  }
}
