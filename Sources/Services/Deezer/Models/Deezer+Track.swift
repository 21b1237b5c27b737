import Foundation
import PlayerKitSystem
import PlayerKitServices

extension Deezer {
  /// A track.
  public struct Track: Codable, Hashable, Identifiable, Sendable {
    /// The id.
    @Identifier public var id: String
    /// Whether it can be played in the country of who asks.
    public var readable: Bool?
    /// The title with its version.
    public var title: String?
    /// The title without its version.
    public var titleShort: String?
    /// The version, such as `(Live)`; empty where there is none.
    public var titleVersion: String?
    /// The recording's code; lacks in lists.
    public var isrc: String?
    /// The page.
    public var link: String?
    /// The page, with parameters that say how somebody came.
    public var share: String?
    /// The length in whole seconds; see ``duration``.
    public var seconds: Int?
    /// The place on its disc, from 1.
    public var trackPosition: Int?
    /// The disc, from 1.
    public var diskNumber: Int?
    /// How much it is played, up to a million.
    public var rank: Int?
    /// The day of release as it was sent; see ``releaseDay``.
    public var releaseDate: String?
    /// Whether the words are explicit.
    public var explicitLyrics: Bool?
    /// How explicit the words are: 0 not, 1 explicit, 2 unknown, 3 made clean, 4 partly, 5 partly
    /// unknown, 6 no advice, 7 partly no advice.
    public var explicitContentLyrics: Int?
    /// How explicit the cover is, as the words.
    public var explicitContentCover: Int?
    /// The address of the preview as it was sent, empty where there is none; see ``previewURL``.
    public var preview: String?
    /// Beats a minute; 0 where it is not known.
    public var bpm: Double?
    /// The loudness in dB.
    public var gain: Double?
    /// The countries in which it can be played, two capital letters each.
    public var availableCountries: [String]?
    /// Who took part, with their roles.
    public var contributors: [Artist]?
    /// The cover's name at Deezer's server of pictures.
    public var md5Image: String?
    /// The place in a chart, from 1.
    public var position: Int?
    /// A token of Deezer's own players.
    public var trackToken: String?
    /// When it was added to a playlist, in seconds since 1970.
    public var timeAdd: Int?
    /// The artist.
    public var artist: Artist?
    /// The album.
    public var album: Album?
    /// Another track that can be played in place of one that cannot, as it was sent.
    public var alternative: JSONValue?
    /// `track`.
    public var type: String?

    enum CodingKeys: String, SnakeCaseKey {
      case id, readable, title, isrc, link, share, rank, preview, bpm, gain, contributors, position
      case artist, album, alternative, type, titleShort, titleVersion, trackPosition, diskNumber
      case releaseDate, explicitLyrics, explicitContentLyrics, explicitContentCover
      case availableCountries, md5Image, trackToken, timeAdd
      case seconds = "duration"
    }
  }
}

extension Deezer.Track {
  /// The length; `nil` where it is not known.
  public var duration: Duration? { seconds.flatMap { $0 > 0 ? .seconds($0) : nil } }

  /// The day of release; `nil` where it lacks, or is the service's `0000-00-00`.
  public var releaseDay: PartialDate? { releaseDate.flatMap(PartialDate.init) }

  /// 30 seconds of it as MP3; `nil` where there are none.
  ///
  /// The address is signed and expires, after minutes up to a day: do not keep it, and fetch the
  /// track again right before it is played.
  public var previewURL: URL? {
    preview.flatMap { $0.isEmpty ? nil : WebAddress.url($0) }
  }

  /// When ``previewURL`` expires, by the `exp` in it; `nil` where it does not say.
  public var previewExpiry: Date? {
    guard let preview, let start = preview.range(of: "exp=") else { return nil }
    // Not of a parameter whose name ends so.
    let before = preview[..<start.lowerBound].unicodeScalars.last
    guard before.map({ !$0.isASCIILetter && !$0.isASCIIDigit && $0 != "_" }) ?? true else {
      return nil
    }
    let digits = preview[start.upperBound...].prefix { $0.isASCII && $0.isNumber }
    return Int(digits).map { Date(timeIntervalSince1970: Double($0)) }
  }

  /// Whether the preview can be fetched at `date`: there is one, and it has not expired.
  public func hasPreview(at date: Date) -> Bool {
    previewURL != nil && previewExpiry.map { date < $0 } ?? true
  }
}
