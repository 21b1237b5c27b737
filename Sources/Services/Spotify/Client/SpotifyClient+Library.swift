import Foundation
import HTTPTypes
import PlayerKitServices

// Each of these needs a user's token.
extension SpotifyClient {
  /// Returns the user's profile. Its fields depend on the scopes and the app's class.
  public func me() async throws -> Spotify.User {
    try await value(["me"])
  }

  /// Returns the user's own and followed playlists. A page has up to 50.
  public func myPlaylists(
    limit: Int? = nil,
    offset: Int? = nil
  ) async throws -> Spotify.Page<Spotify.Playlist> {
    try await page(["me", "playlists"], limit: limit, offset: offset)
  }

  /// Returns the tracks of the user's library, the newest first. A page has up to 50.
  public func mySavedTracks(
    limit: Int? = nil,
    offset: Int? = nil
  ) async throws -> Spotify.Page<Spotify.SavedTrack> {
    try await page(["me", "tracks"], [("market", country())], limit: limit, offset: offset)
  }

  /// Returns the albums of the user's library, the newest first. A page has up to 50.
  public func mySavedAlbums(
    limit: Int? = nil,
    offset: Int? = nil
  ) async throws -> Spotify.Page<Spotify.SavedAlbum> {
    try await page(["me", "albums"], [("market", country())], limit: limit, offset: offset)
  }

  /// Returns the podcasts of the user's library, the newest first. A page has up to 50.
  public func mySavedShows(
    limit: Int? = nil,
    offset: Int? = nil
  ) async throws -> Spotify.Page<Spotify.Saved<Spotify.Show>> {
    try await page(["me", "shows"], limit: limit, offset: offset)
  }

  /// Returns the episodes of the user's library, the newest first. A page has up to 50.
  public func mySavedEpisodes(
    limit: Int? = nil,
    offset: Int? = nil
  ) async throws -> Spotify.Page<Spotify.Saved<Spotify.Episode>> {
    try await page(["me", "episodes"], [("market", country())], limit: limit, offset: offset)
  }

  /// Returns the user's most played tracks. A page has up to 50. Needs `user-top-read`.
  public func myTopTracks(
    over range: Spotify.TimeRange = .halfYear,
    limit: Int? = nil,
    offset: Int? = nil
  ) async throws -> Spotify.Page<Spotify.Track> {
    let parameters: SpotifyParameters = [("time_range", range.rawValue)]
    return try await page(["me", "top", "tracks"], parameters, limit: limit, offset: offset)
  }

  /// Returns the user's most played artists. See ``myTopTracks(over:limit:offset:)``.
  public func myTopArtists(
    over range: Spotify.TimeRange = .halfYear,
    limit: Int? = nil,
    offset: Int? = nil
  ) async throws -> Spotify.Page<Spotify.Artist> {
    let parameters: SpotifyParameters = [("time_range", range.rawValue)]
    return try await page(["me", "top", "artists"], parameters, limit: limit, offset: offset)
  }

  /// Returns the artists that the user follows. A page has up to 50. Needs `user-follow-read`.
  ///
  /// - Parameter limit: The maximum number of results.
  /// - Parameter artist: The id of the artist before the first member. `nil` starts at the
  ///   beginning.
  public func myFollowedArtists(
    limit: Int? = nil,
    after artist: String? = nil
  ) async throws -> Spotify.Page<Spotify.Artist> {
    try SpotifyChecks.limit(limit, atMost: SpotifyLimits.page)
    let found: Spotify.SearchResults = try await value(
      ["me", "following"],
      [("type", "artist"), ("after", artist), ("limit", limit.text)]
    )
    guard let artists = found.artists, artists.isIncluded else {
      throw CatalogError.spotify(.malformedReply, "The answer contains no list.")
    }
    return artists
  }

  /// Returns the user's play history, the newest first: the last 50 tracks played for more than 30
  /// s.
  ///
  /// - Parameters:
  ///   - limit: The page size, up to 50.
  ///   - after: Returns only plays after this date. Not together with `before`.
  ///   - before: Returns only plays before this date.
  public func recentlyPlayed(
    limit: Int? = nil,
    after: Date? = nil,
    before: Date? = nil
  ) async throws -> Spotify.Page<Spotify.PlayHistoryItem> {
    guard after == nil || before == nil else {
      throw SpotifyChecks.invalid("The history is read after or before a time, not both.")
    }
    return try await page(
      ["me", "player", "recently-played"],
      [("after", Self.moment(after)), ("before", Self.moment(before))],
      limit: limit,
      offset: nil
    )
  }

