import PlayerKitServices

extension AppleMusic {
  /// A genre. Genre `34`, `Music`, is the root of all.
  public typealias Genre = Resource<Genres>

  /// The kind `genres`.
  public struct Genres: ResourceKind {
    /// What its resources may have.
    public static let table = FieldTable(Genres())
    /// `genres`.
    public static let name = "genres"

    /// The genre above.
    public let parent = Property<Genre>("parent")
    /// The genres below.
    public let subgenres = Property<Genre>("subgenres")

    /// What describes a genre. Each attribute is `nil` where it was not sent.
    public struct Attributes: Codable, Hashable, Sendable {
      /// The name, in the language asked for.
      public var name: String?
      /// The heading of the genre's charts.
      public var chartLabel: String?
      /// The id of the genre above.
      public var parentId: String?
      /// The name of the genre above.
      public var parentName: String?
      /// The address of its page in Apple Music.
      public var url: String?

      /// Makes one of which nothing is known.
      public init() {}
    }
  }

  /// A country's store. Its id is the country's code in lower case.
  public typealias Storefront = Resource<Storefronts>

  /// The kind `storefronts`.
  public struct Storefronts: ResourceKind {
    /// What its resources may have.
    public static let table = FieldTable(Storefronts())
    /// `storefronts`.
    public static let name = "storefronts"

    /// What describes a storefront. Each attribute is `nil` where it was not sent.
    public struct Attributes: Codable, Hashable, Sendable {
      /// The name, in the language asked for.
      public var name: String?
      /// The language of answers where none is asked for.
      public var defaultLanguageTag: String?
      /// What becomes of explicit content here.
      public var explicitContentPolicy: ExplicitContentPolicy?
      /// The store's number with iTunes; older answers only.
      public var storefrontId: Int?
      /// The languages that can be asked for.
      public var supportedLanguageTags: [String]?

      /// Makes one of which nothing is known.
      public init() {}
    }
  }

  /// A user's rating. Its id is that of the thing rated.
  public typealias Rating = Resource<Ratings>

  /// The kind `ratings`.
  public struct Ratings: ResourceKind {
    /// What its resources may have.
    public static let table = FieldTable(Ratings())
    /// `ratings`.
    public static let name = "ratings"

    /// `ratings`, or `rating` as it is written to the service.
    public static func isName(_ type: String) -> Bool { type == name || type == "rating" }

    /// What is rated.
    public let content = Property<Item>("content")

    /// What describes a rating. Each attribute is `nil` where it was not sent.
    public struct Attributes: Codable, Hashable, Sendable {
      /// 1: loved; -1: disliked.
      public var value: Int?

      /// Makes one of which nothing is known.
      public init() {}
    }
  }

  /// A recommendation for a user: a titled list, or a group of such.
  public typealias PersonalRecommendation = Resource<PersonalRecommendations>

  /// The kind `personal-recommendation`.
  public struct PersonalRecommendations: ResourceKind {
    /// What its resources may have.
    public static let table = FieldTable(PersonalRecommendations())
    /// `personal-recommendation`.
    public static let name = "personal-recommendation"

    /// What is recommended.
    public let contents = Property<Item>("contents")
    /// The members of a group.
    public let recommendations = Property<PersonalRecommendation>("recommendations")
    /// What it is recommended for.
    public let primaryContent = Property<Item>("primary-content")

    /// What describes a personal recommendation. Each attribute is `nil` where it was not sent.
    public struct Attributes: Codable, Hashable, Sendable {
      /// The heading.
      public var title: DisplayText?
      /// The heading without the user's name.
      public var titleWithoutName: DisplayText?
      /// Why it is recommended.
      public var reason: DisplayText?
      /// `music-recommendations`, `recently-played` or `unknown`.
      public var kind: String?
      /// Whether it holds other recommendations.
      public var isGroupRecommendation: Bool?
      /// Whether there is more to see.
      public var hasSeeAll: Bool?
      /// The version of the recommendation.
      public var version: Int?
      /// When it changes next, ISO 8601.
      public var nextUpdateDate: String?
      /// The kinds of what is recommended.
      public var resourceTypes: [String]?
      /// How Apple shows it.
      public var display: JSONValue?

      /// Makes one of which nothing is known.
      public init() {}
    }
  }

  /// What a user played most in a year: Apple Music Replay.
  public typealias MusicSummary = Resource<MusicSummaries>

  /// The kind `music-summaries`.
  public struct MusicSummaries: ResourceKind {
    /// What its resources may have.
    public static let table = FieldTable(MusicSummaries())
    /// `music-summaries`.
    public static let name = "music-summaries"

    /// The albums played most.
    public let topAlbums = Property<Item>(view: "top-albums")
    /// The artists played most.
    public let topArtists = Property<Item>(view: "top-artists")
    /// The songs played most.
    public let topSongs = Property<Item>(view: "top-songs")

    /// What describes a summary. Each attribute is `nil` where it was not sent.
    public struct Attributes: Codable, Hashable, Sendable {
      /// What it sums up: `year`.
      public var period: String?
      /// The year.
      public var year: Int?

      /// Makes one of which nothing is known.
      public init() {}
    }
  }

  /// The number by which the iTunes store knows a storefront: `143441` for `us`.
  public struct StorefrontNumber: Codable, Hashable, Sendable {
    /// The storefront, a country's code in lower case.
    public var code: String
    /// The number.
    public var number: Int

    /// Makes one.
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
