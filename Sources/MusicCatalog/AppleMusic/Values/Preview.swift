import Foundation

extension AppleMusic {
  /// An excerpt that plays without a token: about half a minute, AAC for songs.
  public struct Preview: Codable, Hashable, Sendable {
    /// The address of the file; be ready for none.
    public var url: String?
    /// The address of an HLS playlist; of videos.
    public var hlsUrl: String?
    /// A picture; of videos.
    public var artwork: Artwork?

    /// Makes one of which nothing is known.
    public init() {}

    /// The address of the file, where it is one.
    public var address: URL? { url.flatMap(URL.init(string:)) }
  }
}
