import PlayerKit
import PlayerKitServices

extension AppleMusicService: FavoritesService, RatingService, PlaylistService {
  /// Loves a song, an album or a playlist, or removes the rating.
  public func setFavorite(_ isFavorite: Bool, _ link: MusicLink) async throws {
    try await rate(link, isFavorite ? 5 : 0)
  }

  /// Loves (5) or dislikes (1) a song, an album or a playlist, or removes the rating (0). Apple Music
  /// has no other ratings.
  public func rate(_ link: MusicLink, _ stars: Int) async throws {
    let client = try userClient()
    let types: [MusicLink.Kind: AppleMusic.TypeName] = [
      .song: .songs, .album: .albums, .playlist: .playlists,
    ]
    guard let type = types[link.kind] else {
      throw CatalogError.notChangeable(link.kind, at: .appleMusic)
    }
    switch stars {
    case 0: try await client.removeRating(of: link.id, type: type)
    case 1: try await client.rate(link.id, type: type, as: .dislike)
    case 5: try await client.rate(link.id, type: type, as: .love)
    default:
      throw CatalogError.appleMusic(
        .invalidArgument,
        "Apple Music has no stars: 5 loves, 1 dislikes, and 0 removes the rating."
      )
    }
  }

  /// Creates a playlist in the user's library.
  @discardableResult
  public func createPlaylist(_ name: String, songs: [MusicLink]) async throws -> String? {
    try await userClient().createPlaylist(named: name, tracks: Self.identifiers(songs)).id
  }

  /// Adds songs to the end of a playlist of the user's library. They appear some seconds later.
  public func add(_ songs: [MusicLink], toPlaylist id: String) async throws {
    try await userClient().add(Self.identifiers(songs), toPlaylist: id)
  }

  private static func identifiers(_ songs: [MusicLink]) throws -> [AppleMusic.Identifier] {
    try songs.ids(at: .appleMusic).map {
      AppleMusic.Identifier(id: $0, type: AppleMusic.TypeName.songs.rawValue)
    }
  }
}
