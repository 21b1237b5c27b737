import PlayerKitSystem
import PlayerKitServices

extension AppleMusic {
  /// A radio station.
  public typealias Station = Resource<Stations>

  /// The kind `stations`.
  public struct Stations: ResourceKind {
    /// What its resources may have.
    public static let table = FieldTable(Stations())
    /// `stations`.
    public static let name = "stations"

    /// The show that it is an episode of.
    public let radioShow = Property<Item>("radio-show")
    /// What is to come.
    public let events = Property<Item>("events")

    /// What describes a station. Each attribute is `nil` where it was not sent.
    public struct Attributes: Codable, Hashable, Sendable {
      /// The name, in the language asked for.
      public var name: String?
      /// When it was on air.
      public var airDate: String?
      /// The picture.
      public var artwork: Artwork?
      /// Whether it is explicit or cleaned; `nil`: neither.
      public var contentRating: ContentRating?
      /// Who made it, by name.
      public var curatorName: String?
      /// What it is; may hold HTML.
      public var description: EditorialNotes?
      /// The length in milliseconds; absent for some uploads.
      public var durationInMillis: Int?
      /// Further pictures of the editors. Only by `extend`.
      public var editorialArtwork: JSONValue?
      /// What the editors write about it; may hold HTML.
      public var editorialNotes: EditorialNotes?
      /// Moving pictures of the editors. Only by `extend`.
      public var editorialVideo: JSONValue?
      /// An episode's number.
      public var episodeNumber: JSONValue?
      /// Whether it is protected.
      public var hasDrm: Bool?
      /// Whether it is on air now.
      public var isLive: Bool?
      /// The kind of station.
      public var kind: String?
      /// `audio` or `video`.
      public var mediaKind: String?
      /// What a player needs; `nil`: cannot be streamed here.
      public var playParams: PlayParameters?
      /// The notes without HTML.
      public var plainEditorialNotes: EditorialNotes?
      /// The address that opens it.
      public var radioUrl: String?
      /// Whether it needs a subscription.
      public var requiresSubscription: Bool?
      /// When it begins, ISO 8601.
      public var startTime: String?
      /// When it ends, ISO 8601.
      public var endTime: String?
      /// Who broadcasts.
      public var stationProviderName: String?
      /// The kind of episode or stream.
      public var streamingRadioSubType: String?
      /// The protections that it may have.
      public var supportedDrms: [String]?
      /// Whether what is on air is told.
      public var supportsAirTimeUpdates: Bool?
      /// The address of its page in Apple Music.
      public var url: String?

      /// Makes one of which nothing is known.
      public init() {}
    }
  }

  /// A genre of radio stations.
  public typealias StationGenre = Resource<StationGenres>

  /// The kind `station-genres`.
  public struct StationGenres: ResourceKind {
    /// What its resources may have.
    public static let table = FieldTable(StationGenres())
    /// `station-genres`.
    public static let name = "station-genres"

    /// Its stations.
    public let stations = Property<Station>("stations")

    /// What describes its resources.
    public typealias Attributes = EditorialAttributes
  }
}
