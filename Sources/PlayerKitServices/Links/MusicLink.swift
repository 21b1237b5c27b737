import Foundation

/// An item of a music service: the service, the kind, and the id.
public struct MusicLink: Hashable, Sendable {
  /// The service of the item.
  public let service: CatalogService
  /// The kind of the item.
  public let kind: Kind
  /// The service's id, as its API expects it: `1440857781`, `pl.0123…`, `p.abc`.
  public let id: String
  /// The storefront in the link, two lowercase letters. `nil` if the item is not bound to one
  /// (`apple:ID`, an item in the user's library). Then the user's storefront applies.
  public let storefront: String?

  /// Makes a link. Checks nothing. To parse a link, use ``MusicReference/init(_:recognizers:)``.
  public init(service: CatalogService, kind: Kind, id: String, storefront: String? = nil) {
    self.service = service
    self.kind = kind
    self.id = id
    self.storefront = storefront
  }

  /// Whether the item is in a user's library, so that only that user can open it.
  public var isInLibrary: Bool { Kind.library.contains(kind) }

  /// Returns the service's normalized web URL of the item. `nil` if `recognizers` has no recognizer
  /// of the service, or if the service has no URL for this kind.
  ///
  /// Recognizing the URL gives this link again, with the service's default storefront if there was
  /// none.
  public func canonicalURL(by recognizers: LinkRecognizers) -> URL? {
    recognizers.all.first { $0.service == service }?.canonicalURL(of: self)
  }
}

extension MusicLink {
  /// The kind of an item. The set is open.
  public struct Kind: RawRepresentable, Hashable, Sendable {
    /// The stable name.
    public let rawValue: String

    /// Makes a kind from its stable name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// One recording.
    public static let song = Kind(rawValue: "song")
    /// An album, a single or a compilation.
    public static let album = Kind(rawValue: "album")
    /// An artist.
    public static let artist = Kind(rawValue: "artist")
    /// A playlist of the catalog, made by editors or shared by a user.
    public static let playlist = Kind(rawValue: "playlist")
    /// A station.
    public static let station = Kind(rawValue: "station")
    /// A music video.
    public static let musicVideo = Kind(rawValue: "musicVideo")
    /// A curator of playlists, including Apple's own.
    public static let curator = Kind(rawValue: "curator")
    /// A page of hand-picked items.
    public static let room = Kind(rawValue: "room")
    /// A record label.
    public static let recordLabel = Kind(rawValue: "recordLabel")
    /// A podcast.
    public static let show = Kind(rawValue: "show")
    /// An episode of a podcast.
    public static let episode = Kind(rawValue: "episode")
    /// A local file that a service lists among the user's songs but does not have.
    public static let localFile = Kind(rawValue: "localFile")
    /// A song in a user's library.
    public static let librarySong = Kind(rawValue: "librarySong")
    /// An album in a user's library.
    public static let libraryAlbum = Kind(rawValue: "libraryAlbum")
    /// An artist in a user's library.
    public static let libraryArtist = Kind(rawValue: "libraryArtist")
    /// A playlist in a user's library.
    public static let libraryPlaylist = Kind(rawValue: "libraryPlaylist")
    /// A page of the user's library that names no item. The id is the name of the page, such as
    /// `recently-added`, or empty for the library itself.
    public static let libraryPage = Kind(rawValue: "libraryPage")

    static let library: Set<Kind> = [
      .librarySong, .libraryAlbum, .libraryArtist, .libraryPlaylist, .libraryPage,
    ]
  }
}
