import PlayerKitSystem
import Foundation
import PlayerKitServices

extension AppleMusic {
  /// An album of the catalog.
  public typealias Album = Resource<Albums>

  /// The kind `albums`.
  public struct Albums: ResourceKind {
    /// What its resources may have.
    public static let table = FieldTable(Albums())
    /// `albums`.
    public static let name = "albums"

    /// Its artists.
    public let artists = Property<Artist>("artists")
    /// Its genres.
    public let genres = Property<Genre>("genres")
    /// The same album in the user's library.
    public let library = Property<Item>("library")
    /// Its labels.
    public let recordLabels = Property<RecordLabel>("record-labels")
    /// Its songs, and music videos among them.
    public let tracks = Property<Item>("tracks")
    /// Playlists that it appears on.
    public let appearsOn = Property<Playlist>(view: "appears-on")
    /// Its other versions.
    public let otherVersions = Property<Album>(view: "other-versions")
    /// Albums like it.
    public let relatedAlbums = Property<Album>(view: "related-albums")
    /// Videos that go with it.
    public let relatedVideos = Property<MusicVideo>(view: "related-videos")
    /// More to hear.
    public let audioExtras = Property<Item>(view: "audio-extras")
    /// More to see.
    public let videoExtras = Property<Item>(view: "video-extras")
    /// More of the same artist.
    public let moreByArtist = Property<Album>(view: "more-by-artist")
    /// What listeners of it like.
    public let youMightAlsoLike = Property<Item>(view: "you-might-also-like")

    /// What describes its resources.
    public typealias Attributes = AlbumAttributes
  }

  /// An album in the library of a user.
  public typealias LibraryAlbum = Resource<LibraryAlbums>

  /// The kind `library-albums`.
  public struct LibraryAlbums: ResourceKind {
    /// What its resources may have.
    public static let table = FieldTable(LibraryAlbums())
    /// `library-albums`.
    public static let name = "library-albums"

    /// Its artists.
    public let artists = Property<LibraryArtist>("artists")
    /// The same album in the catalog.
    public let catalog = Property<Item>("catalog")
    /// Its songs and music videos.
    public let tracks = Property<Item>("tracks")
    /// Its genres.
    public let genres = Property<Item>("genres")

    /// What describes its resources.
    public typealias Attributes = AlbumAttributes
  }

  /// What describes an album, of the catalog or a library. Each attribute is `nil` where it was not sent.
  public struct AlbumAttributes: Codable, Hashable, Sendable {
    /// The name, in the language asked for.
    public var name: String?
    /// The name of the artist, or of several in one text.
    public var artistName: String?
    /// The address of the artist's page. Only by `extend`.
    public var artistUrl: String?
    /// The picture.
    public var artwork: Artwork?
    /// The forms of sound, in an older spelling.
    public var audioTraits: [AudioVariant]?
    /// The forms of sound that it has. Only by `extend`.
    public var audioVariants: [AudioVariant]?
    /// Whether it is explicit or cleaned; `nil`: neither.
    public var contentRating: ContentRating?
    /// The ratings of other systems.
    public var contentRatingsBySystem: JSONValue?
    /// The copyright line.
    public var copyright: String?
    /// Further pictures of the editors. Only by `extend`.
    public var editorialArtwork: JSONValue?
    /// What the editors write about it; may hold HTML.
    public var editorialNotes: EditorialNotes?
    /// Moving pictures of the editors. Only by `extend`.
    public var editorialVideo: JSONValue?
    /// The names of its genres; `Music`, the root of them, among them.
    public var genreNames: [String]?
    /// Whether it is an Apple Digital Master.
    public var isAppleDigitalMaster: Bool?
    /// Whether it is a compilation.
    public var isCompilation: Bool?
    /// Whether all of its tracks can be had.
    public var isComplete: Bool?
    /// Whether it was mastered for Apple.
    public var isMasteredForItunes: Bool?
    /// Whether it is not out yet.
    public var isPrerelease: Bool?
    /// Whether it is a single.
    public var isSingle: Bool?
    /// What can be bought. Only by `extend`.
    public var offers: JSONValue?
    /// What a player needs; `nil`: cannot be streamed here.
    public var playParams: PlayParameters?
    /// The notes without HTML.
    public var plainEditorialNotes: EditorialNotes?
    /// How popular it is. Only by `extend`.
    public var popularity: Double?
    /// The name of the record label.
    public var recordLabel: String?
    /// The day of release, `2021-03-05`; or the year alone. See ``PartialDate``.
    public var releaseDate: String?
    /// How many tracks it has.
    public var trackCount: Int?
    /// The Universal Product Code.
    public var upc: String?
    /// The address of its page in Apple Music.
    public var url: String?
    /// Changes with the content.
    public var versionHash: String?
    /// The work; of classical music.
    public var workName: String?
    /// When it came into the user's library, ISO 8601.
    public var dateAdded: String?

    /// The day of release, or what is known of it.
    public var released: PartialDate? { releaseDate.flatMap(PartialDate.init) }
    /// When it came into the library.
    public var added: Date? { dateAdded.flatMap(AppleMusic.date) }

    /// Makes one of which nothing is known.
    public init() {}
  }
}
