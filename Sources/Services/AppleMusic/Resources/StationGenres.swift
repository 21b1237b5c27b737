import MusicCatalog

extension AppleMusic {
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

    /// What describes a station genre. Each attribute is `nil` where it was not sent.
    public struct Attributes: Codable, Hashable, Sendable {
      /// The name, in the language asked for.
      public var name: String?
      /// The picture.
      public var artwork: Artwork?
      /// Moving pictures of the editors. Only by `extend`.
      public var editorialVideo: JSONValue?
      /// What the editors write about it; may hold HTML.
      public var editorialNotes: EditorialNotes?
      /// The address of its page in Apple Music.
      public var url: String?

      /// Makes one of which nothing is known.
      public init() {}
    }
  }
}
