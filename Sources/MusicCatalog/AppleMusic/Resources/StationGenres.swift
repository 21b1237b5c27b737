extension AppleMusic {
  /// A genre of radio stations.
  public typealias StationGenre = Resource<StationGenres>

  /// The kind `station-genres`.
  public enum StationGenres: ResourceKind {
    /// `station-genres`.
    public static let name = "station-genres"
    /// None.
    public typealias Views = None
  }
}

extension AppleMusic.StationGenres {
  /// What describes a station genre. Each attribute is `nil` where it was not sent.
  public struct Attributes: Codable, Hashable, Sendable {
    /// The name, in the language asked for.
    public var name: String?
    /// The picture.
    public var artwork: AppleMusic.Artwork?
    /// Moving pictures of the editors. Only by `extend`.
    public var editorialVideo: JSONValue?
    /// What the editors write about it; may hold HTML.
    public var editorialNotes: AppleMusic.EditorialNotes?
    /// The address of its page in Apple Music.
    public var url: String?

    /// Makes one of which nothing is known.
    public init() {}
  }
}

extension AppleMusic.StationGenres {
  /// What a station genre is related to. Each is `nil` where the service did not name it.
  public struct Relationships: AppleMusic.PropertyGroup {
    /// Its stations.
    public var stations: AppleMusic.Collection<AppleMusic.Station>?

    /// Makes one of which nothing is known.
    public init() {}

    /// Takes those named from `other`, and leaves the rest.
    public mutating func take(_ names: Set<String>, from other: Self) {
      if names.contains("stations") { stations = other.stations ?? stations }
    }
  }
}

extension AppleMusic.Property where Kind == AppleMusic.StationGenres {
  /// The relationship `stations`: its stations.
  public static var stations: Self { .relationship("stations") }
}
