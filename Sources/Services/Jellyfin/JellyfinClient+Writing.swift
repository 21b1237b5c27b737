import Foundation
import HTTPTypes
import PlayerKitServices

extension JellyfinClient {
  /// Makes an item one of the user's favorites, or removes it from them.
  public func setFavorite(_ isFavorite: Bool, _ id: String) async throws {
    let id = try Self.checked(id)
    let user = try await userID()
    let method: HTTPRequest.Method = isFavorite ? .post : .delete
    do {
      let query = [URLQueryItem(name: "userId", value: user)]
      try await send(CatalogRequest("/UserFavoriteItems/\(id)", query: query, method: method))
    } catch let error as CatalogError where [404, 405].contains(error.httpStatus) {
      // Jellyfin before 10.9, and Emby.
      try await send(CatalogRequest("/Users/\(user)/FavoriteItems/\(id)", method: method))
    }
  }

  /// Creates a playlist of the user.
  ///
  /// - Returns: Its id.
  public func createPlaylist(_ name: String, songs: [String] = []) async throws -> String {
    let ids = try songs.map(Self.checked)
    let playlist: JSONValue = [
      "Name": .string(name), "Ids": .array(ids.map { .string($0) }),
      "UserId": .string(try await userID()), "MediaType": "Audio",
    ]
    let answer: JSONValue = try await value(
      of: CatalogRequest("/Playlists", method: .post, body: try JSONEncoder().encode(playlist))
    )
    return try Self.checked(answer["Id"]?.string ?? "")
  }

  /// Adds songs to the end of a playlist.
  public func add(_ songs: [String], toPlaylist id: String) async throws {
    let path = "/Playlists/\(try Self.checked(id))/Items"
    let user = try await userID()
    for chunk in RequestChunks.of(try songs.map(Self.checked), count: 100) {
      try await send(
        CatalogRequest(
          path,
          query: Self.parameters([("ids", chunk.joined(separator: ",")), ("userId", user)]),
          method: .post
        )
      )
    }
  }

  /// Removes songs from a playlist.
  ///
  /// - Parameter id: The id at the service.
  /// - Parameter places: The ``Jellyfin/Item/playlistItemID`` of the songs.
  public func remove(_ places: [String], fromPlaylist id: String) async throws {
    let path = "/Playlists/\(try Self.checked(id))/Items"
    for chunk in RequestChunks.of(try places.map(Self.checked), count: 100) {
      try await send(
        CatalogRequest(
          path,
          query: Self.parameters([("entryIds", chunk.joined(separator: ","))]),
          method: .delete
        )
      )
    }
  }

  /// Deletes a playlist. The user needs the right to delete it.
  public func deletePlaylist(_ id: String) async throws {
    try await send(CatalogRequest("/Items/\(try Self.checked(id))", method: .delete))
  }
}
