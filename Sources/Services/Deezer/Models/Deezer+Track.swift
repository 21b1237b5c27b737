import Foundation
import PlayerKitServices
import PlayerKitSystem

extension Deezer {
  /// A track.
  public struct Track: Codable, Hashable, Identifiable, Sendable {
    /// The id.
    @Identifier public var id: String
    /// Whether it can be played in the client's country.
    public var readable: Bool?
    /// The title with its version.
    public var title: String?
    /// The title without its version.
    public var titleShort: String?
    /// The version, such as `(Live)`; empty if there is none.
    public var titleVersion: String?
    /// The ISRC; missing in lists.
    public var isrc: String?
    /// The web page.
    public var link: String?
    /// The web page, with tracking parameters.
    public var share: String?
    /// The duration in whole seconds; see ``duration``.
    public var seconds: Int?
    /// The track number on its disc, from 1.
    public var trackPosition: Int?
    /// The disc number, from 1.
    public var diskNumber: Int?
    /// The popularity, up to a million.
    public var rank: Int?
    /// The release date, as sent; see ``releaseDay``.
    public var releaseDate: String?
    /// Whether the lyrics are explicit.
    public var explicitLyrics: Bool?
    /// How explicit the lyrics are: 0 not, 1 explicit, 2 unknown, 3 edited, 4 partly explicit, 5
    /// partly unknown, 6 no advice, 7 partly no advice.
    public var explicitContentLyrics: Int?
    /// How explicit the cover is, with the same values.
    public var explicitContentCover: Int?
    /// The address of the preview, as sent; empty if there is none. See ``previewURL``.
    public var preview: String?
    /// The beats per minute; 0 if unknown.
    public var bpm: Double?
    /// The loudness in dB.
    public var gain: Double?
    /// The countries in which it can be played, as codes of two capital letters.
    public var availableCountries: [String]?
    /// The contributors with their roles.
    public var contributors: [Artist]?
    /// The cover's name on Deezer's picture server.
    public var md5Image: String?
    /// The position in a chart, from 1.
    public var position: Int?
    /// A token for Deezer's own players.
    public var trackToken: String?
    /// The time when it was added to a playlist, in seconds since 1970.
    public var timeAdd: Int?
    /// The artist.
    public var artist: Artist?
    /// The album.
    public var album: Album?
    /// A playable alternative to a track that cannot be played, as sent.
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
  /// The duration; `nil` if unknown.
  public var duration: Duration? { seconds.flatMap { $0 > 0 ? .seconds($0) : nil } }

  /// The release date; `nil` if it is missing or `0000-00-00`.
  public var releaseDay: PartialDate? { releaseDate.flatMap(PartialDate.init) }

  /// A preview of 30 seconds as MP3; `nil` if there is none.
  ///
  /// The address is signed and expires after minutes up to a day. Do not store it, and fetch the
  /// track again right before playback.
  public var previewURL: URL? {
    preview.flatMap { $0.isEmpty ? nil : WebAddress.url($0) }
  }

  /// The expiry of ``previewURL``, from its `exp` parameter; `nil` if it has none.
  public var previewExpiry: Date? {
    guard let preview, let start = preview.range(of: "exp=") else { return nil }
    // Skip a longer parameter name that ends the same.
    let before = preview[..<start.lowerBound].unicodeScalars.last
    guard before.map({ !$0.isASCIILetter && !$0.isASCIIDigit && $0 != "_" }) ?? true else {
      return nil
    }
    let digits = preview[start.upperBound...].prefix { $0.isASCII && $0.isNumber }
    return Int(digits).map { Date(timeIntervalSince1970: Double($0)) }
  }

  /// Returns whether there is a preview that has not expired at `date`.
  public func hasPreview(at date: Date) -> Bool {
    previewURL != nil && previewExpiry.map { date < $0 } ?? true
  }
}
