import MusicCatalog

extension AppleMusic {
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
}
