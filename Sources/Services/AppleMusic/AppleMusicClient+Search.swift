import Foundation
import PlayerKitServices

extension AppleMusicClient {
  /// Searches the catalog; or the user's library, where the types are such as
  /// ``AppleMusic/TypeName/librarySongs``.
  ///
  /// Each group of the answer pages by itself. A type without a hit has no group.
  ///
  /// - Parameters:
  ///   - term: what to search for; white space around it is left out.
  ///   - types: what to search among; at least one.
  ///   - limit: how many members each group's page holds, 1 to 25; `nil`: 5.
  ///   - offset: how many members of each group to skip.
  ///   - topResults: whether the best hits of all types are wanted as a group of their own.
  ///   - query: further parameters.
  public func search(
    _ term: String,
    for types: [AppleMusic.TypeName],
    limit: Int? = nil,
    offset: Int? = nil,
    topResults: Bool = false,
    query: [URLQueryItem] = []
  ) async throws -> AppleMusic.SearchDocument {
    let page = try [URLQueryItem].page(limit, offset, atMost: RequestLimits.search)
    let items =
      [URLQueryItem](["term": try RequestChecks.term(term), "types": try types.parameter()])
      + page + [URLQueryItem](["with": topResults ? "topResults" : nil]) + query
    let ownTypes = types.filter { $0.rawValue.hasPrefix("library-") }
    guard ownTypes.isEmpty || ownTypes.count == types.count else {
      throw RequestChecks.invalid("A search is among the catalog or the library, not both.")
    }
    return try await value(
      of: ownTypes.isEmpty
        ? request(catalog: ["search"], query: items)
        : CatalogRequest("/v1/me/library/search", query: items)
    )
  }

  /// Terms that begin with what was typed.
  ///
  /// - Parameter limit: how many; `nil`: as many as the service gives by itself.
  public func searchHints(for term: String, limit: Int? = nil) async throws -> [String] {
    let term = [URLQueryItem](["term": try RequestChecks.term(term)])
    let answer: AppleMusic.HintsDocument = try await value(
      of: request(catalog: ["search", "hints"], query: term + .page(limit))
    )
    return answer.results.terms ?? []
  }

  /// Terms and resources that what was typed may be the beginning of.
  ///
  /// - Parameters:
  ///   - types: the types of resources; empty: terms alone.
  ///   - limit: how many of each kind; `nil`: as many as the service gives by itself.
  public func searchSuggestions(
    for term: String,
    types: [AppleMusic.TypeName] = [],
    limit: Int? = nil
  ) async throws -> AppleMusic.SearchSuggestions {
    let items = [URLQueryItem]([
      "term": try RequestChecks.term(term),
      "kinds": types.isEmpty ? "terms" : "terms,topResults",
      "types": types.isEmpty ? nil : try types.parameter(),
    ])
    let answer: AppleMusic.SuggestionsDocument = try await value(
      of: request(catalog: ["search", "suggestions"], query: items + .page(limit))
    )
    return answer.results
  }
}

extension AppleMusic {
  /// Charts that stand beside those of the types asked for.
  public struct ChartGroup: ExtensibleString {
    /// The service's spelling.
    public let rawValue: String
    /// Makes it from the service's spelling.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The charts of cities, as playlists.
    public static let cities = Self(rawValue: "cityCharts")
    /// The charts of countries and the world, as playlists.
    public static let dailyGlobalTop = Self(rawValue: "dailyGlobalTopCharts")
  }
}

extension AppleMusicClient {
  /// The charts of this client's store. A type or genre without a chart has no group, or an empty
  /// one.
  ///
  /// - Parameters:
  ///   - types: songs, albums, playlists, music videos; at least one.
  ///   - chart: the name of a kind of chart, such as `most-played`; `nil`: the service's choice.
  ///   - genre: the identity of a genre; `nil`: all.
  ///   - limit: how many members each chart's page holds, 1 to 200; `nil`: 20.
  ///   - offset: how many members to skip, below 200.
  ///   - groups: further charts.
  ///   - query: further parameters.
  public func charts(
    _ types: [AppleMusic.TypeName],
    chart: String? = nil,
    genre: String? = nil,
    limit: Int? = nil,
    offset: Int? = nil,
    with groups: [AppleMusic.ChartGroup] = [],
    query: [URLQueryItem] = []
  ) async throws -> AppleMusic.ChartsDocument {
    let most = RequestLimits.chart
    let items =
      [URLQueryItem](["types": try types.parameter(), "chart": chart, "genre": genre])
      + (try .page(limit, offset, atMost: most, below: most))
      + [URLQueryItem]([
        "with": groups.isEmpty ? nil : groups.map(\.rawValue).joined(separator: ",")
      ])
    return try await value(of: request(catalog: ["charts"], query: items + query))
  }
}
