import Foundation
import MusicCatalog

extension AppleMusicClient {
  /// All stores, page by page.
  public func storefronts(
    limit: Int? = nil,
    offset: Int? = nil
  ) async throws -> AppleMusic.Collection<AppleMusic.Storefront> {
    try RequestChecks.limit(limit, atMost: nil)
    try RequestChecks.offset(offset)
    let items = [URLQueryItem](["limit": limit, "offset": offset])
    return try await requester.list(
      request(AppleMusic.Storefronts.self, query: items),
      of: AppleMusic.Storefront.self
    )
  }

  /// One store.
  ///
  /// - Throws: ``CatalogError/Code/notFound`` where there is no such store.
  public func storefront(_ id: String) async throws -> AppleMusic.Storefront {
    try await resource(AppleMusic.Storefronts.self, id: try StorefrontID.checked(id))
  }

  /// Several stores.
  public func storefronts(
    _ ids: [String]
  ) async throws -> AppleMusic.Lookup<AppleMusic.Storefronts> {
    try await resources(AppleMusic.Storefronts.self, ids: try ids.map(StorefrontID.checked))
  }

  /// The store of the user. Needs a user token.
  public func userStorefront() async throws -> AppleMusic.Storefront {
    let page = try await requester.list(
      AppleMusic.DataRequest("/v1/me/storefront"),
      of: AppleMusic.Storefront.self
    )
    guard let storefront = page.first else {
      throw CatalogError(.malformedReply, "The user has no storefront.", service: .appleMusic)
    }
    return storefront
  }

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
      of: AppleMusic.DataRequest(
        AppleMusic.DataRequest.path(["language", storefront, "tag"]),
        query: [URLQueryItem(name: "acceptLanguage", value: accepted)]
      )
    )
    guard let tag = LanguageTag.tag(in: json) else {
      throw CatalogError(.malformedReply, "The answer names no language.", service: .appleMusic)
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
