import Foundation
import PlayerKitServices

extension Subsonic {
  /// An item that can be starred.
  @nonexhaustive public enum Starrable: Hashable, Sendable {
    /// A song by id.
    case song(String)
    /// An album by id.
    case album(String)
    /// An artist by id.
    case artist(String)

    var parameter: (String, String) {
      switch self {
      case .song(let id): ("id", id)
      case .album(let id): ("albumId", id)
      case .artist(let id): ("artistId", id)
      }
    }
  }
}

extension SubsonicClient {
  /// The maximum number of ids per request.
  private static let idsOfRequest = 120

  // MARK: - Playlists

  /// Returns the playlists that the user can see, without their songs.
  public func playlists() async throws -> [Subsonic.Playlist] {
    array(try await answer(to: "getPlaylists").playlists?.playlist)
  }

  /// Returns a playlist with its songs.
  public func playlist(_ id: String) async throws -> Subsonic.Playlist {
    try required(await answer(to: "getPlaylist", [("id", try checked(id))]).playlist)
  }

  /// Creates a playlist. Many songs take several requests. If one fails, the earlier songs are in
  /// the list.
  ///
  /// - Returns: The playlist; `nil` from an old server, which does not send it.
  @discardableResult
  public func createPlaylist(
    _ name: String,
    songs: [String] = []
  ) async throws -> Subsonic.Playlist? {
    var chunks = chunks(songs)[...]
    let first = try (chunks.popFirst() ?? []).map { ("songId", try checked($0) as String?) }
    let made = try await answer(to: "createPlaylist", [("name", name)] + first).playlist
    guard !chunks.isEmpty else { return made }
    let id = try required(made).id
    for chunk in chunks { try await updatePlaylist(id, adding: chunk) }
    return try await playlist(id)
  }

  /// Changes a playlist. `nil` values stay unchanged. `removing` contains indices from 0, in the
  /// list before the call.
  public func updatePlaylist(
    _ id: String,
    name: String? = nil,
    comment: String? = nil,
    isPublic: Bool? = nil,
    adding songs: [String] = [],
    removing places: [Int] = []
  ) async throws {
    let id = try checked(id)
    var query: [(String, String?)] = [
      ("playlistId", id), ("name", name), ("comment", comment),
      ("public", isPublic.map(String.init)),
    ]
    guard places.count <= Self.idsOfRequest * 4 else {
      throw CatalogError(
        .invalidArgument,
        "There are too many positions in one request.",
        service: .subsonic
      )
    }
    query += places.map { ("songIndexToRemove", String($0)) }
    var chunks = chunks(songs)[...]
    // The indices are only valid for the first request, and new songs are appended at the end.
    let first = places.count > Self.idsOfRequest ? [] : chunks.popFirst() ?? []
    query += try first.map { ("songIdToAdd", try checked($0)) }
    _ = try await answer(to: "updatePlaylist", query)
    for chunk in chunks {
      let added = try chunk.map { ("songIdToAdd", try checked($0) as String?) }
      _ = try await answer(to: "updatePlaylist", [("playlistId", id)] + added)
    }
  }

  /// Deletes a playlist.
  public func deletePlaylist(_ id: String) async throws {
    _ = try await answer(to: "deletePlaylist", [("id", try checked(id))])
  }

  // MARK: - Stars and ratings

  /// Returns the items that the user starred.
  public func starred() async throws -> Subsonic.Findings {
    try await answer(to: "getStarred2").starred2 ?? Subsonic.Findings()
  }

  /// Stars an item.
  public func star(_ thing: Subsonic.Starrable) async throws {
    let (name, id) = thing.parameter
    _ = try await answer(to: "star", [(name, try checked(id))])
  }

  /// Removes the star from an item.
  public func unstar(_ thing: Subsonic.Starrable) async throws {
    let (name, id) = thing.parameter
    _ = try await answer(to: "unstar", [(name, try checked(id))])
  }

  /// Rates a song, an album or an artist.
  ///
  /// - Parameter id: The id of the song, album, or artist.
  /// - Parameter rating: From 1 to 5; 0 removes the rating.
  public func rate(_ id: String, _ rating: Int) async throws {
    guard (0...5).contains(rating) else {
      throw CatalogError(.invalidArgument, "A rating must be from 0 to 5.", service: .subsonic)
    }
    _ = try await answer(to: "setRating", [("id", try checked(id)), ("rating", String(rating))])
  }

