import PlayerKitServices

extension AppleMusic {
  /// A genre. Genre `34`, `Music`, is the root.
  public typealias Genre = Resource<Genres>

  /// The kind `genres`.
  public struct Genres: ResourceKind {
    /// The relationships and views of its resources.
    public static let table = FieldTable(Genres())
    /// `genres`.
    public static let name = "genres"

    /// The parent genre.
    public let parent = Property<Genre>("parent")
    /// The subgenres.
    public let subgenres = Property<Genre>("subgenres")

    /// The attributes of a genre. An attribute is `nil` if it was not sent.
    public struct Attributes: Codable, Hashable, Sendable {
      /// The name, in the requested language.
      public var name: String?
      /// The heading of the genre's charts.
      public var chartLabel: String?
      /// The id of the parent genre.
      public var parentId: String?
      /// The name of the parent genre.
      public var parentName: String?
      /// The URL of its page at Apple Music.
      public var url: String?

      /// Makes an empty value.
      public init() {}
    }
  }

  /// A country's storefront. Its id is the country code in lowercase.
  public typealias Storefront = Resource<Storefronts>

  /// The kind `storefronts`.
  public struct Storefronts: ResourceKind {
    /// The relationships and views of its resources.
    public static let table = FieldTable(Storefronts())
    /// `storefronts`.
    public static let name = "storefronts"

    /// The attributes of a storefront. An attribute is `nil` if it was not sent.
    public struct Attributes: Codable, Hashable, Sendable {
      /// The name, in the requested language.
      public var name: String?
      /// The language of replies if none is requested.
      public var defaultLanguageTag: String?
      /// The policy for explicit content.
      public var explicitContentPolicy: ExplicitContentPolicy?
      /// The storefront's number in iTunes. Only in older replies.
      public var storefrontId: Int?
      /// The supported languages.
      public var supportedLanguageTags: [String]?

      /// Makes an empty value.
      public init() {}
    }
  }

  /// A user's rating. Its id is the id of the rated item.
  public typealias Rating = Resource<Ratings>

  /// The kind `ratings`.
  public struct Ratings: ResourceKind {
    /// The relationships and views of its resources.
    public static let table = FieldTable(Ratings())
    /// `ratings`.
    public static let name = "ratings"

    /// Whether `type` is `ratings`, or `rating` as in requests.
    public static func isName(_ type: String) -> Bool { type == name || type == "rating" }

    /// The rated item.
    public let content = Property<Item>("content")

    /// The attributes of a rating. An attribute is `nil` if it was not sent.
    public struct Attributes: Codable, Hashable, Sendable {
      /// 1 for loved, -1 for disliked.
      public var value: Int?

      /// Makes an empty value.
      public init() {}
    }
  }

  /// A recommendation for a user: a list with a title, or a group of recommendations.
  public typealias PersonalRecommendation = Resource<PersonalRecommendations>

  /// The kind `personal-recommendation`.
  public struct PersonalRecommendations: ResourceKind {
    /// The relationships and views of its resources.
    public static let table = FieldTable(PersonalRecommendations())
    /// `personal-recommendation`.
    public static let name = "personal-recommendation"

    /// The recommended items.
    public let contents = Property<Item>("contents")
    /// The members of a group.
    public let recommendations = Property<PersonalRecommendation>("recommendations")
    /// The item on which the recommendation is based.
    public let primaryContent = Property<Item>("primary-content")

    /// The attributes of a personal recommendation. An attribute is `nil` if it was not sent.
    public struct Attributes: Codable, Hashable, Sendable {
      /// The heading.
      public var title: DisplayText?
      /// The heading without the user's name.
      public var titleWithoutName: DisplayText?
      /// The reason for the recommendation.
      public var reason: DisplayText?
      /// `music-recommendations`, `recently-played` or `unknown`.
      public var kind: String?
      /// Whether it contains other recommendations.
      public var isGroupRecommendation: Bool?
      /// Whether there is more to see.
      public var hasSeeAll: Bool?
      /// The version of the recommendation.
      public var version: Int?
      /// The date of the next update, ISO 8601.
      public var nextUpdateDate: String?
      /// The types of the recommended items.
      public var resourceTypes: [String]?
      /// The way in which Apple displays it.
      public var display: JSONValue?

      /// Makes an empty value.
      public init() {}
    }
  }

  /// The most played music of a user in a year: Apple Music Replay.
  public typealias MusicSummary = Resource<MusicSummaries>

  /// The kind `music-summaries`.
  public struct MusicSummaries: ResourceKind {
    /// The relationships and views of its resources.
    public static let table = FieldTable(MusicSummaries())
    /// `music-summaries`.
    public static let name = "music-summaries"

    /// The most played albums.
    public let topAlbums = Property<Item>(view: "top-albums")
    /// The most played artists.
    public let topArtists = Property<Item>(view: "top-artists")
    /// The most played songs.
    public let topSongs = Property<Item>(view: "top-songs")

    /// The attributes of a summary. An attribute is `nil` if it was not sent.
    public struct Attributes: Codable, Hashable, Sendable {
      /// The summarized period: `year`.
      public var period: String?
      /// The year.
      public var year: Int?

      /// Makes an empty value.
      public init() {}
    }
  }

  /// The number of a storefront in the iTunes Store: `143441` for `us`.
  public struct StorefrontNumber: Codable, Hashable, Sendable {
    /// The storefront, a country code in lowercase.
    public var code: String
    /// The number.
    public var number: Int

    /// Makes a value.
    public init(code: String, number: Int) {
      self.code = code
      self.number = number
    }

    enum CodingKeys: String, CodingKey {
      case code
      case number = "storefrontId"
    }
  }
}
