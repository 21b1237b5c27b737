import Foundation
import PlayerKitServices

// Each of these needs a user token.
extension AppleMusicClient {
  /// Adds resources of the catalog to the library. They appear there some seconds later.
  ///
  /// Has no effect on resources already in the library. If one of several requests fails, the
  /// additions of the others remain.
  ///
  /// - Parameter identifiers: Songs, albums, playlists or music videos of this client's storefront.
  ///   If empty, nothing is sent.
  public func addToLibrary(_ identifiers: [AppleMusic.Identifier]) async throws {
    try await post(identifiers, to: "/v1/me/library")
  }

  /// Marks resources as the user's favorites.
  public func addToFavorites(_ identifiers: [AppleMusic.Identifier]) async throws {
    try await post(identifiers, to: "/v1/me/favorites")
  }

  private func post(_ identifiers: [AppleMusic.Identifier], to path: String) async throws {
    for batch in try identifiers.queries() {
      _ = try await reply(to: CatalogRequest(path, query: batch, method: .post))
    }
  }

  /// Creates a playlist in the library.
  ///
  /// The service has no way to delete or reorder it. A second call creates a second playlist. If no
  /// reply arrives, the playlist may still have been created.
  ///
  /// - Parameters:
  ///   - name: The name, not empty.
  ///   - description: The description.
  ///   - isPublic: Whether others may see it. If `nil`, the service decides.
  ///   - tracks: Songs and music videos of the catalog or the library.
  ///   - folder: The id of the parent folder. `nil` if there is none.
  /// - Returns: The playlist as the service describes it.
  public func createPlaylist(
    named name: String,
    description: String? = nil,
    isPublic: Bool? = nil,
    tracks: [AppleMusic.Identifier] = [],
    inFolder folder: String? = nil
  ) async throws -> AppleMusic.LibraryPlaylist {
    try await create(
      AppleMusic.LibraryPlaylists.self,
      name,
      ["description": description.map { .string($0) }, "isPublic": isPublic.map { .bool($0) }],
      tracks: tracks,
      inFolder: folder
    )
  }

  /// Creates a playlist folder in the library.
  ///
  /// The service has no way to delete it. A second call creates a second folder. If no reply
  /// arrives, the folder may still have been created.
  ///
  /// - Parameters:
  ///   - name: The name, not empty.
  ///   - folder: The id of the parent folder. `nil` if there is none.
  /// - Returns: The folder as the service describes it.
  public func createPlaylistFolder(
    named name: String,
    inFolder folder: String? = nil
  ) async throws -> AppleMusic.LibraryPlaylistFolder {
    let kind = AppleMusic.LibraryPlaylistFolders.self
    return try await create(kind, name, inFolder: folder)
  }

  private func create<Kind>(
    _ kind: Kind.Type,
    _ name: String,
    _ more: [String: JSONValue?] = [:],
    tracks: [AppleMusic.Identifier] = [],
    inFolder folder: String?
  ) async throws -> AppleMusic.Resource<Kind> {
    guard name.contains(where: { !$0.isWhitespace }) else {
      throw RequestChecks.invalid("A playlist or folder needs a name.")
    }
    var attributes = more.compactMapValues(\.self)
    attributes["name"] = .string(name)
    var relationships: [String: JSONValue] = [:]
    if !tracks.isEmpty { relationships["tracks"] = references(to: tracks) }
    relationships["parent"] = folder.map {
      references(to: [.init(id: $0, type: AppleMusic.LibraryPlaylistFolders.name)])
    }
    var body = ["attributes": JSONValue.object(attributes)]
    if !relationships.isEmpty { body["relationships"] = .object(relationships) }
    var request = try request(kind)
    request.method = .post
    request.body = try RequestChecks.body(body)
    let page: AppleMusic.Collection<AppleMusic.Resource<Kind>> = try await value(of: request)
    guard let made = page.first else {
      throw CatalogError.appleMusic(.malformedReply, "The service does not name what it made.")
    }
    return made
  }

