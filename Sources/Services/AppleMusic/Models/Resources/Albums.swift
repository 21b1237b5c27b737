import Foundation
import PlayerKitServices
import PlayerKitSystem

extension AppleMusic {
  /// An album of the catalog.
  public typealias Album = Resource<Albums>

  /// The kind `albums`.
  public struct Albums: ResourceKind {
    /// The relationships and views of its resources.
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
    /// Its tracks: songs and music videos.
    public let tracks = Property<Item>("tracks")
    /// Playlists with this album.
    public let appearsOn = Property<Playlist>(view: "appears-on")
    /// Its other versions.
    public let otherVersions = Property<Album>(view: "other-versions")
    /// Similar albums.
    public let relatedAlbums = Property<Album>(view: "related-albums")
    /// Related videos.
    public let relatedVideos = Property<MusicVideo>(view: "related-videos")
    /// Additional audio.
    public let audioExtras = Property<Item>(view: "audio-extras")
    /// Additional video.
    public let videoExtras = Property<Item>(view: "video-extras")
    /// More by the same artist.
    public let moreByArtist = Property<Album>(view: "more-by-artist")
    /// Recommendations for its listeners.
    public let youMightAlsoLike = Property<Item>(view: "you-might-also-like")

    /// The attributes of its resources.
    public typealias Attributes = AlbumAttributes
  }

  /// An album in the library of a user.
  public typealias LibraryAlbum = Resource<LibraryAlbums>

  /// The kind `library-albums`.
  public struct LibraryAlbums: ResourceKind {
    /// The relationships and views of its resources.
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

    /// The attributes of its resources.
    public typealias Attributes = AlbumAttributes
  }

  /// The attributes of an album of the catalog or a library. An attribute is `nil` if it was not
  /// sent.
  public struct AlbumAttributes: Codable, Hashable, Sendable {
    /// The name, in the requested language.
    public var name: String?
    /// The name of the artist, or the names of several in one string.
    public var artistName: String?
    /// The URL of the artist's page. Only with `extend`.
    public var artistUrl: String?
    /// The picture.
    public var artwork: Artwork?
    /// The audio variants, under an older name.
    public var audioTraits: [AudioVariant]?
    /// The available audio variants. Only with `extend`.
    public var audioVariants: [AudioVariant]?
    /// The content rating, explicit or clean. `nil` if neither applies.
    public var contentRating: ContentRating?
    /// The ratings of other systems.
    public var contentRatingsBySystem: JSONValue?
    /// The copyright line.
    public var copyright: String?
    /// Additional editorial pictures. Only with `extend`.
    public var editorialArtwork: JSONValue?
    /// The editorial notes. May contain HTML.
    public var editorialNotes: EditorialNotes?
    /// Editorial videos. Only with `extend`.
    public var editorialVideo: JSONValue?
    /// The names of its genres, including the root `Music`.
    public var genreNames: [String]?
    /// Whether it is an Apple Digital Master.
    public var isAppleDigitalMaster: Bool?
    /// Whether it is a compilation.
    public var isCompilation: Bool?
    /// Whether all of its tracks are available.
    public var isComplete: Bool?
    /// Whether it was mastered for iTunes.
    public var isMasteredForItunes: Bool?
    /// Whether it is not released yet.
    public var isPrerelease: Bool?
    /// Whether it is a single.
    public var isSingle: Bool?
    /// The offers for purchase. Only with `extend`.
    public var offers: JSONValue?
    /// The parameters for playback. `nil` if it cannot be streamed in this storefront.
    public var playParams: PlayParameters?
    /// The editorial notes without HTML.
    public var plainEditorialNotes: EditorialNotes?
    /// The popularity. Only with `extend`.
    public var popularity: Double?
    /// The name of the record label.
    public var recordLabel: String?
    /// The release date, `2021-03-05`, or only the year. See ``PartialDate``.
    public var releaseDate: String?
    /// The number of tracks.
    public var trackCount: Int?
    /// The Universal Product Code.
    public var upc: String?
    /// The URL of its page at Apple Music.
    public var url: String?
    /// A hash of the content.
    public var versionHash: String?
    /// The work, for classical music.
    public var workName: String?
    /// The date when it was added to the user's library, ISO 8601.
    public var dateAdded: String?

    /// The release date, as precise as known.
    public var released: PartialDate? { releaseDate.flatMap(PartialDate.init) }
    /// The date when it was added to the library.
    public var added: Date? { dateAdded.flatMap(AppleMusic.date) }

    /// Makes an empty value.
    public init() {}
  }
}
