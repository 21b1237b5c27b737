extension AppleMusic {
  /// A curator outside of Apple.
  public typealias Curator = Resource<Curators>

  /// The kind `curators`.
  public enum Curators: ResourceKind {
    /// `curators`.
    public static let name = "curators"
    /// None.
    public typealias Views = None
  }
}

extension AppleMusic.Curators {
  /// What describes a curator. Each attribute is `nil` where it was not sent.
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
    /// The kind of curator.
    public var kind: String?
    /// The notes without HTML.
    public var plainEditorialNotes: AppleMusic.EditorialNotes?
    /// A shorter name.
    public var shortName: String?
    /// The address of its page in Apple Music.
    public var url: String?

    /// Makes one of which nothing is known.
    public init() {}
  }
}

extension AppleMusic.Curators {
  /// What a curator is related to. Each is `nil` where the service did not name it.
  public struct Relationships: AppleMusic.PropertyGroup {
    /// Their playlists.
    public var playlists: AppleMusic.Collection<AppleMusic.Playlist>?
    /// The page of the curator.
    public var grouping: AppleMusic.Collection<AppleMusic.Item>?

    /// Makes one of which nothing is known.
    public init() {}

    /// Takes those named from `other`, and leaves the rest.
    public mutating func take(_ names: Set<String>, from other: Self) {
      if names.contains("playlists") { playlists = other.playlists ?? playlists }
      if names.contains("grouping") { grouping = other.grouping ?? grouping }
    }
  }
}

extension AppleMusic.Property where Kind == AppleMusic.Curators {
  /// The relationship `playlists`: their playlists.
  public static var playlists: Self { .relationship("playlists") }
  /// The relationship `grouping`: the page of the curator.
  public static var grouping: Self { .relationship("grouping") }
}
