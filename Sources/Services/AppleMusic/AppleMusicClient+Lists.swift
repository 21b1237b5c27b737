import Foundation
import PlayerKitServices

extension AppleMusicClient {
  /// Returns a list that belongs to a resource: a relationship, such as the tracks of an album, or
  /// a view, such as the top songs of an artist.
  ///
  /// The list is empty if the resource does not have the view, or if the service reports an empty
  /// relationship.
  ///
  /// ```swift
  /// let tracks = try await client.list(\.tracks, of: AppleMusic.Albums.self, id: "800000001")
  /// let alike = try await client.list(
  ///   \.similarArtists, of: AppleMusic.Artists.self, id: "900000001")
  /// ```
  ///
  /// - Parameters:
  ///   - property: The relationship or view.
  ///   - kind: The kind of the resource.
  ///   - id: The id of the resource.
  ///   - limit: The page size. If `nil`, the service's default, or 25 for a view that accepts it.
  ///   - offset: The number of members to skip.
  ///   - query: Further parameters.
  public func list<Kind: AppleMusic.ResourceKind, Element>(
    _ property: KeyPath<Kind, AppleMusic.Property<Element>> & Sendable,
    of kind: Kind.Type,
    id: String,
    limit: Int? = nil,
    offset: Int? = nil,
    query: [URLQueryItem] = []
  ) async throws -> AppleMusic.Collection<Element> {
    try RequestChecks.identity(id)
    let property = kind.table[property]
    let maximum = RequestLimits.relationship(property.name, of: kind.name)
    let page = try [URLQueryItem].page(limit, offset, atMost: property.isView ? nil : maximum)
    guard !property.isView else {
      let request = try request(kind, [id, "view", property.name], query: query + page)
      return try await view(request, isLimited: limit != nil)
    }
    var request = try request(kind, [id, property.name], query: query + page)
    if property.name == "library" { request.isPersonal = true }
    return try await value(of: request)
  }

  // The documentation states no maximum for views, so the service may reject the limit.
  private func view<Element: AppleMusic.Member>(
    _ request: CatalogRequest,
    isLimited: Bool
  ) async throws -> AppleMusic.Collection<Element> {
    do {
      guard !isLimited else { return try await value(of: request) }
      var bold = request
      bold.query += [URLQueryItem](["limit": RequestLimits.view])
      do {
        return try await value(of: bold)
      } catch let error as CatalogError where error.blamesLimit {
        return try await value(of: request)
      }
    } catch let error as CatalogError where error.code == .notFound {
      return AppleMusic.Collection()
    }
  }
}

extension AppleMusicClient {
  /// Returns the artists that listeners of an artist also play.
  public func similarArtists(
    toArtist id: String,
    limit: Int? = nil
  ) async throws -> AppleMusic.Collection<AppleMusic.Artist> {
    try await list(\.similarArtists, of: AppleMusic.Artists.self, id: id, limit: limit)
  }

  /// Returns the most played songs of an artist.
  public func topSongs(
    ofArtist id: String,
    limit: Int? = nil
  ) async throws -> AppleMusic.Collection<AppleMusic.Song> {
    try await list(\.topSongs, of: AppleMusic.Artists.self, id: id, limit: limit)
  }
}

extension AppleMusic.Resource {
  /// Fetches the current resource with relationships and views, in one request.
  ///
  /// It is requested at its own path, so a song of another storefront than the client's is found.
  /// Relationships that are not requested are as in a plain lookup.
  ///
  /// - Throws: ``CatalogError/Code/notFound`` if it no longer exists.
  public func with(
    _ properties: [AppleMusic.PropertyPath<Kind>],
    from client: AppleMusicClient,
    query: [URLQueryItem] = []
  ) async throws -> Self {
    try RequestChecks.identity(id)
    var request = try client.request(Kind.self, [id], with: properties, query: query)
    if let href, href.hasPrefix("/v1/"), !href.contains("?") {
      request.path = href
    }
    let page: AppleMusic.Collection<Self> = try await client.value(of: request)
    if let first = page.first { return first }
    if let lost = page.unreadable.first { throw CatalogError.unreadable(lost) }
    throw CatalogError.appleMusic(.notFound, "The answer holds no resource.")
  }
}

