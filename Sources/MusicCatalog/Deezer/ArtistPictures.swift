import Foundation

/// Finds pictures of artists: Apple's own, else Deezer's of the artist of the same name.
///
/// Apple has no picture of many artists, and the iTunes Store of none.
public struct ArtistPictures: Sendable {
  private let deezer: DeezerClient

  /// Makes a finder that asks `deezer` where it has to.
  public init(deezer: DeezerClient) {
    self.deezer = deezer
  }

  /// A picture of an artist of the Apple Music API.
  ///
  /// - Parameter pixels: how wide and high it is to be; the nearest size that there is.
  /// - Returns: `nil` where neither has one, or where Deezer knows several artists of that name: a
  ///   wrong face is worse than none.
  /// - Throws: ``CatalogError``, where Deezer could not be asked.
  public func picture(of artist: AppleMusic.Artist, pixels: Int) async throws -> URL? {
    if let own = artist.artwork?.url(width: pixels, height: pixels) { return own }
    guard let name = artist.name else { return nil }
    return try await picture(ofArtist: name, pixels: pixels)
  }

  /// A picture of the one artist of this name at Deezer; otherwise as ``picture(of:pixels:)``.
  public func picture(ofArtist name: String, pixels: Int) async throws -> URL? {
    let wanted = FoldedText(name).words
    guard !wanted.isEmpty else { return nil }
    let found = try await deezer.search(Deezer.Query(name), for: Deezer.Artist.self, limit: 10)
    let namesakes = found.members.filter { $0.name.map { FoldedText($0).words } == wanted }
    guard namesakes.count == 1, let artist = namesakes.first else { return nil }
    return artist.pictureURL(.covering(pixels))
  }
}
