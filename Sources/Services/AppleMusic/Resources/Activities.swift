import MusicCatalog

extension AppleMusic {
  /// An activity or mood, with playlists for it.
  public typealias Activity = Resource<Activities>

  /// The kind `activities`.
  public struct Activities: ResourceKind {
    /// What its resources may have.
    public static let table = FieldTable(Activities())
    /// `activities`.
    public static let name = "activities"

    /// Its playlists.
    public let playlists = Property<Playlist>("playlists")

    /// What describes an activity. Each attribute is `nil` where it was not sent.
    public struct Attributes: Codable, Hashable, Sendable {
      /// The name, in the language asked for.
      public var name: String?
      /// The picture.
      public var artwork: Artwork?
      /// Further pictures of the editors. Only by `extend`.
      public var editorialArtwork: JSONValue?
      /// What the editors write about it; may hold HTML.
      public var editorialNotes: EditorialNotes?
      /// Moving pictures of the editors. Only by `extend`.
      public var editorialVideo: JSONValue?
      /// The notes without HTML.
      public var plainEditorialNotes: EditorialNotes?
      /// The address of its page in Apple Music.
      public var url: String?

      /// Makes one of which nothing is known.
      public init() {}
    }
  }
}
