import Foundation

/// Writes library resources.
struct LibraryWriter {
  let shelf: LibraryStore
  let writer: ResourceWriter

  private var catalog: InventedCatalog { shelf.library.catalog }

  static func date(_ date: Date) -> JSON {
    .string(date.formatted(.iso8601))
  }

  func kind(_ reference: LibraryReference) -> LibraryKind? {
    switch reference {
    case .item(let item):
      if case .catalog(.musicVideo) = item.content { .musicVideos } else { .songs }
    case .album: .albums
    case .artist: .artists
    case .playlist: .playlists
    case .folder: .folders
    case .catalog: nil
    }
  }

  func resource(_ reference: LibraryReference, nested: Bool = false) throws -> JSON {
    if case .catalog(let twin) = reference {
      return try writer.resource(twin, .nested(depth: 1))
    }
    guard let kind = kind(reference) else { return [:] }
    let href = "/v1/me/library/\(kind.rawValue)/\(reference.id)"
    var object: JSON = [
      "id": .string(reference.id), "type": .string(kind.type), "href": .string(href),
      "attributes": attributes(reference),
    ]
    let included = writer.shape.wanted("include", kind.type, nested: nested)
    var relationships: JSON = [:]
    for name in kind.relationships where included.contains(name) {
      let members = related(reference, name)
      let page = Page(limit: kind.pageOfRelationship(name)?.standard ?? 10, offset: 0)
      var relationship: JSON = ["href": .string("\(href)/\(name)")]
      relationship["next"] = page.nextOffset(of: members.count).map {
        .string("\(href)/\(name)?offset=\($0)")
      }
      relationship["data"] = try resources(page.slice(of: members), nested: true)
      if case .catalog? = members.first {
      } else {
        relationship["meta"] = ["total": .number(members.count)]
      }
      relationships[name] = relationship
    }
    if !relationships.members.isEmpty { object["relationships"] = relationships }
    return object
  }

  func resources(
    _ references: some Sequence<LibraryReference>,
    nested: Bool = false
  ) throws -> JSON {
    .array(try references.map { reference in try resource(reference, nested: nested) })
  }

  /// The library's own of what the catalog has.
  func twins() throws -> [ResourceReference: JSON] {
    var result: [ResourceReference: JSON] = [:]
    for item in shelf.songs + shelf.musicVideos {
      guard case .catalog(let track) = item.content else { continue }
      result[ResourceReference(track)] = try resource(.item(item), nested: true)
    }
    for album in shelf.albums {
      guard let index = album.catalogIndex else { continue }
      result[ResourceReference(.albums, index)] = try resource(.album(album), nested: true)
    }
    for playlist in shelf.playlists {
      guard let index = playlist.catalogIndex else { continue }
      result[ResourceReference(.playlists, index)] = try resource(.playlist(playlist), nested: true)
    }
    return result
  }

  func related(_ reference: LibraryReference, _ name: String) -> [LibraryReference] {
    switch (reference, name) {
    case (.item(let item), "albums"):
      return shelf.albums.filter { $0.id == shelf.album(item).id }.map { .album($0) }
    case (.item(let item), "artists"):
      return shelf.artists.filter { $0.id == shelf.artist(item).id }.map { .artist($0) }
    case (.item(let item), "catalog"): return twin(of: item)
    case (.album(let album), "artists"):
      return shelf.artists.filter { $0.id == album.artistID }.map { .artist($0) }
    case (.album(let album), "tracks"): return album.items.map { .item($0) }
    case (.album(let album), "catalog"):
      return sold(album.catalogIndex.map { .init(.albums, $0) })
    case (.artist(let artist), "albums"):
      return shelf.albums.filter { $0.artistID == artist.id }.map { .album($0) }
    case (.artist(let artist), "catalog"):
      return sold(artist.catalogIndex.map { .init(.artists, $0) })
    case (.playlist(let playlist), "tracks"): return playlist.tracks.compactMap(track)
    case (.playlist(let playlist), "catalog"):
      return sold(playlist.catalogIndex.map { .init(.playlists, $0) })
    case (.playlist(let playlist), "parent"): return folder(playlist.folder)
    case (.folder(let folder), "parent"): return self.folder(folder.parent)
    case (.folder(let folder), "children"):
      return shelf.library.folders.filter { $0.parent == folder.id }.map { .folder($0) }
        + shelf.playlists.filter { $0.folder == folder.id }.map { .playlist($0) }
    default: return []
    }
  }

  private func sold(_ reference: ResourceReference?) -> [LibraryReference] {
    reference.flatMap { writer.store.isSold($0) ? [.catalog($0)] : nil } ?? []
  }

  private func twin(of item: Library.Item) -> [LibraryReference] {
    guard case .catalog(let track) = item.content else { return [] }
    return sold(ResourceReference(track))
  }

  private func folder(_ id: String?) -> [LibraryReference] {
    shelf.library.folders.filter { $0.id == id }.map { .folder($0) }
  }

  /// Tracks of playlists are of the library where it has them, else of the catalog.
  private func track(_ content: Library.Item.Content) -> LibraryReference? {
    if let item = shelf.item(content) { return .item(item) }
    guard case .catalog(let track) = content else { return nil }
    return .catalog(ResourceReference(track))
  }
}
