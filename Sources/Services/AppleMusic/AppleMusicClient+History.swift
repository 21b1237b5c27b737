import Foundation
import MusicCatalog

// Each of these needs a user token.
extension AppleMusicClient {
  /// What the service recommends to the user.
  public func recommendations(
    limit: Int? = nil,
    offset: Int? = nil,
    query: [URLQueryItem] = []
  ) async throws -> AppleMusic.Collection<AppleMusic.PersonalRecommendation> {
    try await personal(["recommendations"], limit, offset, query: query)
  }

  /// What the user plays again and again: albums, playlists and stations.
  public func heavyRotation(
    limit: Int? = nil,
    offset: Int? = nil
  ) async throws -> AppleMusic.Collection<AppleMusic.Item> {
    try await personal(["history", "heavy-rotation"], limit, offset)
  }

  /// The albums, playlists and stations that the user played last; about fifty. When, the service
  /// does not say.
  ///
  /// - Parameter limit: how many a page holds, 1 to 10; `nil`: as many as the service gives.
  public func recentlyPlayed(
    limit: Int? = nil,
    offset: Int? = nil
  ) async throws -> AppleMusic.Collection<AppleMusic.Item> {
    let maximum = RequestLimits.recentlyPlayed
    return try await personal(["recent", "played"], limit, offset, atMost: maximum)
  }

  /// The songs and music videos that the user played last. When, the service does not say, and
  /// repeats are one: this is no record of what was heard.
  ///
  /// - Parameters:
  ///   - types: of the catalog or the library; empty: all.
  ///   - limit: how many a page holds, 1 to 30; `nil`: as many as the service gives.
  public func recentlyPlayedTracks(
    types: [AppleMusic.TypeName] = [],
    limit: Int? = nil,
    offset: Int? = nil
  ) async throws -> AppleMusic.Collection<AppleMusic.Item> {
    let query = [URLQueryItem](["types": types.isEmpty ? nil : try types.parameter()])
    let maximum = RequestLimits.recentTracks
    return try await personal(
      ["recent", "played", "tracks"],
      limit,
      offset,
      atMost: maximum,
      query: query
    )
  }

  /// The stations that the user played last.
  public func recentRadioStations(
    limit: Int? = nil,
    offset: Int? = nil
  ) async throws -> AppleMusic.Collection<AppleMusic.Station> {
    try await personal(["recent", "radio-stations"], limit, offset)
  }

  /// What the user played most in the latest year that the service has summed up (Replay); `nil`
  /// where there is none.
  ///
  /// - Parameter properties: which lists are wanted; by default all.
  public func latestReplay(
    with properties: [AppleMusic.PropertyPath<AppleMusic.MusicSummaries>] = [
      \.topAlbums, \.topArtists, \.topSongs,
    ]
  ) async throws -> AppleMusic.MusicSummary? {
    let kind = AppleMusic.MusicSummaries.self
    return try await list(kind, filter: "year", value: "latest", with: properties).first
  }

  /// What the user added to the library last: albums and playlists, and songs among them.
  public func recentlyAdded(
    limit: Int? = nil,
    offset: Int? = nil,
    query: [URLQueryItem] = []
  ) async throws -> AppleMusic.Collection<AppleMusic.Item> {
    try await personal(["library", "recently-added"], limit, offset, query: query)
  }

  private func personal<Element: AppleMusic.Member>(
    _ segments: [String],
    _ limit: Int?,
    _ offset: Int?,
    atMost maximum: Int? = nil,
    query: [URLQueryItem] = []
  ) async throws -> AppleMusic.Collection<Element> {
    try RequestChecks.limit(limit, atMost: maximum)
    try RequestChecks.offset(offset)
    let page = [URLQueryItem](["limit": limit, "offset": offset])
    let path = AppleMusic.DataRequest.path(["me"] + segments)
    return try await requester.listOrNone(
      AppleMusic.DataRequest(path, query: query + page),
      of: Element.self
    )
  }
}
