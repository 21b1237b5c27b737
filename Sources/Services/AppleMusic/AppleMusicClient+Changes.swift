import Foundation
import PlayerKitServices

// Each of these needs a user token.
extension AppleMusicClient {
  /// Adds resources of the catalog to the library. They show up there some seconds later.
  ///
  /// Adding what is there already changes nothing. Where one of several requests fails, what others
  /// added stays.
  ///
  /// - Parameter identifiers: songs, albums, playlists or music videos of this client's store; none
  ///   at all: nothing is sent.
  public func addToLibrary(_ identifiers: [AppleMusic.Identifier]) async throws {
    try await post(identifiers, to: "/v1/me/library")
  }

  /// Marks resources as the user's favorites.
  public func addToFavorites(_ identifiers: [AppleMusic.Identifier]) async throws {
    try await post(identifiers, to: "/v1/me/favorites")
  }

  private func post(_ identifiers: [AppleMusic.Identifier], to path: String) async throws {
    for batch in try IdentifierQuery.batches(identifiers) {
      _ = try await reply(to: CatalogRequest(path, query: batch, method: .post))
    }
  }

  /// Makes a playlist in the library.
  ///
  /// The service knows no way to delete or reorder it. Called twice, it makes two. Where no answer
  /// comes, it may have been made.
  ///
  /// - Parameters:
  ///   - name: what it is called; not empty.
  ///   - description: what it is.
  ///   - isPublic: whether others may see it; `nil`: the service's choice.
  ///   - tracks: songs and music videos of the catalog or the library.
  ///   - folder: the identity of the folder that it is put in; `nil`: none.
  /// - Returns: the playlist, as far as the service tells of it.
  public func createPlaylist(
    named name: String,
    description: String? = nil,
    isPublic: Bool? = nil,
    tracks: [AppleMusic.Identifier] = [],
    inFolder folder: String? = nil
  ) async throws -> AppleMusic.LibraryPlaylist {
    try await create(
      AppleMusic.LibraryPlaylists.self,
      .init(name: name, description: description, isPublic: isPublic),
      tracks: tracks,
      inFolder: folder
    )
  }

  /// Makes a folder for playlists in the library.
  ///
  /// The service knows no way to delete it. Called twice, it makes two. Where no answer comes, it may
  /// have been made.
  ///
  /// - Parameters:
  ///   - name: what it is called; not empty.
  ///   - folder: the identity of the folder that it is put in; `nil`: none.
  /// - Returns: the folder, as far as the service tells of it.
  public func createPlaylistFolder(
    named name: String,
    inFolder folder: String? = nil
  ) async throws -> AppleMusic.LibraryPlaylistFolder {
    let kind = AppleMusic.LibraryPlaylistFolders.self
    return try await create(kind, .init(name: name), inFolder: folder)
  }

  private func create<Kind>(
    _ kind: Kind.Type,
    _ attributes: CreationBody.Attributes,
    tracks: [AppleMusic.Identifier] = [],
    inFolder folder: String?
  ) async throws -> AppleMusic.Resource<Kind> {
    guard attributes.name.contains(where: { !$0.isWhitespace }) else {
      throw RequestChecks.invalid("A playlist or folder needs a name.")
    }
    let parents = folder.map {
      [AppleMusic.Identifier(id: $0, type: AppleMusic.LibraryPlaylistFolders.name)]
    }
    let relationships = CreationBody.Relationships(
      tracks: tracks.isEmpty ? nil : ReferenceList(tracks),
      parent: parents.map(ReferenceList.init)
    )
    let isPlain = tracks.isEmpty && folder == nil
    var request = try request(kind)
    request.method = .post
    request.body = try RequestBody.json(
      CreationBody(attributes: attributes, relationships: isPlain ? nil : relationships)
    )
    let page: AppleMusic.Collection<AppleMusic.Resource<Kind>> = try await value(of: request)
    guard let made = page.first else {
      throw CatalogError.appleMusic(.malformedReply, "The service does not name what it made.")
    }
    return made
  }

  /// Adds tracks to the end of a playlist of the library. They show up there some seconds later.
  ///
  /// Called twice, it adds them twice. Where no answer comes, they may have been added.
  ///
  /// - Parameter tracks: songs and music videos of the catalog or the library; none: nothing is sent.
  public func add(_ tracks: [AppleMusic.Identifier], toPlaylist id: String) async throws {
    try RequestChecks.identity(id)
    guard !tracks.isEmpty else { return }
    var request = try request(AppleMusic.LibraryPlaylists.self, [id, "tracks"])
    request.method = .post
    request.body = try RequestBody.json(ReferenceList(tracks))
    _ = try await reply(to: request)
  }
}

extension AppleMusic {
  /// What a user thinks of something.
  public struct RatingValue: RawRepresentable, Hashable, Sendable {
    /// The service's number.
    public let rawValue: Int
    /// Makes it from the service's number.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The user loves it.
    public static let love = Self(rawValue: 1)
    /// The user wants less of it.
    public static let dislike = Self(rawValue: -1)
  }
}

// Each of these needs a user token.
extension AppleMusicClient {
  /// What the user thinks of a resource; `nil` where the user has not said.
  ///
  /// - Parameter type: its type, of the catalog or the library.
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

  /// What the user thinks of resources; those not rated are left out.
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

  /// Says what the user thinks of a resource, in place of what was said before.
  public func rate(
    _ id: String,
    type: AppleMusic.TypeName,
    as value: AppleMusic.RatingValue
  ) async throws {
    var request = try request(type, id)
    request.method = .put
    request.body = try RequestBody.json(RatingBody(attributes: .init(value: value.rawValue)))
    _ = try await reply(to: request)
  }

  /// Takes back what the user said. Of a resource that is not rated: no effect.
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

/// Writes bodies.
enum RequestBody {
  static func json(_ value: some Encodable) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return try encoder.encode(value)
    } catch {
      throw RequestChecks.invalid("The body of the request cannot be written.")
    }
  }
}

/// A list of resources by name, without their paths.
private struct ReferenceList: Encodable {
  struct Reference: Encodable {
    var id: String
    var type: String
  }

  var data: [Reference]

  init(_ identifiers: [AppleMusic.Identifier]) {
    data = identifiers.map { Reference(id: $0.id, type: $0.type) }
  }
}

private struct CreationBody: Encodable {
  struct Attributes: Encodable {
    var name: String
    var description: String?
    var isPublic: Bool?
  }

  struct Relationships: Encodable {
    var tracks: ReferenceList?
    var parent: ReferenceList?
  }

  var attributes: Attributes
  var relationships: Relationships?
}

private struct RatingBody: Encodable {
  struct Attributes: Encodable {
    var value: Int
  }

  var type = "rating"
  var attributes: Attributes
}
