import Foundation

/// A request that was let in: who asks, and how its answer is to be written.
struct SpotifyCall {
  let request: SimulatedRequest
  let query: SpotifyQuery
  let settings: SpotifySettings
  /// What the user granted; nil where the app asks for itself.
  let scopes: Set<String>?
  let writer: SpotifyWriter

  var method: String { request.method }
  var now: Date { request.now }
  var catalog: InventedCatalog { writer.catalog }
  var ids: SpotifyIDs { writer.ids }
  var isDevelopment: Bool { writer.isDevelopment }

  /// The address of what was asked for, without its query.
  var address: String { request.serviceBase + request.path }

  /// For what development mode does not have.
  func wantsExtended() throws(SpotifyFailure) {
    guard !isDevelopment else { throw .forbidden }
  }

  /// A user, who has granted one of the scopes.
  func wantsUser(_ anyOf: Set<String>) throws(SpotifyFailure) {
    guard let scopes else { throw .noUser }
    guard anyOf.isEmpty || !scopes.isDisjoint(with: anyOf) else { throw .scope }
  }

  func song(_ id: String) throws(SpotifyFailure) -> Int {
    try ids.index(id, \.tracks, of: catalog.songs.indices)
  }

  func album(_ id: String) throws(SpotifyFailure) -> Int {
    try ids.index(id, \.albums, of: catalog.albums.indices)
  }

  func artist(_ id: String) throws(SpotifyFailure) -> Int {
    try ids.index(id, \.artists, of: catalog.artists.indices)
  }

  func page(_ usual: Int = 20, most: Int = 50) throws(SpotifyFailure) -> SpotifyPage {
    SpotifyPage(limit: try query.limit(usual, most: most), offset: try query.offset())
  }

  /// A page of a list that is all there.
  func page<Element>(
    _ page: SpotifyPage,
    of list: [Element],
    _ write: (Element) -> JSON
  ) -> JSON {
    page.json(
      list[page.range(of: list.count)].map(write),
      total: list.count,
      at: address,
      keeping: query.pairs
    )
  }

  /// The body as JSON's object; an empty one where there is none.
  func body() throws(SpotifyFailure) -> [String: Any] {
    guard !request.body.isEmpty else { return [:] }
    let value = try? JSONSerialization.jsonObject(with: request.body)
    guard let object = value as? [String: Any] else { throw .badBody }
    return object
  }

  /// The kind and the id in `spotify:track:…`.
  static func parts(of uri: String) throws(SpotifyFailure) -> (kind: String, id: String) {
    let parts = uri.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3, parts[0] == "spotify", OpaqueID.isBase62(parts[2]) else {
      throw .bad("Invalid uri: \(uri)")
    }
    return (kind: parts[1], id: parts[2])
  }
}
