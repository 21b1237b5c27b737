import Foundation
import PlayerKitServices

extension AppleMusic {
  /// A list that the service makes for the user: what was played, and what was added.
  public struct PersonalList<Element: Member>: Sendable {
    let path: [String]
    /// How many members a page may have; `nil`: not known.
    var maximum: Int?
  }
}

extension AppleMusic.PersonalList<AppleMusic.Item> {
  /// What the user plays again and again: albums, playlists and stations.
  public static let heavyRotation = Self(path: ["history", "heavy-rotation"])
  /// The albums, playlists and stations that the user played last; about fifty. When, the service
  /// does not say. A page holds 10 at most.
  public static let recentlyPlayed = Self(path: ["recent", "played"], maximum: 10)
  /// The songs and music videos that the user played last. When, the service does not say, and
  /// repeats are one: this is no record of what was heard. A page holds 30 at most.
  public static let recentTracks = Self(path: ["recent", "played", "tracks"], maximum: 30)
  /// What the user added to the library last: albums and playlists, and songs among them.
  public static let recentlyAdded = Self(path: ["library", "recently-added"])
}

extension AppleMusic.PersonalList<AppleMusic.Station> {
  /// The stations that the user played last.
  public static let recentStations = Self(path: ["recent", "radio-stations"])
}

// Each of these needs a user token.
extension AppleMusicClient {
  /// A list that the service makes for the user: `client.list(.recentlyPlayed)`.
  ///
  /// - Parameters:
  ///   - types: of ``AppleMusic/PersonalList/recentTracks``, those of the catalog or the library; empty: all.
  ///   - limit: how many a page holds; `nil`: as many as the service gives.
  ///   - offset: how many to skip.
  ///   - query: further parameters.
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

  /// The store of the user.
  public func userStorefront() async throws -> AppleMusic.Storefront {
    let page: AppleMusic.Collection<AppleMusic.Storefront> = try await value(
      of: CatalogRequest("/v1/me/storefront")
    )
    if let storefront = page.first { return storefront }
    throw CatalogError.appleMusic(.malformedReply, "The user has no storefront.")
  }
}

extension AppleMusicClient {
  /// The language of this client's store that serves a reader best.
  ///
  /// - Parameter preferences: languages as in an `Accept-Language` header, the best first:
  ///   `["fr-CA", "en"]`.
  public func bestLanguageTag(for preferences: [String]) async throws -> String {
    guard preferences.contains(where: { !$0.isEmpty }) else {
      throw RequestChecks.invalid("This needs at least one language.")
    }
    let storefront = try StorefrontID.checked(storefront)
    let accepted = preferences.filter { !$0.isEmpty }.joined(separator: ",")
    let json: JSONValue = try await value(
      of: CatalogRequest(
        segments: ["v1", "language", storefront, "tag"],
        query: [URLQueryItem(name: "acceptLanguage", value: accepted)]
      )
    )
    guard let tag = LanguageTag.tag(in: json) else {
      throw CatalogError.appleMusic(.malformedReply, "The answer names no language.")
    }
    return tag
  }
}

/// Finds the tag in an answer of which the form is not documented for certain.
enum LanguageTag {
  static func tag(in json: JSONValue) -> String? {
    if let text = json.string { return text }
    for key in ["tag", "languageTag", "id"] {
      if let text = json[key]?.string { return text }
    }
    for key in ["results", "data", "attributes"] {
      if let inner = json[key], let tag = tag(in: inner.array?.first ?? inner) { return tag }
    }
    return nil
  }
}
