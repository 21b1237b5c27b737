import Foundation
import HTTPTypes
import PlayerKitServices

extension SoundCloudClient {
  /// Searches for tracks.
  ///
  /// - Parameters:
  ///   - term: What the user typed.
  ///   - limit: The page size, 1 … 200; `nil` for the service's 50.
  ///   - access: The required access; empty for all tracks that are not blocked.
  public func tracks(
    _ term: String,
    limit: Int? = nil,
    access: Set<SoundCloud.Access> = []
  ) async throws -> SoundCloud.List<SoundCloud.Track> {
    try await search("tracks", term, limit, access)
  }

  /// Searches for playlists and albums.
  public func playlists(
    _ term: String,
    limit: Int? = nil
  ) async throws -> SoundCloud.List<SoundCloud.Playlist> {
    try await search("playlists", term, limit)
  }

  /// Searches for users.
  public func users(
    _ term: String,
    limit: Int? = nil
  ) async throws -> SoundCloud.List<SoundCloud.User> {
    try await search("users", term, limit)
  }

  /// Returns the item at an address of `soundcloud.com` or `on.soundcloud.com`.
  ///
  /// - Throws: `CatalogError`: `notFound` if there is none.
  public func resolve(_ page: URL) async throws -> SoundCloud.Resource {
    let query = [URLQueryItem(name: "url", value: page.absoluteString)]
    return try await value(of: CatalogRequest("/resolve", query: query))
  }

  /// Returns a track.
  ///
  /// - Parameter urn: The name of the track at the service.
  /// - Parameter secretToken: The token with which a private track is shared.
  public func track(
    _ urn: SoundCloud.URN,
    secretToken: String? = nil
  ) async throws -> SoundCloud.Track {
    try await get(["tracks", try Self.checked(urn, .tracks)], secretToken)
  }

  /// Returns similar tracks.
  public func tracks(
    relatedTo urn: SoundCloud.URN,
    limit: Int? = nil
  ) async throws -> SoundCloud.List<SoundCloud.Track> {
    try await list(["tracks", try Self.checked(urn, .tracks), "related"], limit)
  }

  /// Returns a playlist or an album without its tracks.
  public func playlist(
    _ urn: SoundCloud.URN,
    secretToken: String? = nil
  ) async throws -> SoundCloud.Playlist {
    try await get(
      ["playlists", try Self.checked(urn, .playlists)],
      secretToken,
      [URLQueryItem(name: "show_tracks", value: "false")]
    )
  }

  /// Returns the tracks of a playlist or an album.
  public func tracks(
    ofPlaylist urn: SoundCloud.URN,
    secretToken: String? = nil
  ) async throws -> SoundCloud.List<SoundCloud.Track> {
    try await list(
      ["playlists", try Self.checked(urn, .playlists), "tracks"],
      nil,
      [URLQueryItem(name: "secret_token", value: secretToken)]
    )
  }

  /// Returns a user.
  public func user(_ urn: SoundCloud.URN) async throws -> SoundCloud.User {
    try await get(["users", try Self.checked(urn, .users)])
  }

  /// Returns a user's tracks.
  public func tracks(
    ofUser urn: SoundCloud.URN,
    limit: Int? = nil
  ) async throws -> SoundCloud.List<SoundCloud.Track> {
    try await list(["users", try Self.checked(urn, .users), "tracks"], limit)
  }

  /// Returns a user's playlists and albums without their tracks.
  public func playlists(
    ofUser urn: SoundCloud.URN,
    limit: Int? = nil
  ) async throws -> SoundCloud.List<SoundCloud.Playlist> {
    try await list(
      ["users", try Self.checked(urn, .users), "playlists"],
      limit,
      [URLQueryItem(name: "show_tracks", value: "false")]
    )
  }

  /// Returns the tracks that a user likes.
  public func likedTracks(
    ofUser urn: SoundCloud.URN,
    limit: Int? = nil
  ) async throws -> SoundCloud.List<SoundCloud.Track> {
    try await list(["users", try Self.checked(urn, .users), "likes", "tracks"], limit)
  }

  /// Returns the playlists and albums that a user likes.
  public func likedPlaylists(
    ofUser urn: SoundCloud.URN,
    limit: Int? = nil
  ) async throws -> SoundCloud.List<SoundCloud.Playlist> {
    try await list(["users", try Self.checked(urn, .users), "likes", "playlists"], limit)
  }

