import Foundation
import MusicCatalog

extension AppleMusicClient {
  /// Searches the catalog.
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
    try RequestChecks.limit(limit, atMost: RequestLimits.search)
    try RequestChecks.offset(offset)
    let items = [URLQueryItem]([
      "term": try RequestChecks.term(term), "types": try types.parameter(),
      "limit": limit, "offset": offset, "with": topResults ? "topResults" : nil,
    ])
    return try await value(of: request(catalog: ["search"], query: items + query))
  }

  /// Terms that begin with what was typed.
  ///
  /// - Parameter limit: how many; `nil`: as many as the service gives by itself.
  public func searchHints(for term: String, limit: Int? = nil) async throws -> [String] {
    try RequestChecks.limit(limit, atMost: nil)
    let items = [URLQueryItem](["term": try RequestChecks.term(term), "limit": limit])
    let answer: AppleMusic.HintsDocument = try await value(
      of: request(catalog: ["search", "hints"], query: items)
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
    try RequestChecks.limit(limit, atMost: nil)
    let items = [URLQueryItem]([
      "term": try RequestChecks.term(term),
      "kinds": types.isEmpty ? "terms" : "terms,topResults",
      "types": types.isEmpty ? nil : try types.parameter(), "limit": limit,
    ])
    let answer: AppleMusic.SuggestionsDocument = try await value(
      of: request(catalog: ["search", "suggestions"], query: items)
    )
    return answer.results
  }

  /// Searches the user's library.
  ///
  /// - Parameter types: kinds of the library, such as ``AppleMusic/TypeName/librarySongs``.
  public func searchLibrary(
    _ term: String,
    for types: [AppleMusic.TypeName],
    limit: Int? = nil,
    offset: Int? = nil,
    query: [URLQueryItem] = []
  ) async throws -> AppleMusic.SearchDocument {
    try RequestChecks.limit(limit, atMost: RequestLimits.search)
    try RequestChecks.offset(offset)
    let items = [URLQueryItem]([
      "term": try RequestChecks.term(term), "types": try types.parameter(),
      "limit": limit, "offset": offset,
    ])
    return try await value(
      of: AppleMusic.DataRequest("/v1/me/library/search", query: items + query)
    )
  }
}
