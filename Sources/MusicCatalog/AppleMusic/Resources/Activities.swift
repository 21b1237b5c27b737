extension AppleMusic {
  /// An activity or mood, with playlists for it.
  public typealias Activity = Resource<Activities>

  /// The kind `activities`.
  public enum Activities: ResourceKind {
    /// `activities`.
    public static let name = "activities"
    /// None.
    public typealias Views = None
  }
}

extension AppleMusic.Activities {
  /// What describes an activity. Each attribute is `nil` where it was not sent.
  public struct Attributes: Codable, Hashable, Sendable {
    /// The name, in the language asked for.
    public var name: String?
    /// The picture.
    public var artwork: AppleMusic.Artwork?
    /// Further pictures of the editors. Only by `extend`.
    public var editorialArtwork: JSONValue?
    /// What the editors write about it; may hold HTML.
    public var editorialNotes: AppleMusic.EditorialNotes?
    /// Moving pictures of the editors. Only by `extend`.
    public var editorialVideo: JSONValue?
    /// The notes without HTML.
    public var plainEditorialNotes: AppleMusic.EditorialNotes?
    /// The address of its page in Apple Music.
    public var url: String?

    /// Makes one of which nothing is known.
    public init() {}
  }
}

extension AppleMusic.Activities {
  /// What an activity is related to. Each is `nil` where the service did not name it.
  public struct Relationships: AppleMusic.PropertyGroup {
    /// Its playlists.
    public var playlists: AppleMusic.Collection<AppleMusic.Playlist>?

    /// Makes one of which nothing is known.
    public init() {}

    /// Takes those named from `other`, and leaves the rest.
    public mutating func take(_ names: Set<String>, from other: Self) {
      if names.contains("playlists") { playlists = other.playlists ?? playlists }
    }
  }
}

extension AppleMusic.Property where Kind == AppleMusic.Activities {
  /// The relationship `playlists`: its playlists.
  public static var playlists: Self { .relationship("playlists") }
}
