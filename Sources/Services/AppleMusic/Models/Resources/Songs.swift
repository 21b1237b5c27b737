import Foundation
import PlayerKitServices
import PlayerKitSystem

extension AppleMusic {
  /// A song of the catalog.
  public typealias Song = Resource<Songs>

  /// The kind `songs`.
  public struct Songs: ResourceKind {
    /// The relationships and views of its resources.
    public static let table = FieldTable(Songs())
    /// `songs`.
    public static let name = "songs"

    /// The albums that contain it.
    public let albums = Property<Album>("albums")
    /// Its artists.
    public let artists = Property<Artist>("artists")
    /// Its composers.
    public let composers = Property<Artist>("composers")
    /// The credits.
    public let credits = Property<Item>("credits")
    /// Its genres.
    public let genres = Property<Genre>("genres")
    /// The same song in the user's library.
    public let library = Property<Item>("library")
    /// Its lyrics.
    public let lyrics = Property<Item>("lyrics")
    /// Its videos.
    public let musicVideos = Property<MusicVideo>("music-videos")
    /// The station based on it.
    public let station = Property<Station>("station")

    /// The attributes of its resources.
    public typealias Attributes = TrackAttributes
  }

  /// A song in the library of a user.
  public typealias LibrarySong = Resource<LibrarySongs>

  /// The kind `library-songs`.
  public struct LibrarySongs: ResourceKind {
    /// The relationships and views of its resources.
    public static let table = FieldTable(LibrarySongs())
    /// `library-songs`.
    public static let name = "library-songs"

    /// The albums that contain it.
    public let albums = Property<LibraryAlbum>("albums")
    /// Its artists.
    public let artists = Property<LibraryArtist>("artists")
    /// The same song in the catalog.
    public let catalog = Property<Item>("catalog")
    /// Its genres.
    public let genres = Property<Item>("genres")

    /// The attributes of its resources.
    public typealias Attributes = TrackAttributes
  }

  /// A music video of the catalog.
  public typealias MusicVideo = Resource<MusicVideos>

  /// The kind `music-videos`.
  public struct MusicVideos: ResourceKind {
    /// The relationships and views of its resources.
    public static let table = FieldTable(MusicVideos())
    /// `music-videos`.
    public static let name = "music-videos"

    /// The albums that contain it.
    public let albums = Property<Album>("albums")
    /// Its artists.
    public let artists = Property<Artist>("artists")
    /// Its genres.
    public let genres = Property<Genre>("genres")
    /// The same video in the user's library.
    public let library = Property<Item>("library")
    /// Its songs.
    public let songs = Property<Song>("songs")
    /// More by the same artist.
    public let moreByArtist = Property<MusicVideo>(view: "more-by-artist")
    /// More of the same genre.
    public let moreInGenre = Property<MusicVideo>(view: "more-in-genre")

    /// The attributes of its resources.
    public typealias Attributes = TrackAttributes
  }

  /// A music video in the library of a user.
  public typealias LibraryMusicVideo = Resource<LibraryMusicVideos>

  /// The kind `library-music-videos`.
  public struct LibraryMusicVideos: ResourceKind {
    /// The relationships and views of its resources.
    public static let table = FieldTable(LibraryMusicVideos())
    /// `library-music-videos`.
    public static let name = "library-music-videos"

    /// The albums that contain it.
    public let albums = Property<LibraryAlbum>("albums")
    /// Its artists.
    public let artists = Property<LibraryArtist>("artists")
    /// The same video in the catalog.
    public let catalog = Property<Item>("catalog")
    /// Its genres.
    public let genres = Property<Item>("genres")

    /// The attributes of its resources.
    public typealias Attributes = TrackAttributes
  }

  /// The attributes of a song or a music video of the catalog or a library. An attribute is `nil`
  /// if it was not sent.
  public struct TrackAttributes: Codable, Hashable, Sendable {
    /// The name, in the requested language.
    public var name: String?
    /// The name of the artist, or the names of several in one string.
    public var artistName: String?
    /// The name of the album.
    public var albumName: String?
    /// The composers in one string.
    public var composerName: String?
    /// The URL of the artist's page. Only with `extend`.
    public var artistUrl: String?
    /// The picture.
    public var artwork: Artwork?
    /// The attribution of the work, for classical music.
    public var attribution: String?
    /// The language of the audio, `en-US`.
    public var audioLocale: String?
    /// The audio variants, under an older name.
    public var audioTraits: [AudioVariant]?
    /// The available audio variants. Only with `extend`.
    public var audioVariants: [AudioVariant]?
    /// The content rating, explicit or clean. `nil` if neither applies.
    public var contentRating: ContentRating?
    /// The ratings of other systems.
    public var contentRatingsBySystem: JSONValue?
    /// The disc number, from 1.
    public var discNumber: Int?
    /// The track number on the disc, from 1.
    public var trackNumber: Int?
    /// The duration in milliseconds. Absent for some uploads.
    public var durationInMillis: Int?
    /// Additional editorial pictures. Only with `extend`.
    public var editorialArtwork: JSONValue?
    /// The editorial notes. May contain HTML.
    public var editorialNotes: EditorialNotes?
    /// Editorial videos. Only with `extend`.
    public var editorialVideo: JSONValue?
    /// The URLs of protected streams.
    public var extendedAssetUrls: JSONValue?
    /// The names of its genres, including the root `Music`.
    public var genreNames: [String]?
    /// Whether credits are available.
    public var hasCredits: Bool?
    /// Whether lyrics are available.
    public var hasLyrics: Bool?
    /// Whether time-synced lyrics are available.
    public var hasTimeSyncedLyrics: Bool?
    /// Whether it is an Apple Digital Master.
    public var isAppleDigitalMaster: Bool?
    /// Same as ``isAppleDigitalMaster``, under an older name.
    public var isMasteredForItunes: Bool?
    /// Whether Apple Music Sing is supported.
    public var isVocalAttenuationAllowed: Bool?
    /// The International Standard Recording Code.
    public var isrc: String?
    /// The work, for classical music.
    public var workName: String?
    /// The movement, for classical music.
    public var movementName: String?
    /// The number of the movement, from 1.
    public var movementNumber: Int?
    /// The number of movements of the work.
    public var movementCount: Int?
    /// The offers for purchase. Only with `extend`.
    public var offers: JSONValue?
    /// The parameters for playback. `nil` if it cannot be streamed in this storefront.
    public var playParams: PlayParameters?
    /// The editorial notes without HTML.
    public var plainEditorialNotes: EditorialNotes?
    /// Previews that play without a token. May be absent or empty.
    public var previews: [Preview]?
    /// The release date, `2021-03-05`, or only the year. See ``PartialDate``.
    public var releaseDate: String?
    /// The URL of its page at Apple Music.
    public var url: String?
    /// The date when it was added to the user's library, ISO 8601.
    public var dateAdded: String?
    /// The user's play count.
    public var playCount: Int?
    /// Whether it is available in 4K.
    public var has4K: Bool?
    /// Whether it is available in HDR.
    public var hasHDR: Bool?
    /// `preview` if it is one.
    public var videoSubType: String?
    /// The video variants.
    public var videoTraits: [String]?

    /// The release date, as precise as known.
    public var released: PartialDate? { releaseDate.flatMap(PartialDate.init) }
    /// The duration.
    public var duration: Duration? { durationInMillis.map { .milliseconds($0) } }
    /// The date when it was added to the library.
    public var added: Date? { dateAdded.flatMap(AppleMusic.date) }

    /// Makes an empty value.
    public init() {}
  }
}
