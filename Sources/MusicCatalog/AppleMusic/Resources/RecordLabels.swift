extension AppleMusic {
  /// A record label.
  public typealias RecordLabel = Resource<RecordLabels>

  /// The kind `record-labels`.
  public enum RecordLabels: ResourceKind {
    /// `record-labels`.
    public static let name = "record-labels"
    /// None.
    public typealias Relationships = None
  }
}

extension AppleMusic.RecordLabels {
  /// What describes a record label. Each attribute is `nil` where it was not sent.
  public struct Attributes: Codable, Hashable, Sendable {
    /// The name, in the language asked for.
    public var name: String?
    /// The picture.
    public var artwork: AppleMusic.Artwork?
    /// What it is; may hold HTML.
    public var description: AppleMusic.EditorialNotes?
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

extension AppleMusic.RecordLabels {
  /// Lists composed for a record label; `nil` where not asked for, or where there is none.
  public struct Views: AppleMusic.PropertyGroup {
    /// Its latest releases.
    public var latestReleases: AppleMusic.Collection<AppleMusic.Album>?
    /// Its most popular releases.
    public var topReleases: AppleMusic.Collection<AppleMusic.Album>?

    /// Makes one of which nothing is known.
    public init() {}

    /// Takes those named from `other`, and leaves the rest.
    public mutating func take(_ names: Set<String>, from other: Self) {
      if names.contains("latest-releases") {
        latestReleases = other.latestReleases ?? latestReleases
      }
      if names.contains("top-releases") { topReleases = other.topReleases ?? topReleases }
    }

    enum CodingKeys: String, CodingKey {
      case latestReleases = "latest-releases"
      case topReleases = "top-releases"
    }
  }
}

extension AppleMusic.Property where Kind == AppleMusic.RecordLabels {
  /// The view `latest-releases`: its latest releases.
  public static var latestReleases: Self { .view("latest-releases") }
  /// The view `top-releases`: its most popular releases.
  public static var topReleases: Self { .view("top-releases") }
}
