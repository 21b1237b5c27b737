import Foundation
import MusicCatalog

extension AppleMusicClient {
  /// The resources of a kind for which the service has a filter, such as
  /// `filter[storefront-chart]` of playlists; page by page.
  ///
  /// - Parameters:
  ///   - kind: what to list.
  ///   - filter: the filter's name, without `filter[ ]`; `nil`: the whole list, where there is one.
  ///   - value: what it is to be.
  ///   - sendsUserToken: whether the list is one of the user's.
  public func list<Kind>(
    _ kind: Kind.Type,
    filter: String?,
    value: String = "",
    limit: Int? = nil,
    offset: Int? = nil,
    with properties: [AppleMusic.PropertyPath<Kind>] = [],
    query: [URLQueryItem] = [],
    sendsUserToken: Bool = false
  ) async throws -> AppleMusic.Collection<AppleMusic.Resource<Kind>> {
    if let filter { try RequestChecks.name(filter) }
    try RequestChecks.limit(limit, atMost: nil)
    try RequestChecks.offset(offset)
    let filters = filter.map { [URLQueryItem(name: "filter[\($0)]", value: value)] } ?? []
    let page = [URLQueryItem](["limit": limit, "offset": offset])
    var request = try request(kind, with: properties, query: filters + query + page)
    if sendsUserToken { request.sendsUserToken = true }
    return try await requester.listOrNone(request, of: AppleMusic.Resource<Kind>.self)
  }

  /// The live stations of Apple Music in this client's store.
  public func liveStations() async throws -> AppleMusic.Collection<AppleMusic.Station> {
    try await list(AppleMusic.Stations.self, filter: "featured", value: "apple-music-live-radio")
  }

  /// The station that the service plays for the user. Needs a user token.
  ///
  /// - Returns: `nil` where the user has none.
  public func personalStation() async throws -> AppleMusic.Station? {
    try await list(
      AppleMusic.Stations.self,
      filter: "identity",
      value: "personal",
      sendsUserToken: true
    ).first
  }

  /// The playlists of what is played most in the stores.
  ///
  /// - Parameter storefronts: the stores, two letters each.
  public func chartPlaylists(
    of storefronts: [String]
  ) async throws -> AppleMusic.Collection<AppleMusic.Playlist> {
    let codes = try storefronts.map(StorefrontID.checked)
    guard !codes.isEmpty else { throw RequestChecks.invalid("This needs at least one store.") }
    return try await list(
      AppleMusic.Playlists.self,
      filter: "storefront-chart",
      value: codes.joined(separator: ",")
    )
  }
}