  /// Returns similar users.
  public func users(
    relatedTo urn: SoundCloud.URN,
    limit: Int? = nil
  ) async throws -> SoundCloud.List<SoundCloud.User> {
    try await list(["users", try Self.checked(urn, .users), "related"], limit)
  }
}

// MARK: - The user who is signed in

extension SoundCloudClient {
  /// Returns the user who is signed in.
  public func me() async throws -> SoundCloud.User { try await get(["me"]) }

  /// Returns the user's tracks, including private ones.
  public func myTracks(limit: Int? = nil) async throws -> SoundCloud.List<SoundCloud.Track> {
    try await list(["me", "tracks"], limit)
  }

  /// Returns the user's playlists and albums without their tracks.
  public func myPlaylists(
    limit: Int? = nil
  ) async throws -> SoundCloud.List<SoundCloud.Playlist> {
    let query = [URLQueryItem(name: "show_tracks", value: "false")]
    return try await list(["me", "playlists"], limit, query)
  }

  /// Returns the tracks that the user likes.
  public func myLikedTracks(limit: Int? = nil) async throws -> SoundCloud.List<SoundCloud.Track> {
    try await list(["me", "likes", "tracks"], limit)
  }

  /// Returns the playlists and albums that the user likes.
  public func myLikedPlaylists(
    limit: Int? = nil
  ) async throws -> SoundCloud.List<SoundCloud.Playlist> {
    try await list(["me", "likes", "playlists"], limit)
  }

  /// Likes a track, a playlist or an album for the user. Has no effect if it is liked already.
  public func like(_ urn: SoundCloud.URN) async throws {
    try await change(urn, .post)
  }

  /// Removes the user's like.
  public func unlike(_ urn: SoundCloud.URN) async throws {
    try await change(urn, .delete)
  }

  private func change(_ urn: SoundCloud.URN, _ method: HTTPRequest.Method) async throws {
    guard urn.kind != .users else {
      throw CatalogError(
        .invalidArgument,
        "Only tracks and playlists can be liked.",
        service: .soundCloud
      )
    }
    var request = CatalogRequest(segments: ["likes", urn.kind.rawValue, urn.rawValue])
    request.method = method
    _ = try await requester.reply(to: request)
  }
}

// MARK: - Requests

extension SoundCloudClient {
  /// Returns the name if it has this kind.
  static func checked(
    _ urn: SoundCloud.URN,
    _ kind: SoundCloud.URN.Kind
  ) throws(CatalogError) -> String {
    guard urn.kind == kind else {
      throw CatalogError(
        .invalidArgument,
        "This is not a name of one of the \(kind.rawValue).",
        service: .soundCloud
      )
    }
    return urn.rawValue
  }

  func get<Value: Decodable>(
    _ path: [String],
    _ secretToken: String? = nil,
    _ query: [URLQueryItem] = []
  ) async throws -> Value {
    let secret = URLQueryItem(name: "secret_token", value: secretToken)
    return try await value(of: CatalogRequest(segments: path, query: query + [secret]))
  }

  private func search<Element>(
    _ path: String,
    _ term: String,
    _ limit: Int?,
    _ access: Set<SoundCloud.Access> = []
  ) async throws -> SoundCloud.List<Element> {
    guard !term.allSatisfy(\.isWhitespace), term.utf8.count <= RequestBounds.term else {
      throw CatalogError(
        .invalidArgument,
        "The search term is empty or too long.",
        service: .soundCloud
      )
    }
    let words = access.map(\.rawValue).sorted().joined(separator: ",")
    let query = [
      URLQueryItem(name: "q", value: term),
      URLQueryItem(name: "access", value: access.isEmpty ? nil : words),
    ]
    return try await list([path], limit, query)
  }

  private func list<Element>(
    _ path: [String],
    _ limit: Int?,
    _ query: [URLQueryItem] = []
  ) async throws -> SoundCloud.List<Element> {
    guard (1...200).contains(limit ?? 1) else {
      throw CatalogError(
        .invalidArgument,
        "The limit must be from 1 to 200.",
        service: .soundCloud
      )
    }
    let page = [
      URLQueryItem(name: "limit", value: limit.map(String.init)),
      URLQueryItem(name: "linked_partitioning", value: "true"),
    ]
    return try await value(of: CatalogRequest(segments: path, query: query + page))
  }
}
