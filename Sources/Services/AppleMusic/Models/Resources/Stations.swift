import PlayerKitServices
import PlayerKitSystem

extension AppleMusic {
  /// A radio station.
  public typealias Station = Resource<Stations>

  /// The kind `stations`.
  public struct Stations: ResourceKind {
    /// The relationships and views of its resources.
    public static let table = FieldTable(Stations())
    /// `stations`.
    public static let name = "stations"

    /// The show of the episode.
    public let radioShow = Property<Item>("radio-show")
    /// The upcoming events.
    public let events = Property<Item>("events")

    /// The attributes of a station. An attribute is `nil` if it was not sent.
    public struct Attributes: Codable, Hashable, Sendable {
      /// The name, in the requested language.
      public var name: String?
      /// The air date.
      public var airDate: String?
      /// The picture.
      public var artwork: Artwork?
      /// The content rating, explicit or clean. `nil` if neither applies.
      public var contentRating: ContentRating?
      /// The name of the curator.
      public var curatorName: String?
      /// The description. May contain HTML.
      public var description: EditorialNotes?
      /// The duration in milliseconds. Absent for some uploads.
      public var durationInMillis: Int?
      /// Additional editorial pictures. Only with `extend`.
      public var editorialArtwork: JSONValue?
      /// The editorial notes. May contain HTML.
      public var editorialNotes: EditorialNotes?
      /// Editorial videos. Only with `extend`.
      public var editorialVideo: JSONValue?
      /// The episode number.
      public var episodeNumber: JSONValue?
      /// Whether it has DRM.
      public var hasDrm: Bool?
      /// Whether it is live.
      public var isLive: Bool?
      /// The kind of station.
      public var kind: String?
      /// `audio` or `video`.
      public var mediaKind: String?
      /// The parameters for playback. `nil` if it cannot be streamed in this storefront.
      public var playParams: PlayParameters?
      /// The editorial notes without HTML.
      public var plainEditorialNotes: EditorialNotes?
      /// The URL that opens it.
      public var radioUrl: String?
      /// Whether it needs a subscription.
      public var requiresSubscription: Bool?
      /// The start, ISO 8601.
      public var startTime: String?
      /// The end, ISO 8601.
      public var endTime: String?
      /// The broadcaster.
      public var stationProviderName: String?
      /// The kind of episode or stream.
      public var streamingRadioSubType: String?
      /// The supported DRM systems.
      public var supportedDrms: [String]?
      /// Whether the service reports what is on air.
      public var supportsAirTimeUpdates: Bool?
      /// The URL of its page at Apple Music.
      public var url: String?

      /// Makes an empty value.
      public init() {}
    }
  }

  /// A genre of radio stations.
  public typealias StationGenre = Resource<StationGenres>

  /// The kind `station-genres`.
  public struct StationGenres: ResourceKind {
    /// The relationships and views of its resources.
    public static let table = FieldTable(StationGenres())
    /// `station-genres`.
    public static let name = "station-genres"

    /// Its stations.
    public let stations = Property<Station>("stations")

    /// The attributes of its resources.
    public typealias Attributes = EditorialAttributes
  }
}
