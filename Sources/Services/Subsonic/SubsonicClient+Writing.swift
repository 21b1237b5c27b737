import Foundation
import PlayerKitServices

extension Subsonic {
  /// What can be starred.
  @nonexhaustive public enum Starrable: Hashable, Sendable {
    /// A song, by its id.
    case song(String)
    /// An album, by its id.
    case album(String)
    /// An artist, by the id.
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
  /// So many ids go into one request.
  private static let idsOfRequest = 120

  // MARK: - Playlists

  /// The playlists that the user may see, without their songs.
  public func playlists() async throws -> [Subsonic.Playlist] {
    array(try await answer(to: "getPlaylists").playlists?.playlist)
  }

  /// A playlist with its songs.
  public func playlist(_ id: String) async throws -> Subsonic.Playlist {
    try required(await answer(to: "getPlaylist", [("id", try checked(id))]).playlist)
  }

  /// Makes a playlist. Many songs take several requests: where one fails, those before it are in the list.
  ///
  /// - Returns: the playlist; `nil` of an old server, which does not tell.
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

  /// Changes a playlist. What is `nil` stays. Songs to remove are named by their places, from 0, in the list
  /// as it is before the call.
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
      throw CatalogError(.invalidArgument, "Too many places at once.", service: .subsonic)
    }
    query += places.map { ("songIndexToRemove", String($0)) }
    var chunks = chunks(songs)[...]
    // The places hold for the first request alone, and what is added comes behind them.
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

  /// What the user starred.
  public func starred() async throws -> Subsonic.Findings {
    try await answer(to: "getStarred2").starred2 ?? Subsonic.Findings()
  }

  /// Stars something.
  public func star(_ thing: Subsonic.Starrable) async throws {
    let (name, id) = thing.parameter
    _ = try await answer(to: "star", [(name, try checked(id))])
  }

  /// Takes the star from something.
  public func unstar(_ thing: Subsonic.Starrable) async throws {
    let (name, id) = thing.parameter
    _ = try await answer(to: "unstar", [(name, try checked(id))])
  }

  /// Rates a song, an album or an artist.
  ///
  /// - Parameter rating: from 1 to 5; 0 takes the rating away.
  public func rate(_ id: String, _ rating: Int) async throws {
    guard (0...5).contains(rating) else {
      throw CatalogError(.invalidArgument, "Ratings go from 0 to 5.", service: .subsonic)
    }
    _ = try await answer(to: "setRating", [("id", try checked(id)), ("rating", String(rating))])
  }

  // MARK: - What is heard

  /// Tells that a song was heard, or is being heard now.
  ///
  /// - Parameters:
  ///   - date: when it began; `nil`: the server takes its own time.
  ///   - isSubmission: `false`: it plays now.
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

  /// The queue that the user saved here on any device; `nil`: none.
  public func playQueue() async throws -> Subsonic.PlayQueue? {
    try await answer(to: "getPlayQueue").playQueue
  }

  /// Leaves a queue here for other devices. Of a long one, what is about its current song: as much as one
  /// request holds.
  ///
  /// - Parameters:
  ///   - songs: their ids, in order; none: the queue there is emptied.
  ///   - current: the place of the song that plays.
  ///   - position: where in it.
  public func savePlayQueue(
    _ songs: [String],
    current: Int? = nil,
    position: Duration = .zero
  ) async throws {
    try await savePlayQueue(songs, current, position, byIndex: false)
  }

  /// The queue that the user saved here, with the place of its current song: of servers with the extension
  /// `indexBasedQueue`.
  public func playQueueByIndex() async throws -> Subsonic.PlayQueue? {
    try await answer(to: "getPlayQueueByIndex").playQueueByIndex
  }

  /// As ``savePlayQueue(_:current:position:)``, with the place of the current song, which may stand there
  /// twice: at servers with the extension `indexBasedQueue`.
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

  /// Where the user left songs and episodes.
  public func bookmarks() async throws -> [Subsonic.Bookmark] {
    array(try await answer(to: "getBookmarks").bookmarks?.bookmark)
  }

  /// Sets the bookmark of a song or an episode: each has one.
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
  /// As whole milliseconds, from 0.
  fileprivate var milliseconds: String {
    let (seconds, attoseconds) = components
    return String(max(0, seconds.clamped * 1_000 + attoseconds / 1_000_000_000_000_000))
  }
}

extension Int64 {
  /// Within what no recording is longer than, so that milliseconds of it are a number too.
  fileprivate var clamped: Int64 { Swift.min(Swift.max(self, 0), 1 << 40) }
}
