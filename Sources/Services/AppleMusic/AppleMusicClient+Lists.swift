import Foundation
import PlayerKitServices

extension AppleMusicClient {
  /// A list that belongs to a resource, by itself: a relationship, such as the tracks of an album,
  /// or a view, such as the top songs of an artist.
  ///
  /// A view that the resource does not have, and a relationship that the service calls empty, are
  /// empty lists.
  ///
  /// ```swift
  /// let tracks = try await client.list(\.tracks, of: AppleMusic.Albums.self, id: "800000001")
  /// let alike = try await client.list(
  ///   \.similarArtists, of: AppleMusic.Artists.self, id: "900000001")
  /// ```
  ///
  /// - Parameters:
  ///   - property: the relationship or view.
  ///   - kind: what the resource is.
  ///   - id: its identity.
  ///   - limit: how many members a page holds; `nil`: as many as the service gives by itself, of a
  ///     view 25 where it accepts that.
  ///   - offset: how many members to skip.
  ///   - query: further parameters.
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

  // The manual names no maximum for views: what is asked for may be too much.
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
  /// The artists that listeners of an artist hear as well.
  public func similarArtists(
    toArtist id: String,
    limit: Int? = nil
  ) async throws -> AppleMusic.Collection<AppleMusic.Artist> {
    try await list(\.similarArtists, of: AppleMusic.Artists.self, id: id, limit: limit)
  }

  /// The songs of an artist that are heard most.
  public func topSongs(
    ofArtist id: String,
    limit: Int? = nil
  ) async throws -> AppleMusic.Collection<AppleMusic.Song> {
    try await list(\.topSongs, of: AppleMusic.Artists.self, id: id, limit: limit)
  }
}

extension AppleMusic.Resource {
  /// The resource as it is now, with relationships and views fetched: one request.
  ///
  /// It is looked up where it came from, so that a song of another store than the client's is found.
  /// Relationships that are not asked for are as a plain look-up gives them.
  ///
  /// - Throws: ``CatalogError/Code/notFound`` where it is gone.
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
  /// Whether the limit of a request was refused.
  fileprivate var blamesLimit: Bool {
    httpStatus == 400
      && details.contains { detail in
        detail.code == "40005" && detail.parameter.map { $0.hasPrefix("limit") } ?? true
      }
  }
}

extension AppleMusicClient {
  /// The resources of a kind, page by page: all that the service lists, or those of a filter, such as
  /// `filter[storefront-chart]` of playlists.
  ///
  /// ```swift
  /// let songs = try await client.list(AppleMusic.LibrarySongs.self)
  /// let stores = try await client.list(AppleMusic.Storefronts.self)
  /// let charted = try await client.list(AppleMusic.Genres.self)
  /// ```
  ///
  /// Kinds of the library and recommendations (``AppleMusic/PersonalRecommendations``) need a user token;
  /// ``AppleMusic/Collection/total`` says how many members a list of the library has. Of genres those are listed
  /// that have charts, the root among them. A list that the service calls empty by an error is empty.
  ///
  /// - Parameters:
  ///   - kind: what to list.
  ///   - filter: the filter's name, without `filter[ ]`; `nil`: the whole list, where there is one.
  ///   - value: what it is to be.
  ///   - limit: how many a page holds, of the library 1 to 100; `nil`: as many as the service gives.
  ///   - offset: how many to skip.
  ///   - properties: relationships to be fetched with each; of the library `.catalog` gives the catalog's twin.
  ///   - query: further parameters.
  ///   - isPersonal: whether the list is one of the user's, though its path is the catalog's.
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
      isPersonal: true
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