  private static func moment(_ date: Date?) throws -> String? {
    guard let date else { return nil }
    guard let moment = Int(exactly: (date.timeIntervalSince1970 * 1000).rounded()) else {
      throw SpotifyChecks.invalid("The time of the history is not valid.")
    }
    return String(moment)
  }
}

extension SpotifyClient {
  /// Saves items (tracks, albums, artists …) to the user's library, or follows them.
  ///
  /// Has no effect on items already saved. Uses `/me/library`, which accepts any kind. If the app
  /// does not have it (``Spotify/Capability/libraryOfAllKinds``), uses the older paths for tracks,
  /// albums and artists. More than 40 items are sent in several requests: if one fails, the
  /// previous ones have taken effect.
  ///
  /// - Parameter uris: URIs such as `spotify:track:…`.
  public func save(_ uris: [String]) async throws {
    try await change(uris, .put)
  }

  /// Removes items from the user's library, or unfollows them. Has no effect on items that are not
  /// saved. See ``save(_:)``.
  public func remove(_ uris: [String]) async throws {
    try await change(uris, .delete)
  }

  /// Returns whether items are in the user's library, by URI. See ``save(_:)``.
  public func contains(_ uris: [String]) async throws -> [String: Bool] {
    var answers: [String: Bool] = [:]
    for chunk in try Self.chunks(uris) {
      let found = try await gate.either(.libraryOfAllKinds) {
        try await flags(chunk, ["me", "library", "contains"], [("uris", chunk.parameter)])
      } else: {
        var found: [String: Bool] = [:]
        for part in try LibraryPart.parts(of: chunk) {
          let flags = try await flags(part.uris, part.path + ["contains"], part.parameters)
          found.merge(flags) { $1 }
        }
        return found
      }
      answers.merge(found) { $1 }
    }
    return answers
  }

  private func change(_ uris: [String], _ method: HTTPRequest.Method) async throws {
    for chunk in try Self.chunks(uris) {
      try await gate.either(.libraryOfAllKinds) {
        _ = try await send(["me", "library"], [("uris", chunk.parameter)], by: method)
      } else: {
        for part in try LibraryPart.parts(of: chunk) {
          try await send(part.path, part.parameters, by: method)
        }
      }
    }
  }

  private func flags(
    _ uris: [String],
    _ path: [String],
    _ parameters: SpotifyParameters
  ) async throws -> [String: Bool] {
    let flags: [Bool] = try await value(path, parameters)
    guard flags.count == uris.count else {
      throw CatalogError.spotify(
        .malformedReply,
        "The answer has \(flags.count) members for \(uris.count) asked."
      )
    }
    return Dictionary(zip(uris, flags)) { $1 }
  }

  private static func chunks(_ uris: [String]) throws -> [[String]] {
    try SpotifyChecks.uris(uris)
    return RequestChunks.of(uris, count: SpotifyLimits.library)
  }
}

/// URIs of one kind, for the separate library paths of each kind before 2026.
private struct LibraryPart: Sendable {
  let kind: String
  let path: [String]
  var uris: [String]

  var parameters: SpotifyParameters {
    let ids = uris.map { $0.split(separator: ":").last.map(String.init) ?? "" }
    return [("type", kind == "artist" ? kind : nil), ("ids", ids.parameter)]
  }

  private static let paths = ["track": "tracks", "album": "albums", "artist": "following"]

  /// Groups URIs by kind, at most 20 each: the limit of the older paths.
  static func parts(of uris: [String]) throws -> [LibraryPart] {
    var parts: [LibraryPart] = []
    for uri in uris {
      let kind = uri.split(separator: ":").dropFirst().first.map(String.init) ?? ""
      guard let path = paths[kind] else {
        throw CatalogError.spotify(
          .unavailable,
          "This app can keep only tracks, albums and artists in a library."
        )
      }
      if let open = parts.lastIndex(where: { $0.kind == kind && $0.uris.count < 20 }) {
        parts[open].uris.append(uri)
      } else {
        parts.append(LibraryPart(kind: kind, path: ["me", path], uris: [uri]))
      }
    }
    return parts
  }
}
