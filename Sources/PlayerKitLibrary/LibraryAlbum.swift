/// An album of a library, by what its songs say: songs of one title and one artist.
public struct LibraryAlbum: Sendable, Hashable {
  /// The title.
  public var title: String
  /// The artist, as credited by the songs.
  public var artist: String

  /// Names an album.
  public init(title: String, artist: String) {
    self.title = title
    self.artist = artist
  }
}
