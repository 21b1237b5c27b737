import Foundation
import PlayerKitServices

extension AppleMusic {
  /// A list that the service makes for the user, from plays or additions.
  public struct PersonalList<Element: Member>: Sendable {
    let path: [String]
    /// The maximum page size. `nil` if unknown.
    var maximum: Int?
  }
}

extension AppleMusic.PersonalList<AppleMusic.Item> {
  /// Albums, playlists and stations that the user plays repeatedly.
  public static let heavyRotation = Self(path: ["history", "heavy-rotation"])
  /// The albums, playlists and stations that the user played last, about fifty. The service does
  /// not state when. A page has at most 10 members.
  public static let recentlyPlayed = Self(path: ["recent", "played"], maximum: 10)
  /// The songs and music videos that the user played last. The service does not state when, and
  /// merges repeats, so this is not a play history. A page has at most 30 members.
  public static let recentTracks = Self(path: ["recent", "played", "tracks"], maximum: 30)
  /// The last additions to the library: albums, playlists and songs.
  public static let recentlyAdded = Self(path: ["library", "recently-added"])
}

extension AppleMusic.PersonalList<AppleMusic.Station> {
  /// The stations that the user played last.
  public static let recentStations = Self(path: ["recent", "radio-stations"])
}

// Each of these needs a user token.
extension AppleMusicClient {
  /// Returns a list that the service makes for the user: `client.list(.recentlyPlayed)`.
  ///
  /// - Parameters:
  ///   - list: The list, such as `.recentlyPlayed`.
  ///   - types: Types of the catalog or the library, for ``AppleMusic/PersonalList/recentTracks``.
  ///     Empty means all types.
  ///   - limit: The page size. If `nil`, the service's default.
  ///   - offset: The number of members to skip.
  ///   - query: Further parameters.
  public func list<Element>(
    _ list: AppleMusic.PersonalList<Element>,
    types: [AppleMusic.TypeName] = [],
    limit: Int? = nil,
    offset: Int? = nil,
    query: [URLQueryItem] = []
  ) async throws -> AppleMusic.Collection<Element> {
    let types = [URLQueryItem](["types": types.isEmpty ? nil : try types.parameter()])
    let page = try [URLQueryItem].page(limit, offset, atMost: list.maximum)
    return try await value(
      of: CatalogRequest(segments: ["v1", "me"] + list.path, query: types + query + page)
    )
  }

  /// Returns the user's most played music of the latest summarized year (Replay). `nil` if there is
  /// none.
  ///
  /// - Parameter properties: The lists to fetch. All by default.
  public func latestReplay(
    with properties: [AppleMusic.PropertyPath<AppleMusic.MusicSummaries>] = [
      \.topAlbums, \.topArtists, \.topSongs,
    ]
  ) async throws -> AppleMusic.MusicSummary? {
    let kind = AppleMusic.MusicSummaries.self
    return try await list(kind, filter: "year", value: "latest", with: properties).first
  }

  /// Returns the user's storefront.
  public func userStorefront() async throws -> AppleMusic.Storefront {
    let page: AppleMusic.Collection<AppleMusic.Storefront> = try await value(
      of: CatalogRequest("/v1/me/storefront")
    )
    if let storefront = page.first { return storefront }
    throw CatalogError.appleMusic(.malformedReply, "The user has no storefront.")
  }
}

extension AppleMusicClient {
  /// Returns the language of this client's storefront that fits best.
  ///
  /// - Parameter preferences: Languages as in an `Accept-Language` header, the best first:
  ///   `["fr-CA", "en"]`.
  public func bestLanguageTag(for preferences: [String]) async throws -> String {
    guard preferences.contains(where: { !$0.isEmpty }) else {
      throw RequestChecks.invalid("This needs at least one language.")
    }
    let storefront = try RequestChecks.storefront(storefront)
    let accepted = preferences.filter { !$0.isEmpty }.joined(separator: ",")
    let json: JSONValue = try await value(
      of: CatalogRequest(
        segments: ["v1", "language", storefront, "tag"],
        query: [URLQueryItem(name: "acceptLanguage", value: accepted)]
      )
    )
    guard let tag = Self.languageTag(in: json) else {
      throw CatalogError.appleMusic(.malformedReply, "The answer names no language.")
    }
    return tag
  }
}

extension AppleMusicClient {
  /// Finds the tag in a reply whose form is not reliably documented.
  private static func languageTag(in json: JSONValue) -> String? {
    if let text = json.string { return text }
    for key in ["tag", "languageTag", "id"] {
      if let text = json[key]?.string { return text }
    }
    for key in ["results", "data", "attributes"] {
      guard let inner = json[key] else { continue }
      if let tag = languageTag(in: inner.array?.first ?? inner) { return tag }
    }
    return nil
  }
}
