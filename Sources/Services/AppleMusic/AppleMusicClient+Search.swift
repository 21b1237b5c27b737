import Foundation
import PlayerKitServices

extension AppleMusicClient {
  /// Searches the catalog, or the user's library for types such as
  /// ``AppleMusic/TypeName/librarySongs``.
  ///
  /// Each group of the reply has its own pages. A type without a match has no group.
  ///
  /// - Parameters:
  ///   - term: The search term. Surrounding white space is ignored.
  ///   - types: The types to search, at least one.
  ///   - limit: The page size of each group, 1 to 25. `nil` means 5.
  ///   - offset: The number of members of each group to skip.
  ///   - topResults: Whether to add a group with the best matches of all types.
  ///   - query: Further parameters.
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

  /// Returns search terms that begin with the typed text.
  ///
  /// - Parameter term: What the user typed.
  /// - Parameter limit: The number of terms. If `nil`, the service's default.
  public func searchHints(for term: String, limit: Int? = nil) async throws -> [String] {
    let term = [URLQueryItem](["term": try RequestChecks.term(term)])
    let answer: AppleMusic.HintsDocument = try await value(
      of: request(catalog: ["search", "hints"], query: term + .page(limit))
    )
    return answer.results.terms ?? []
  }

  /// Returns search terms and resources that complete the typed text.
  ///
  /// - Parameters:
  ///   - term: What the user typed.
  ///   - types: The types of resources. Empty means terms only.
  ///   - limit: The number of each kind. If `nil`, the service's default.
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
  /// Additional charts beside the requested types.
  public struct ChartGroup: ExtensibleString {
    /// The service's spelling.
    public let rawValue: String
    /// Makes a value from the service's spelling.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The charts of cities, as playlists.
    public static let cities = Self(rawValue: "cityCharts")
    /// The charts of countries and the world, as playlists.
    public static let dailyGlobalTop = Self(rawValue: "dailyGlobalTopCharts")
  }
}

extension AppleMusicClient {
  /// Returns the charts of this client's storefront. A type or genre without a chart has no group,
  /// or an empty one.
  ///
  /// - Parameters:
  ///   - types: Songs, albums, playlists or music videos, at least one.
  ///   - chart: The kind of chart, such as `most-played`. If `nil`, the service decides.
  ///   - genre: The id of a genre. `nil` means all genres.
  ///   - limit: The page size of each chart, 1 to 200. `nil` means 20.
  ///   - offset: The number of members to skip, below 200.
  ///   - groups: Additional charts.
  ///   - query: Further parameters.
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
