import Foundation
import MusicCatalog

// Each of these needs a user token.
extension AppleMusicClient {
  /// A list of the library. ``AppleMusic/Collection/total`` says how many members it has.
  ///
  /// - Parameters:
  ///   - kind: what to list, such as `AppleMusic.LibrarySongs.self`.
  ///   - limit: how many a page holds, 1 to 100; `nil`: 25.
  ///   - offset: how many to skip.
  ///   - properties: relationships to be fetched with each; `.catalog` gives the catalog's twin.
  ///   - query: further parameters.
  public func library<Kind>(
    _ kind: Kind.Type,
    limit: Int? = nil,
    offset: Int? = nil,
    with properties: [AppleMusic.PropertyPath<Kind>] = [],
    query: [URLQueryItem] = []
  ) async throws -> AppleMusic.Collection<AppleMusic.Resource<Kind>> {
    guard kind.name.hasPrefix("library-") else {
      throw RequestChecks.invalid("This lists kinds of the library alone.")
    }
    try RequestChecks.limit(limit, atMost: RequestLimits.library)
    try RequestChecks.offset(offset)
    let page = [URLQueryItem](["limit": limit, "offset": offset])
    return try await requester.listOrNone(
      request(kind, with: properties, query: query + page),
      of: AppleMusic.Resource<Kind>.self
    )
  }

  /// The songs of the library.
  public func librarySongs(
    limit: Int? = nil,
    offset: Int? = nil
  ) async throws -> AppleMusic.Collection<AppleMusic.LibrarySong> {
    try await library(AppleMusic.LibrarySongs.self, limit: limit, offset: offset)
  }

  /// The albums of the library.
  public func libraryAlbums(
    limit: Int? = nil,
    offset: Int? = nil
  ) async throws -> AppleMusic.Collection<AppleMusic.LibraryAlbum> {
    try await library(AppleMusic.LibraryAlbums.self, limit: limit, offset: offset)
  }

  /// The artists of the library.
  public func libraryArtists(
    limit: Int? = nil,
    offset: Int? = nil
  ) async throws -> AppleMusic.Collection<AppleMusic.LibraryArtist> {
    try await library(AppleMusic.LibraryArtists.self, limit: limit, offset: offset)
  }

  /// The playlists of the library.
  public func libraryPlaylists(
    limit: Int? = nil,
    offset: Int? = nil
  ) async throws -> AppleMusic.Collection<AppleMusic.LibraryPlaylist> {
    try await library(AppleMusic.LibraryPlaylists.self, limit: limit, offset: offset)
  }

  /// The music videos of the library.
  public func libraryMusicVideos(
    limit: Int? = nil,
    offset: Int? = nil
  ) async throws -> AppleMusic.Collection<AppleMusic.LibraryMusicVideo> {
    try await library(AppleMusic.LibraryMusicVideos.self, limit: limit, offset: offset)
  }

  /// The folders of the library's playlists.
  public func libraryPlaylistFolders(
    limit: Int? = nil,
    offset: Int? = nil
  ) async throws -> AppleMusic.Collection<AppleMusic.LibraryPlaylistFolder> {
    try await library(AppleMusic.LibraryPlaylistFolders.self, limit: limit, offset: offset)
  }

  /// Adds resources of the catalog to the library. They show up there some seconds later.
  ///
  /// Adding what is there already changes nothing. Where one of several requests fails, what others
  /// added stays.
  ///
  /// - Parameter identifiers: songs, albums, playlists or music videos of this client's store; none
  ///   at all: nothing is sent.
  public func addToLibrary(_ identifiers: [AppleMusic.Identifier]) async throws {
    try await post(identifiers, to: "/v1/me/library")
  }

  /// Marks resources as the user's favorites.
  public func addToFavorites(_ identifiers: [AppleMusic.Identifier]) async throws {
    try await post(identifiers, to: "/v1/me/favorites")
  }

  private func post(_ identifiers: [AppleMusic.Identifier], to path: String) async throws {
    for batch in try IdentifierQuery.batches(identifiers) {
      _ = try await reply(to: AppleMusic.DataRequest(path, query: batch, method: .post))
    }
  }
}
