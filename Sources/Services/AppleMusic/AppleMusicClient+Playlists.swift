import Foundation
import MusicCatalog

// Each of these needs a user token.
extension AppleMusicClient {
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
    let page = try await requester.list(request, of: AppleMusic.Resource<Kind>.self)
    guard let made = page.first else {
      throw CatalogError(
        .malformedReply,
        "The service does not name what it made.",
        service: .appleMusic
      )
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
    _ = try await reply(
      to: AppleMusic.DataRequest(
        AppleMusic.DataRequest.path(["me", "library", "playlists", id, "tracks"]),
        method: .post,
        body: try RequestBody.json(ReferenceList(tracks))
      )
    )
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
