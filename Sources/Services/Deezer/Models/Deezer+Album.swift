import Foundation
import PlayerKitServices

extension Deezer {
  /// An album, a single or a compilation.
  public struct Album: Codable, Hashable, Identifiable, Sendable {
    /// The id.
    @Identifier public var id: String
    /// The title.
    public var title: String?
    /// The barcode. The number of leading zeros varies.
    public var upc: String?
    /// The web page.
    public var link: String?
    /// The web page, with tracking parameters.
    public var share: String?
    /// An API address that redirects to the cover.
    public var cover: String?
    /// The cover with 56 pixels a side; see ``coverURL(_:)``.
    public var coverSmall: String?
    /// The cover with 250 pixels a side.
    public var coverMedium: String?
    /// The cover with 500 pixels a side.
    public var coverBig: String?
    /// The cover with 1000 pixels a side.
    public var coverXL: String?
    /// The cover's name on Deezer's picture server.
    public var md5Image: String?
    /// The main genre's id; -1 if there is none.
    public var genreID: Int?
    /// The genres.
    public var genres: List<Genre>?
    /// The label.
    public var label: String?
    /// The number of tracks.
    public var trackCount: Int?
    /// The duration in whole seconds.
    public var seconds: Int?
    /// The number of users who have it among their favorites.
    public var fans: Int?
    /// The users' rating, from 0.
    public var rating: Int?
    /// The release date, as sent; see ``releaseDay``.
    public var releaseDate: String?
    /// `album`, `single`, `ep` or `compile`.
    public var recordType: String?
    /// Whether it can be played in the client's country.
    public var available: Bool?
    /// The API address of its tracks.
    public var tracklist: String?
    /// Whether it contains explicit lyrics.
    public var explicitLyrics: Bool?
    /// How explicit the lyrics are; see ``Track/explicitContentLyrics``.
    public var explicitContentLyrics: Int?
    /// How explicit the cover is.
    public var explicitContentCover: Int?
    /// The contributors with their roles.
    public var contributors: [Artist]?
    /// The artist.
    public var artist: Artist?
    /// At least the first tracks; see ``DeezerClient/tracks(ofAlbum:limit:index:)``.
    public var tracks: List<Track>?
    /// The position in a chart, from 1.
    public var position: Int?
    /// An alternative to an album that cannot be played, as sent.
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
  /// The release date; `nil` if it is missing or `0000-00-00`.
  public var releaseDay: PartialDate? { releaseDate.flatMap(PartialDate.init) }

  /// Returns the cover in a size; `nil` if there is none.
  public func coverURL(_ size: Deezer.PictureSize) -> URL? {
    Deezer.picture(size, of: [coverSmall, coverMedium, coverBig, coverXL])
  }

  /// The data to find the same album in another service.
  public var release: Release {
    Release(
      title: title ?? "",
      artists: [artist?.name].compactMap(\.self),
      upc: upc,
      trackCount: trackCount
    )
  }
}
