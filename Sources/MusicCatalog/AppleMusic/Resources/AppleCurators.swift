extension AppleMusic {
  /// A curator of Apple: an editorial team, a genre, a show.
  public typealias AppleCurator = Resource<AppleCurators>

  /// The kind `apple-curators`.
  public enum AppleCurators: ResourceKind {
    /// `apple-curators`.
    public static let name = "apple-curators"
    /// None.
    public typealias Views = None
  }
}

extension AppleMusic.AppleCurators {
  /// What describes an apple curator. Each attribute is `nil` where it was not sent.
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
    /// `Curator`, `Genre` or `Show`.
    public var kind: String?
    /// The notes without HTML.
    public var plainEditorialNotes: AppleMusic.EditorialNotes?
    /// A shorter name.
    public var shortName: String?
    /// Who presents the show.
    public var showHostName: String?
    /// The address of its page in Apple Music.
    public var url: String?

    /// Makes one of which nothing is known.
    public init() {}
  }
}

extension AppleMusic.AppleCurators {
  /// What an apple curator is related to. Each is `nil` where the service did not name it.
  public struct Relationships: AppleMusic.PropertyGroup {
    /// The page of the curator.
    public var grouping: AppleMusic.Collection<AppleMusic.Item>?
    /// Their playlists.
    public var playlists: AppleMusic.Collection<AppleMusic.Playlist>?
    /// Who presents the show.
    public var radioShowHosts: AppleMusic.Collection<AppleMusic.Item>?

    /// Makes one of which nothing is known.
    public init() {}

    /// Takes those named from `other`, and leaves the rest.
    public mutating func take(_ names: Set<String>, from other: Self) {
      if names.contains("grouping") { grouping = other.grouping ?? grouping }
      if names.contains("playlists") { playlists = other.playlists ?? playlists }
      if names.contains("radio-show-hosts") {
        radioShowHosts = other.radioShowHosts ?? radioShowHosts
      }
    }

    enum CodingKeys: String, CodingKey {
      case grouping, playlists
      case radioShowHosts = "radio-show-hosts"
    }
  }
}

extension AppleMusic.Property where Kind == AppleMusic.AppleCurators {
  /// The relationship `grouping`: the page of the curator.
  public static var grouping: Self { .relationship("grouping") }
  /// The relationship `playlists`: their playlists.
  public static var playlists: Self { .relationship("playlists") }
  /// The relationship `radio-show-hosts`: who presents the show.
  public static var radioShowHosts: Self { .relationship("radio-show-hosts") }
}
