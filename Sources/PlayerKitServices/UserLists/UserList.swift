import PlayerKit

/// A list of a user at a service: a playlist, an album of the library, or a collection that the
/// service keeps.
public struct UserList: Sendable, Hashable {
  /// A list that a service keeps for each user, and that has no title of its own.
  @nonexhaustive public enum Collection: String, Sendable, Hashable, CaseIterable {
    /// The songs of the library. Spotify calls them liked songs.
    case songs
    /// The songs that the user has marked as favorites.
    case favorites
  }

  /// The list, for ``UserListSource/tracks(ofUserList:limit:)``.
  public var link: MusicLink
  /// The title. `nil` if the service sent none. An app shows its own text for a ``collection``.
  public var title: String?
  /// The artists of an album, or the owner of a playlist. `nil` if unknown.
  public var artist: String?
  /// The number of items as the service counts them. `nil` if unknown. Not all of them need be
  /// playable.
  public var count: Int?
  /// The picture. `nil` if there is none.
  public var artwork: Artwork?

  /// Makes a list.
  public init(
    _ link: MusicLink,
    title: String?,
    artist: String? = nil,
    count: Int? = nil,
    artwork: Artwork? = nil
  ) {
    self.link = link
    self.title = title
    self.artist = artist
    self.count = count
    self.artwork = artwork
  }

  /// Makes a collection of a service. The title is English.
  public init(_ collection: Collection, of service: CatalogService) {
    self.init(
      MusicLink(service: service, kind: .libraryPage, id: collection.rawValue),
      title: collection == .songs ? "Songs" : "Favorites"
    )
  }

  /// The collection. `nil` for a playlist or an album.
  public var collection: Collection? { link.collection }
}

extension MusicLink {
  /// The collection that the link names. `nil` if it names none.
  package var collection: UserList.Collection? {
    kind == .libraryPage ? UserList.Collection(rawValue: id) : nil
  }
}
