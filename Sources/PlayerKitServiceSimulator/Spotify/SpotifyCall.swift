import Foundation

/// An authorized request, with the rights of its client and the form of its response.
struct SpotifyCall {
  let request: SimulatedRequest
  let query: Query
  let settings: SpotifySettings
  /// The scopes that the user granted, or `nil` if the app acts without a user.
  let scopes: Set<String>?
  let writer: SpotifyWriter

  var now: Date { request.now }
  var catalog: InventedCatalog { writer.catalog }
  var isDevelopment: Bool { writer.isDevelopment }
  var rules: SpotifyPlaybackRules { writer.rules }

  /// The address of the request, without its query.
  var address: String { request.serviceBase + request.path }

  /// Requires a user, and one of the scopes.
  func wantsUser(_ anyOf: Set<String>) throws {
    guard let scopes else { throw SpotifyFailure.noUser }
    guard anyOf.isEmpty || !scopes.isDisjoint(with: anyOf) else { throw SpotifyFailure.scope }
  }

  func song(_ id: String) throws -> Int {
    try writer.ids.index(id, writer.ids.tracks, of: catalog.songs.indices)
  }

  func album(_ id: String) throws -> Int {
    try writer.ids.index(id, writer.ids.albums, of: catalog.albums.indices)
  }

  func artist(_ id: String) throws -> Int {
    try writer.ids.index(id, writer.ids.artists, of: catalog.artists.indices)
  }

  /// The song for a URI.
  func song(uri: String, or message: String) throws -> Int {
    let (kind, id) = try Self.parts(of: uri)
    guard kind == "track" else { throw SpotifyFailure.bad(message) }
    return try song(id)
  }

  /// One song of each of the artist's most popular recordings.
  func topSongs(of artist: Int, _ count: Int) -> [Int] {
    let songs = catalog.songs(onAlbumsOf: artist).filter(writer.isPlayable)
    return Array(catalog.bestKnown(of: songs).prefix(count))
  }

  // MARK: - Parameters

  func required(_ name: String) throws -> String {
    guard let value = query[name], !value.isEmpty else { throw SpotifyFailure.missing(name) }
    return value
  }

  func limit(_ usual: Int = 20, most: Int = 50) throws -> Int {
    guard let text = query["limit"] else { return usual }
    guard let limit = Int(text), (1...most).contains(limit) else { throw SpotifyFailure.badLimit }
    return limit
  }

  /// The members of a comma-separated list.
  func list(_ name: String, most: Int) throws -> [String] {
    let members = try required(name).split(separator: ",", omittingEmptySubsequences: false)
    guard members.count <= most else { throw SpotifyFailure.bad("Too many \(name) requested") }
    return members.map(String.init)
  }

  func integer(_ name: String) throws -> Int {
    guard let number = Int(try required(name)) else { throw SpotifyFailure.bad("Invalid \(name)") }
    return number
  }

  func page(_ usual: Int = 20, most: Int = 50) throws -> Page {
    let limit = try limit(usual, most: most)
    guard let text = query["offset"] else { return Page(limit: limit) }
    guard let offset = Int(text), (0...100_000).contains(offset) else {
      throw SpotifyFailure.badOffset
    }
    return Page(limit: limit, offset: offset)
  }

  /// A page of a complete list.
  func list<Element>(
    _ list: [Element],
    page: Page? = nil,
    _ write: (Element) -> JSON
  ) throws -> JSON {
    SpotifyWriter.page(try page ?? self.page(), of: list, at: address, keeping: query.pairs, write)
  }

  /// The body as a JSON object, or an empty object if there is none.
  func body() throws -> [String: Any] {
    guard !request.body.isEmpty else { return [:] }
    guard let object = request.object else { throw SpotifyFailure.badBody }
    return object
  }

  /// The kind and the id in `spotify:track:…`.
  static func parts(of uri: String) throws -> (kind: String, id: String) {
    let parts = uri.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3, parts[0] == "spotify", OpaqueID.isBase62(parts[2]) else {
      throw SpotifyFailure.bad("Invalid uri: \(uri)")
    }
    return (kind: parts[1], id: parts[2])
  }
}
