/// What a stream says about itself while it plays, as live radio does (ICY).
public struct StreamMetadata: Sendable, Hashable {
  /// What plays now, in the words of the station, often "artist - title"; `nil`: it did not say.
  public var title: String?
  /// An address for it: of a cover, of the station's page. Not checked in any way.
  public var url: String?
  /// The station's name.
  public var name: String?
  /// The station's genre.
  public var genre: String?

  /// Makes metadata.
  public init(
    title: String? = nil,
    url: String? = nil,
    name: String? = nil,
    genre: String? = nil
  ) {
    self.title = title
    self.url = url
    self.name = name
    self.genre = genre
  }
}
