import Foundation
import PlayerKitServices

/// Finds pictures of artists by their names.
///
/// Apple Music has no picture of many artists, and the iTunes Store of none:
/// `artist.artwork?.url(width: 300, height: 300) ?? pictures.picture(ofArtist: name, pixels: 300)`.
public struct ArtistPictures: Sendable {
  private let deezer: DeezerClient

  /// Makes a finder that asks `deezer` where it has to.
  public init(deezer: DeezerClient) {
    self.deezer = deezer
  }

  /// A picture of the one artist of this name at Deezer.
  ///
  /// - Parameter pixels: how wide and high it is to be; the nearest size that there is.
  /// - Returns: `nil` where there is none, or where Deezer knows several artists of that name: a
  ///   wrong face is worse than none.
  /// - Throws: ``CatalogError``, where Deezer could not be asked.
  public func picture(ofArtist name: String, pixels: Int) async throws -> URL? {
    let wanted = FoldedText(name).words
    guard !wanted.isEmpty else { return nil }
    let found = try await deezer.search(Deezer.Query(name), for: Deezer.Artist.self, limit: 10)
    let namesakes = found.members.filter { $0.name.map { FoldedText($0).words } == wanted }
    guard namesakes.count == 1, let artist = namesakes.first else { return nil }
    return artist.pictureURL(.covering(pixels))
  }
}
