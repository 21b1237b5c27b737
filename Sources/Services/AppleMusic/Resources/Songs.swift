import PlayerKitSystem
import Foundation
import PlayerKitServices

extension AppleMusic {
  /// A song of the catalog.
  public typealias Song = Resource<Songs>

  /// The kind `songs`.
  public struct Songs: ResourceKind {
    /// What its resources may have.
    public static let table = FieldTable(Songs())
    /// `songs`.
    public static let name = "songs"

    /// The albums that it is on.
    public let albums = Property<Album>("albums")
    /// Its artists.
    public let artists = Property<Artist>("artists")
    /// Its composers.
    public let composers = Property<Artist>("composers")
    /// Who took part in it.
    public let credits = Property<Item>("credits")
    /// Its genres.
    public let genres = Property<Genre>("genres")
    /// The same song in the user's library.
    public let library = Property<Item>("library")
    /// Its lyrics.
    public let lyrics = Property<Item>("lyrics")
    /// Its videos.
    public let musicVideos = Property<MusicVideo>("music-videos")
    /// The station that starts from it.
    public let station = Property<Station>("station")

    /// What describes its resources.
    public typealias Attributes = TrackAttributes
  }

  /// A song in the library of a user.
  public typealias LibrarySong = Resource<LibrarySongs>

  /// The kind `library-songs`.
  public struct LibrarySongs: ResourceKind {
    /// What its resources may have.
    public static let table = FieldTable(LibrarySongs())
    /// `library-songs`.
    public static let name = "library-songs"

    /// The albums that it is on.
    public let albums = Property<LibraryAlbum>("albums")
    /// Its artists.
    public let artists = Property<LibraryArtist>("artists")
    /// The same song in the catalog.
    public let catalog = Property<Item>("catalog")
    /// Its genres.
    public let genres = Property<Item>("genres")

    /// What describes its resources.
    public typealias Attributes = TrackAttributes
  }

  /// A music video of the catalog.
  public typealias MusicVideo = Resource<MusicVideos>

  /// The kind `music-videos`.
  public struct MusicVideos: ResourceKind {
    /// What its resources may have.
    public static let table = FieldTable(MusicVideos())
    /// `music-videos`.
    public static let name = "music-videos"

    /// The albums that it is on.
    public let albums = Property<Album>("albums")
    /// Its artists.
    public let artists = Property<Artist>("artists")
    /// Its genres.
    public let genres = Property<Genre>("genres")
    /// The same video in the user's library.
    public let library = Property<Item>("library")
    /// Its songs.
    public let songs = Property<Song>("songs")
    /// More of the same artist.
    public let moreByArtist = Property<MusicVideo>(view: "more-by-artist")
    /// More of the same genre.
    public let moreInGenre = Property<MusicVideo>(view: "more-in-genre")

    /// What describes its resources.
    public typealias Attributes = TrackAttributes
  }

  /// A music video in the library of a user.
  public typealias LibraryMusicVideo = Resource<LibraryMusicVideos>

  /// The kind `library-music-videos`.
  public struct LibraryMusicVideos: ResourceKind {
    /// What its resources may have.
    public static let table = FieldTable(LibraryMusicVideos())
    /// `library-music-videos`.
    public static let name = "library-music-videos"

    /// The albums that it is on.
    public let albums = Property<LibraryAlbum>("albums")
    /// Its artists.
    public let artists = Property<LibraryArtist>("artists")
    /// The same video in the catalog.
    public let catalog = Property<Item>("catalog")
    /// Its genres.
    public let genres = Property<Item>("genres")

    /// What describes its resources.
    public typealias Attributes = TrackAttributes
  }

  /// What describes a song or a music video, of the catalog or a library. Each attribute is `nil` where it was not sent.
  public struct TrackAttributes: Codable, Hashable, Sendable {
    /// The name, in the language asked for.
    public var name: String?
    /// The name of the artist, or of several in one text.
    public var artistName: String?
    /// The name of the album.
    public var albumName: String?
    /// The composers in one text.
    public var composerName: String?
    /// The address of the artist's page. Only by `extend`.
    public var artistUrl: String?
    /// The picture.
    public var artwork: Artwork?
    /// Who the work is attributed to; of classical music.
    public var attribution: String?
    /// The language of the sound, `en-US`.
    public var audioLocale: String?
    /// The forms of sound, in an older spelling.
    public var audioTraits: [AudioVariant]?
    /// The forms of sound that it has. Only by `extend`.
    public var audioVariants: [AudioVariant]?
    /// Whether it is explicit or cleaned; `nil`: neither.
    public var contentRating: ContentRating?
    /// The ratings of other systems.
    public var contentRatingsBySystem: JSONValue?
    /// The number of the disc, from 1.
    public var discNumber: Int?
    /// The number on the disc, from 1.
    public var trackNumber: Int?
    /// The length in milliseconds; absent for some uploads.
    public var durationInMillis: Int?
    /// Further pictures of the editors. Only by `extend`.
    public var editorialArtwork: JSONValue?
    /// What the editors write about it; may hold HTML.
    public var editorialNotes: EditorialNotes?
    /// Moving pictures of the editors. Only by `extend`.
    public var editorialVideo: JSONValue?
    /// The addresses of protected streams.
    public var extendedAssetUrls: JSONValue?
    /// The names of its genres; `Music`, the root of them, among them.
    public var genreNames: [String]?
    /// Whether its credits are known.
    public var hasCredits: Bool?
    /// Whether there are lyrics.
    public var hasLyrics: Bool?
    /// Whether the lyrics go with time.
    public var hasTimeSyncedLyrics: Bool?
    /// Whether it is an Apple Digital Master.
    public var isAppleDigitalMaster: Bool?
    /// The same in an older spelling.
    public var isMasteredForItunes: Bool?
    /// Whether it may be sung along to.
    public var isVocalAttenuationAllowed: Bool?
    /// The International Standard Recording Code.
    public var isrc: String?
    /// The work; of classical music.
    public var workName: String?
    /// The movement; of classical music.
    public var movementName: String?
    /// The movement's number, from 1.
    public var movementNumber: Int?
    /// How many movements the work has.
    public var movementCount: Int?
    /// What can be bought. Only by `extend`.
    public var offers: JSONValue?
    /// What a player needs; `nil`: cannot be streamed here.
    public var playParams: PlayParameters?
    /// The notes without HTML.
    public var plainEditorialNotes: EditorialNotes?
    /// Excerpts that play without a token; may be absent or empty.
    public var previews: [Preview]?
    /// The day of release, `2021-03-05`; or the year alone. See ``PartialDate``.
    public var releaseDate: String?
    /// The address of its page in Apple Music.
    public var url: String?
    /// When it came into the user's library, ISO 8601.
    public var dateAdded: String?
    /// How often the user has played it.
    public var playCount: Int?
    /// Whether it is to be had in 4K.
    public var has4K: Bool?
    /// Whether it is to be had with high dynamic range.
    public var hasHDR: Bool?
    /// `preview`, where it is one.
    public var videoSubType: String?
    /// The forms of picture.
    public var videoTraits: [String]?

    /// The day of release, or what is known of it.
    public var released: PartialDate? { releaseDate.flatMap(PartialDate.init) }
    /// The length.
    public var duration: Duration? { durationInMillis.map { .milliseconds($0) } }
    /// When it came into the library.
    public var added: Date? { dateAdded.flatMap(AppleMusic.date) }

    /// Makes one of which nothing is known.
    public init() {}
  }
}
