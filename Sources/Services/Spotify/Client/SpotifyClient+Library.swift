import Foundation
import HTTPTypes
import PlayerKitServices

// Each of these needs a user's token.
extension SpotifyClient {
  /// The user's profile. What it holds depends on the rights and on the app's class.
  public func me() async throws -> Spotify.User {
    try await value(["me"])
  }

  /// The user's playlists, their own and those followed. A page has up to 50.
  public func myPlaylists(
    limit: Int? = nil,
    offset: Int? = nil
  ) async throws -> Spotify.Page<Spotify.Playlist> {
    try await page(["me", "playlists"], limit: limit, offset: offset)
  }

  /// The tracks of the user's library, the newest first. A page has up to 50.
  public func mySavedTracks(
    limit: Int? = nil,
    offset: Int? = nil
  ) async throws -> Spotify.Page<Spotify.SavedTrack> {
    try await page(["me", "tracks"], [("market", country())], limit: limit, offset: offset)
  }

  /// The albums of the user's library, the newest first. A page has up to 50.
  public func mySavedAlbums(
    limit: Int? = nil,
    offset: Int? = nil
  ) async throws -> Spotify.Page<Spotify.SavedAlbum> {
    try await page(["me", "albums"], [("market", country())], limit: limit, offset: offset)
  }

  /// The podcasts of the user's library, the newest first. A page has up to 50.
  public func mySavedShows(
    limit: Int? = nil,
    offset: Int? = nil
  ) async throws -> Spotify.Page<Spotify.Saved<Spotify.Show>> {
    try await page(["me", "shows"], limit: limit, offset: offset)
  }

  /// The episodes of the user's library, the newest first. A page has up to 50.
  public func mySavedEpisodes(
    limit: Int? = nil,
    offset: Int? = nil
  ) async throws -> Spotify.Page<Spotify.Saved<Spotify.Episode>> {
    try await page(["me", "episodes"], [("market", country())], limit: limit, offset: offset)
  }

  /// The tracks that the user plays most. A page has up to 50. Needs `user-top-read`.
  public func myTopTracks(
    over range: Spotify.TimeRange = .halfYear,
    limit: Int? = nil,
    offset: Int? = nil
  ) async throws -> Spotify.Page<Spotify.Track> {
    let parameters: SpotifyParameters = [("time_range", range.rawValue)]
    return try await page(["me", "top", "tracks"], parameters, limit: limit, offset: offset)
  }

  /// The artists that the user plays most. As ``myTopTracks(over:limit:offset:)``.
  public func myTopArtists(
    over range: Spotify.TimeRange = .halfYear,
    limit: Int? = nil,
    offset: Int? = nil
  ) async throws -> Spotify.Page<Spotify.Artist> {
    let parameters: SpotifyParameters = [("time_range", range.rawValue)]
    return try await page(["me", "top", "artists"], parameters, limit: limit, offset: offset)
  }

  /// The artists that the user follows. A page has up to 50. Needs `user-follow-read`.
  ///
  /// - Parameter artist: the identity after which to begin; `nil`: at the first.
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
      throw CatalogError.spotify(.malformedReply, "There is no list in the answer.")
    }
    return artists
  }

  /// What the user played, the newest first: tracks of which more than 30 s were played, the last 50
  /// of them.
  ///
  /// - Parameters:
  ///   - limit: members of a page, up to 50.
  ///   - after: only what was played after this moment; not together with `before`.
  ///   - before: only what was played before this moment.
  public func recentlyPlayed(
    limit: Int? = nil,
    after: Date? = nil,
    before: Date? = nil
  ) async throws -> Spotify.Page<Spotify.PlayHistoryItem> {
    guard after == nil || before == nil else {
      throw SpotifyChecks.invalid("The history is read after a moment or before one, not both.")
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
      throw SpotifyChecks.invalid("No moment of the history.")
    }
    return String(moment)
  }
}

extension SpotifyClient {
  /// Saves things to the user's library, or follows them: tracks, albums, artists …
  ///
  /// What is there already stays. By `/me/library`, which takes anything; where the app does not have
  /// that (``Spotify/Capability/libraryOfAllKinds``) by the older paths of tracks, albums and artists.
  /// More than 40 are sent in several requests: where one fails, those before it have taken effect.
  ///
  /// - Parameter uris: addresses such as `spotify:track:…`.
  public func save(_ uris: [String]) async throws {
    try await change(uris, .put)
  }

  /// Takes things out of the user's library, or follows them no more. What is not there stays away.
  /// See ``save(_:)``.
  public func remove(_ uris: [String]) async throws {
    try await change(uris, .delete)
  }

  /// Whether things are in the user's library: for each address once. See ``save(_:)``.
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

/// Addresses of one kind, for the paths of the library before 2026: one for each kind.
private struct LibraryPart: Sendable {
  let kind: String
  let path: [String]
  var uris: [String]

  var parameters: SpotifyParameters {
    let ids = uris.map { $0.split(separator: ":").last.map(String.init) ?? "" }
    return [("type", kind == "artist" ? kind : nil), ("ids", ids.parameter)]
  }

  private static let paths = ["track": "tracks", "album": "albums", "artist": "following"]

  /// Addresses of one kind together, at most 20: no older path takes more.
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
