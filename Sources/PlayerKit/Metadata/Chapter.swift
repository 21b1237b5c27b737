#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A part of a track that has a name: a chapter of a book or a podcast, a song of a concert.
public struct Chapter: Sendable, Hashable, Codable {
  /// Its name; `nil` where it has none.
  public var title: String?
  /// Where it begins, from the start of the track.
  public var start: Duration
  /// Where it ends, from the start of the track; `nil`: where the next one begins, or the track
  /// ends.
  public var end: Duration?
  /// A page that it leads to. The word of a stranger: nothing is fetched.
  public var link: URL?
  /// A picture of it.
  public var artwork: Artwork?

  /// Makes a chapter.
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