extension CatalogError {
  /// Whether the service rejected the limit of a request.
  fileprivate var blamesLimit: Bool {
    httpStatus == 400
      && details.contains { detail in
        detail.code == "40005" && detail.parameter.map { $0.hasPrefix("limit") } ?? true
      }
  }
}

extension AppleMusicClient {
  /// Returns the resources of a kind, page by page: all resources that the service lists, or those
  /// of a filter, such as `filter[storefront-chart]` of playlists.
  /// ```swift
  /// let songs = try await client.list(AppleMusic.LibrarySongs.self)
  /// let stores = try await client.list(AppleMusic.Storefronts.self)
  /// let charted = try await client.list(AppleMusic.Genres.self)
  /// ```
  ///
  /// Kinds of the library and recommendations (``AppleMusic/PersonalRecommendations``) need a user
  /// token. ``AppleMusic/Collection/total`` is the number of members in a list of the library. Only
  /// genres with charts are listed, including the root. A list is empty if the service reports an
  /// empty list as an error.
  ///
  /// - Parameters:
  ///   - kind: The kind to list.
  ///   - filter: The filter's name, without `filter[ ]`. `nil` lists everything, if the service
  ///     supports it.
  ///   - value: The value of the filter.
  ///   - limit: The page size, 1 to 100 for the library. If `nil`, the service's default.
  ///   - offset: The number of members to skip.
  ///   - properties: Relationships to fetch with each resource. For the library, `.catalog` gives
  ///     the equivalent in the catalog.
  ///   - query: Further parameters.
  ///   - isPersonal: Whether the list belongs to the user, although its path is in the catalog.
  public func list<Kind>(
    _ kind: Kind.Type,
    filter: String? = nil,
    value: String = "",
    limit: Int? = nil,
    offset: Int? = nil,
    with properties: [AppleMusic.PropertyPath<Kind>] = [],
    query: [URLQueryItem] = [],
    isPersonal: Bool = false
  ) async throws -> AppleMusic.Collection<AppleMusic.Resource<Kind>> {
    if let filter { try RequestChecks.name(filter) }
    let filters = filter.map { [URLQueryItem(name: "filter[\($0)]", value: value)] } ?? []
    let isOwn = kind.name.hasPrefix("library-")
    let page = try [URLQueryItem].page(limit, offset, atMost: isOwn ? RequestLimits.library : nil)
    var request = try request(kind, with: properties, query: filters + query + page)
    if isPersonal { request.isPersonal = true }
    return try await self.value(of: request)
  }

  /// Returns the live stations of Apple Music in this client's storefront.
  public func liveStations() async throws -> AppleMusic.Collection<AppleMusic.Station> {
    try await list(AppleMusic.Stations.self, filter: "featured", value: "apple-music-live-radio")
  }

  /// Returns the user's personal station. Needs a user token.
  ///
  /// - Returns: `nil` if the user has none.
  public func personalStation() async throws -> AppleMusic.Station? {
    try await list(
      AppleMusic.Stations.self,
      filter: "identity",
      value: "personal",
      isPersonal: true
    ).first
  }

  /// Returns the playlists of the most played songs in storefronts.
  ///
  /// - Parameter storefronts: The storefronts, two letters each.
  public func chartPlaylists(
    of storefronts: [String]
  ) async throws -> AppleMusic.Collection<AppleMusic.Playlist> {
    let codes = try storefronts.map(RequestChecks.storefront)
    guard !codes.isEmpty else { throw RequestChecks.invalid("This needs at least one store.") }
    return try await list(
      AppleMusic.Playlists.self,
      filter: "storefront-chart",
      value: codes.joined(separator: ",")
    )
  }
}
