import Foundation

/// A thing in a music service that a link or an item names: which service, what kind of thing, and
/// its id there.
public struct MusicLink: Hashable, Sendable {
  /// The service whose id this is.
  public let service: CatalogService
  /// What the id names.
  public let kind: Kind
  /// The service's id, as its API takes it: `1440857781`, `pl.0123…`, `p.abc`.
  public let id: String
  /// The storefront that the link names, two small letters; `nil` where the item is not bound to
  /// one (`apple:ID`, a thing in the user's library): then the user's own applies.
  public let storefront: String?

  /// Names a thing. Nothing is checked: see ``MusicReference/init(_:recognizers:)`` for links.
  public init(service: CatalogService, kind: Kind, id: String, storefront: String? = nil) {
    self.service = service
    self.kind = kind
    self.id = id
    self.storefront = storefront
  }

  /// Whether the thing lies in a user's own library, so that only that user can open it.
  public var isInLibrary: Bool { Kind.library.contains(kind) }

  /// The service's own web address of this, in one form however the link was written; `nil` where
  /// none of `recognizers` is the service's, or where it has no address for this kind.
  ///
  /// Recognizing it gives this link again, with the service's default storefront where there was none.
  public func canonicalURL(by recognizers: LinkRecognizers) -> URL? {
    recognizers.all.first { $0.service == service }?.canonicalURL(of: self)
  }
}

extension MusicLink {
  /// What a link names. The set is open.
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
    /// Who makes playlists, Apple's own curators included.
    public static let curator = Kind(rawValue: "curator")
    /// A page of hand-picked things.
    public static let room = Kind(rawValue: "room")
    /// A record label.
    public static let recordLabel = Kind(rawValue: "recordLabel")
    /// A podcast.
    public static let show = Kind(rawValue: "show")
    /// An episode of a podcast.
    public static let episode = Kind(rawValue: "episode")
    /// A file on somebody's disk that a service lists among its songs, and does not have.
    public static let localFile = Kind(rawValue: "localFile")
    /// A song in a user's library.
    public static let librarySong = Kind(rawValue: "librarySong")
    /// An album in a user's library.
    public static let libraryAlbum = Kind(rawValue: "libraryAlbum")
    /// An artist in a user's library.
    public static let libraryArtist = Kind(rawValue: "libraryArtist")
    /// A playlist in a user's library.
    public static let libraryPlaylist = Kind(rawValue: "libraryPlaylist")
    /// A page of the user's library that names nothing in it; the id is the page's name, such as
    /// `recently-added`, and empty for the library itself.
    public static let libraryPage = Kind(rawValue: "libraryPage")

    static let library: Set<Kind> = [
      .librarySong, .libraryAlbum, .libraryArtist, .libraryPlaylist, .libraryPage,
    ]
  }
}
