import Foundation
import PlayerKitServices

extension AppleMusic {
  /// What a player of Apple's needs to play something.
  public struct PlayParameters: Codable, Hashable, Sendable {
    /// The id to play; of a library's thing, its id there.
    public var id: String?
    /// `song`, `album`, `playlist`, `musicVideo`, `radioStation`.
    public var kind: String?
    /// The id in the catalog, of a thing in a library.
    public var catalogId: String?
    /// The id of a library's playlist with which others find it, `pl.u-…`.
    public var globalId: String?
    /// Whether the id is one of the user's library.
    public var isLibrary: Bool?
    /// Whether plays of it are to be reported to Apple.
    public var reporting: Bool?
    /// The id to report plays of.
    public var reportingId: String?
    /// The version of a playlist.
    public var versionHash: String?
    /// The form of a station: `stream`, `tracks`.
    public var format: String?
    /// The version of a station.
    public var stationHash: String?
    /// Whether a station is protected.
    public var hasDrm: Bool?
    /// What a station sends, as a number of the service's own.
    public var mediaType: JSONValue?
    /// How a station streams, as a number of the service's own.
    public var streamingKind: JSONValue?
    /// The id in the store, of what was bought there.
    public var purchasedId: String?
    /// The id that MusicKit gives it on a device.
    public var musicKitPersistentID: String?
    /// The id in MusicKit's own database.
    public var musicKitDatabaseID: String?

    /// Makes one of which nothing is known.
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
  /// An excerpt that plays without a token: about half a minute, AAC for songs.
  public struct Preview: Codable, Hashable, Sendable {
    /// The address of the file; be ready for none.
    public var url: String?
    /// The address of an HLS playlist; of videos.
    public var hlsUrl: String?
    /// A picture; of videos.
    public var artwork: Artwork?

    /// Makes one of which nothing is known.
    public init() {}

    /// The address of the file, where it is one.
    public var address: URL? { url.flatMap(URL.init(string:)) }
  }

  /// Texts of the editors, or a description. Any of them may hold HTML such as `<i>`.
  public struct EditorialNotes: Codable, Hashable, Sendable {
    /// The long text.
    public var standard: String?
    /// The short text.
    public var short: String?
    /// A name or heading.
    public var name: String?
    /// A line that goes with the name.
    public var tagline: String?

    /// Makes one of which nothing is known.
    public init() {}
  }

  /// A text for people.
  public struct DisplayText: Codable, Hashable, Sendable {
    /// The text.
    public var stringForDisplay: String?
    /// The ids of what the text speaks of.
    public var contentIds: [String]?

    /// Makes one of which nothing is known.
    public init() {}
  }

  /// Reads the service's ISO 8601 times, `2026-11-22T07:00:00Z`, with or without fractions of a
  /// second; `nil` for anything else.
  public static func date(_ text: String) -> Date? {
    (try? Date(text, strategy: .iso8601))
      ?? (try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
  }
}
