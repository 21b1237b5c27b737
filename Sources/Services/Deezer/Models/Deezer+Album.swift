import Foundation
import PlayerKitServices

extension Deezer {
  /// An album, a single or a compilation.
  public struct Album: Codable, Hashable, Identifiable, Sendable {
    /// The id.
    @Identifier public var id: String
    /// The title.
    public var title: String?
    /// The bar code; leading zeros vary.
    public var upc: String?
    /// The page.
    public var link: String?
    /// The page, with parameters that say how somebody came.
    public var share: String?
    /// The cover by an address that leads to it.
    public var cover: String?
    /// The cover, 56 pixels a side; see ``coverURL(_:)``.
    public var coverSmall: String?
    /// The cover, 250 pixels a side.
    public var coverMedium: String?
    /// The cover, 500 pixels a side.
    public var coverBig: String?
    /// The cover, 1000 pixels a side.
    public var coverXL: String?
    /// The cover's name at Deezer's server of pictures.
    public var md5Image: String?
    /// The main genre's id; -1 where there is none.
    public var genreID: Int?
    /// The genres.
    public var genres: List<Genre>?
    /// The label.
    public var label: String?
    /// How many tracks it has.
    public var trackCount: Int?
    /// The length in whole seconds.
    public var seconds: Int?
    /// How many have it among their favorites.
    public var fans: Int?
    /// The users' rating, from 0.
    public var rating: Int?
    /// The day of release as it was sent; see ``releaseDay``.
    public var releaseDate: String?
    /// `album`, `single`, `ep`, `compile`.
    public var recordType: String?
    /// Whether it can be played in the country of who asks.
    public var available: Bool?
    /// The address of its tracks in the API.
    public var tracklist: String?
    /// Whether there are explicit words on it.
    public var explicitLyrics: Bool?
    /// How explicit the words are; see ``Track/explicitContentLyrics``.
    public var explicitContentLyrics: Int?
    /// How explicit the cover is.
    public var explicitContentCover: Int?
    /// Who took part, with their roles.
    public var contributors: [Artist]?
    /// The artist.
    public var artist: Artist?
    /// The tracks, the first ones at least; see ``DeezerClient/tracks(ofAlbum:limit:index:)``.
    public var tracks: List<Track>?
    /// The place in a chart, from 1.
    public var position: Int?
    /// Another album in place of one that cannot be played, as it was sent.
    public var alternative: JSONValue?
    /// `album`.
    public var type: String?

    enum CodingKeys: String, SnakeCaseKey {
      case id, title, upc, link, share, cover, genres, label, fans, rating, available, tracklist
      case contributors, artist, tracks, position, alternative, type, coverSmall, coverMedium
      case coverBig, coverXL, md5Image, genreID, releaseDate, recordType, explicitLyrics
      case explicitContentLyrics, explicitContentCover
      case trackCount = "nb_tracks"
      case seconds = "duration"
    }
  }
}

extension Deezer.Album {
  /// The day of release; `nil` where it lacks, or is the service's `0000-00-00`.
  public var releaseDay: PartialDate? { releaseDate.flatMap(PartialDate.init) }

  /// The cover in a size; `nil` where there is none.
  public func coverURL(_ size: Deezer.PictureSize) -> URL? {
    Deezer.picture(size, of: [coverSmall, coverMedium, coverBig, coverXL])
  }

  /// What it takes to find the same album in another service.
  public var release: Release {
    Release(
      title: title ?? "",
      artists: [artist?.name].compactMap(\.self),
      upc: upc,
      trackCount: trackCount
    )
  }
}