  /// Appends tracks to a playlist of the library. They appear there some seconds later.
  ///
  /// A second call appends them again. If no reply arrives, they may still have been added.
  ///
  /// - Parameter id: The id at the service.
  /// - Parameter tracks: Songs and music videos of the catalog or the library. If empty, nothing is
  ///   sent.
  public func add(_ tracks: [AppleMusic.Identifier], toPlaylist id: String) async throws {
    try RequestChecks.identity(id)
    guard !tracks.isEmpty else { return }
    var request = try request(AppleMusic.LibraryPlaylists.self, [id, "tracks"])
    request.method = .post
    request.body = try RequestChecks.body(references(to: tracks))
    _ = try await reply(to: request)
  }
}

extension AppleMusic {
  /// A user's rating of an item.
  public struct RatingValue: RawRepresentable, Hashable, Sendable {
    /// The service's number.
    public let rawValue: Int
    /// Makes a rating from the service's number.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The user loves it.
    public static let love = Self(rawValue: 1)
    /// The user dislikes it.
    public static let dislike = Self(rawValue: -1)
  }
}

// Each of these needs a user token.
extension AppleMusicClient {
  /// Returns the user's rating of a resource. `nil` if it is not rated.
  ///
  /// - Parameter id: The id at the service.
  /// - Parameter type: The type of the resource, of the catalog or the library.
  public func rating(
    of id: String,
    type: AppleMusic.TypeName
  ) async throws -> AppleMusic.RatingValue? {
    do {
      let page: AppleMusic.Collection<AppleMusic.Rating> = try await value(of: request(type, id))
      return page.first?.given
    } catch let error as CatalogError where error.code == .notFound {
      return nil
    }
  }

  /// Returns the user's ratings of resources. Unrated ones are left out.
  public func ratings(
    of ids: [String],
    type: AppleMusic.TypeName
  ) async throws -> [String: AppleMusic.RatingValue] {
    for id in ids { try RequestChecks.identity(id) }
    let request = try request(type)
    let chunks = RequestChunks.of(ids, count: min(RequestLimits.identities(type.rawValue), 100))
    let answers = try await mapInOrder(chunks) { [requester] chunk in
      do {
        return try await requester.members(
          of: request,
          chunk,
          as: AppleMusic.Ratings.self
        ).members
      } catch let error as CatalogError where error.code == .notFound {
        return []
      }
    }
    let given = answers.joined().compactMap { rating in rating.given.map { (rating.id, $0) } }
    return Dictionary(given) { first, _ in first }
  }

  /// Rates a resource, and replaces an earlier rating.
  public func rate(
    _ id: String,
    type: AppleMusic.TypeName,
    as value: AppleMusic.RatingValue
  ) async throws {
    var request = try request(type, id)
    request.method = .put
    let rating = JSONValue.object(["value": .int(value.rawValue)])
    request.body = try RequestChecks.body(["type": .string("rating"), "attributes": rating])
    _ = try await reply(to: request)
  }

  /// Removes the user's rating. Has no effect if the resource is not rated.
  public func removeRating(of id: String, type: AppleMusic.TypeName) async throws {
    do {
      var request = try request(type, id)
      request.method = .delete
      _ = try await reply(to: request)
    } catch let error as CatalogError where error.code == .notFound {
      return
    }
  }

  private func request(_ type: AppleMusic.TypeName, _ id: String? = nil) throws -> CatalogRequest {
    try RequestChecks.name(type.rawValue)
    if let id { try RequestChecks.identity(id) }
    return CatalogRequest(
      segments: ["v1", "me", "ratings", type.rawValue] + (id.map { [$0] } ?? [])
    )
  }
}

extension AppleMusic.Resource<AppleMusic.Ratings> {
  fileprivate var given: AppleMusic.RatingValue? {
    attributes?.value.map(AppleMusic.RatingValue.init)
  }
}

/// Returns a list of references to resources, without their paths.
private func references(to identifiers: [AppleMusic.Identifier]) -> JSONValue {
  .object([
    "data": .array(
      identifiers.map { .object(["id": .string($0.id), "type": .string($0.type)]) }
    )
  ])
}
