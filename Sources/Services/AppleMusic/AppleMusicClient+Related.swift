import Foundation
import MusicCatalog

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
    try RequestChecks.limit(limit, atMost: property.isView ? nil : maximum)
    try RequestChecks.offset(offset)
    let query = query + [URLQueryItem](["limit": limit, "offset": offset])
    guard !property.isView else {
      let request = try request(kind, [id, "view", property.name], query: query)
      return try await view(request, isLimited: limit != nil, of: Element.self)
    }
    var request = try request(kind, [id, property.name], query: query)
    if property.name == "library" { request.sendsUserToken = true }
    return try await requester.listOrNone(request, of: Element.self)
  }

  // The manual names no maximum for views: what is asked for may be too much.
  private func view<Element: AppleMusic.Member>(
    _ request: AppleMusic.DataRequest,
    isLimited: Bool,
    of type: Element.Type
  ) async throws -> AppleMusic.Collection<Element> {
    do {
      guard !isLimited else { return try await requester.list(request, of: type) }
      var bold = request
      bold.query += [URLQueryItem](["limit": RequestLimits.view])
      do {
        return try await requester.list(bold, of: type)
      } catch let error as CatalogError where error.blamesLimit {
        return try await requester.list(request, of: type)
      }
    } catch let error as CatalogError where error.code == .notFound {
      return AppleMusic.Collection(href: request.path)
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
    let page = try await client.requester.list(request, of: Self.self)
    if let first = page.first { return first }
    if let lost = page.unreadable.first { throw CatalogError.unreadable(lost) }
    throw CatalogError(.notFound, "The answer holds no resource.", service: .appleMusic)
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