  // MARK: - Scrobbling

  /// Reports that a song was played or is playing now.
  ///
  /// - Parameters:
  ///   - id: The id of the song, album, or artist.
  ///   - date: The start of the play; `nil` for the server's current time.
  ///   - isSubmission: Whether the song was played. If `false`, it is playing now.
  public func scrobble(_ id: String, at date: Date?, isSubmission: Bool = true) async throws {
    let milliseconds = date.flatMap { Int64(exactly: ($0.timeIntervalSince1970 * 1_000).rounded()) }
    _ = try await answer(
      to: "scrobble",
      [
        ("id", try checked(id)), ("time", milliseconds.map(String.init)),
        ("submission", String(isSubmission)),
      ]
    )
  }

  // MARK: - The queue

  /// Returns the queue that the user saved from any device; `nil` if there is none.
  public func playQueue() async throws -> Subsonic.PlayQueue? {
    try await answer(to: "getPlayQueue").playQueue
  }

  /// Saves a queue for other devices. Of a long queue, saves the songs around the current one that
  /// fit into one request.
  ///
  /// - Parameters:
  ///   - songs: The ids in order. An empty array clears the saved queue.
  ///   - current: The index of the current song.
  ///   - position: The position in the current song.
  public func savePlayQueue(
    _ songs: [String],
    current: Int? = nil,
    position: Duration = .zero
  ) async throws {
    try await savePlayQueue(songs, current, position, byIndex: false)
  }

  /// Returns the saved queue with the index of its current song. Requires the extension
  /// `indexBasedQueue`.
  public func playQueueByIndex() async throws -> Subsonic.PlayQueue? {
    try await answer(to: "getPlayQueueByIndex").playQueueByIndex
  }

  /// Like ``savePlayQueue(_:current:position:)``, but with the index of the current song, which may
  /// be in the queue twice. Requires the extension `indexBasedQueue`.
  public func savePlayQueueByIndex(
    _ songs: [String],
    current: Int? = nil,
    position: Duration = .zero
  ) async throws {
    try await savePlayQueue(songs, current, position, byIndex: true)
  }

  private func savePlayQueue(
    _ songs: [String],
    _ current: Int?,
    _ position: Duration,
    byIndex: Bool
  ) async throws {
    let current = current.flatMap { songs.indices.contains($0) ? $0 : nil }
    let start = max(0, min((current ?? 0) - 20, songs.count - Self.idsOfRequest))
    let kept = songs[start..<min(start + Self.idsOfRequest, songs.count)]
    var query: [(String, String?)] = try kept.map { ("id", try checked($0)) }
    if let current {
      query += [
        byIndex ? ("currentIndex", String(current - start)) : ("current", songs[current]),
        ("position", position.milliseconds),
      ]
    }
    _ = try await answer(to: byIndex ? "savePlayQueueByIndex" : "savePlayQueue", query)
  }

  // MARK: - Bookmarks

  /// Returns the user's bookmarks in songs and episodes.
  public func bookmarks() async throws -> [Subsonic.Bookmark] {
    array(try await answer(to: "getBookmarks").bookmarks?.bookmark)
  }

  /// Sets the bookmark of a song or an episode. Each has at most one.
  public func setBookmark(
    of id: String,
    at position: Duration,
    comment: String? = nil
  ) async throws {
    _ = try await answer(
      to: "createBookmark",
      [("id", try checked(id)), ("position", position.milliseconds), ("comment", comment)]
    )
  }

  /// Removes the bookmark of a song or an episode.
  public func removeBookmark(of id: String) async throws {
    _ = try await answer(to: "deleteBookmark", [("id", try checked(id))])
  }

  private func chunks(_ ids: [String]) -> [[String]] {
    stride(from: 0, to: ids.count, by: Self.idsOfRequest).map {
      Array(ids[$0..<min($0 + Self.idsOfRequest, ids.count)])
    }
  }
}

extension Duration {
  /// The duration in whole milliseconds, at least 0.
  fileprivate var milliseconds: String {
    let (seconds, attoseconds) = components
    return String(max(0, seconds.clamped * 1_000 + attoseconds / 1_000_000_000_000_000))
  }
}

extension Int64 {
  /// Limited to a value beyond any recording's length, whose milliseconds do not overflow.
  fileprivate var clamped: Int64 { Swift.min(Swift.max(self, 0), 1 << 40) }
}
