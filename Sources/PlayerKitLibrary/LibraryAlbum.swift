/// An album of a library: the songs that name the same album title and artist.
public struct LibraryAlbum: Sendable, Hashable {
  /// The title.
  public var title: String
  /// The artist, as the songs credit it.
  public var artist: String

  /// Makes an album from its title and artist.
  public init(title: String, artist: String) {
    self.title = title
    self.artist = artist
  }
}
