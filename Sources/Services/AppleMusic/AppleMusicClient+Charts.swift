import Foundation
import MusicCatalog

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
    try RequestChecks.limit(limit, atMost: RequestLimits.chart)
    try RequestChecks.offset(offset, below: RequestLimits.chart)
    let items = [URLQueryItem]([
      "types": try types.parameter(), "chart": chart, "genre": genre, "limit": limit,
      "offset": offset,
      "with": groups.isEmpty ? nil : groups.map(\.rawValue).joined(separator: ","),
    ])
    return try await value(of: request(catalog: ["charts"], query: items + query))
  }

  /// The genres that have charts in this client's store; some stores have none. The root, of which
  /// the others are part, is among them.
  public func chartGenres(
    limit: Int? = nil,
    offset: Int? = nil
  ) async throws -> AppleMusic.Collection<AppleMusic.Genre> {
    try RequestChecks.limit(limit, atMost: nil)
    try RequestChecks.offset(offset)
    let items = [URLQueryItem](["limit": limit, "offset": offset])
    return try await requester.list(
      request(AppleMusic.Genres.self, query: items),
      of: AppleMusic.Genre.self
    )
  }
}
