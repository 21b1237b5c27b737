import Foundation
import PlayerKitServices

/// Finds pictures of artists by name.
///
/// Apple Music lacks pictures of many artists, and the iTunes Store has none:
/// `artist.artwork?.url(width: 300, height: 300) ?? pictures.picture(ofArtist: name, pixels: 300)`.
public struct ArtistPictures: Sendable {
  private let deezer: DeezerClient

  /// Creates a finder that asks `deezer`.
  public init(deezer: DeezerClient) {
    self.deezer = deezer
  }

  /// Returns a picture of the only artist with this name at Deezer.
  ///
  /// - Parameter name: The artist's name.
  /// - Parameter pixels: The required width and height. The best available size is used.
  /// - Returns: `nil` if there is no picture, or if Deezer knows several artists of that name. No
  ///   picture is better than a wrong one.
  /// - Throws: ``CatalogError`` if the request fails.
  public func picture(ofArtist name: String, pixels: Int) async throws -> URL? {
    let wanted = FoldedText(name).words
    guard !wanted.isEmpty else { return nil }
    let found = try await deezer.search(Deezer.Query(name), for: Deezer.Artist.self, limit: 10)
    let namesakes = found.members.filter { $0.name.map { FoldedText($0).words } == wanted }
    guard namesakes.count == 1, let artist = namesakes.first else { return nil }
    return artist.pictureURL(.covering(pixels))
  }
}
