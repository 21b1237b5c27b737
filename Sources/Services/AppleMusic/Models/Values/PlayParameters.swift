import Foundation
import PlayerKitServices

extension AppleMusic {
  /// The parameters that an Apple player needs for playback.
  public struct PlayParameters: Codable, Hashable, Sendable {
    /// The id to play. For a library item, its id in the library.
    public var id: String?
    /// `song`, `album`, `playlist`, `musicVideo`, `radioStation`.
    public var kind: String?
    /// The catalog id of a library item.
    public var catalogId: String?
    /// The public id of a library playlist, `pl.u-…`.
    public var globalId: String?
    /// Whether the id belongs to the user's library.
    public var isLibrary: Bool?
    /// Whether plays must be reported to Apple.
    public var reporting: Bool?
    /// The id for reporting plays.
    public var reportingId: String?
    /// The version of a playlist.
    public var versionHash: String?
    /// The format of a station: `stream`, `tracks`.
    public var format: String?
    /// The version of a station.
    public var stationHash: String?
    /// Whether a station has DRM.
    public var hasDrm: Bool?
    /// The media type of a station, a number of the service.
    public var mediaType: JSONValue?
    /// The streaming kind of a station, a number of the service.
    public var streamingKind: JSONValue?
    /// The store id of a purchase.
    public var purchasedId: String?
    /// The MusicKit id on a device.
    public var musicKitPersistentID: String?
    /// The id in MusicKit's own database.
    public var musicKitDatabaseID: String?

    /// Makes an empty value.
    public init() {}

    enum CodingKeys: String, CodingKey {
      case id, kind, catalogId, globalId, isLibrary, reporting, reportingId, versionHash, format
      case stationHash, hasDrm, mediaType, streamingKind, purchasedId
      case musicKitPersistentID = "musicKit_persistentID"
      case musicKitDatabaseID = "musicKit_databaseID"
    }
  }
}

extension AppleMusic {
  /// A preview that plays without a token: about half a minute, AAC for songs.
  public struct Preview: Codable, Hashable, Sendable {
    /// The URL of the file. It may be missing.
    public var url: String?
    /// The URL of an HLS playlist, for videos.
    public var hlsUrl: String?
    /// A picture, for videos.
    public var artwork: Artwork?

    /// Makes an empty value.
    public init() {}

    /// The URL of the file, if it is valid.
    public var address: URL? { url.flatMap(URL.init(string:)) }
  }

  /// Editorial texts, or a description. Each may contain HTML such as `<i>`.
  public struct EditorialNotes: Codable, Hashable, Sendable {
    /// The long text.
    public var standard: String?
    /// The short text.
    public var short: String?
    /// A name or heading.
    public var name: String?
    /// A tagline for the name.
    public var tagline: String?

    /// Makes an empty value.
    public init() {}
  }

  /// A localized text.
  public struct DisplayText: Codable, Hashable, Sendable {
    /// The text.
    public var stringForDisplay: String?
    /// The ids of the items that the text mentions.
    public var contentIds: [String]?

    /// Makes an empty value.
    public init() {}
  }

  /// Parses the service's ISO 8601 times, `2026-11-22T07:00:00Z`, with or without fractions of a
  /// second. `nil` for anything else.
  public static func date(_ text: String) -> Date? {
    (try? Date(text, strategy: .iso8601))
      ?? (try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
  }
}
