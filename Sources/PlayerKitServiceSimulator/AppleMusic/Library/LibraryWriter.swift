import Foundation

/// A resource in a response about the library. It can be a resource of the catalog, either as a
/// counterpart or as a track of a playlist.
enum LibraryReference {
  case library(LibraryEntry)
  case catalog(ResourceReference)
}

/// Writes library resources.
struct LibraryWriter {
  let libraryStore: LibraryStore
  let writer: ResourceWriter

  static func date(_ date: Date) -> JSON { .string(date.formatted(.iso8601)) }

  func resource(_ reference: LibraryReference) throws -> JSON {
    switch reference {
    case .library(let entry): try resource(entry)
    case .catalog(let twin): try writer.resource(twin, .nested(depth: 1))
    }
  }

  func resources(_ references: some Sequence<LibraryReference>) throws -> JSON {
    .array(try references.map { try resource($0) })
  }

  func resources(_ entries: some Sequence<LibraryEntry>) throws -> JSON {
    .array(try entries.map { try resource($0) })
  }

  func resource(_ entry: LibraryEntry, nested: Bool = false) throws -> JSON {
    let href = "/v1/me/library/\(entry.kind.rawValue)/\(entry.id)"
    let included = writer.shape.wanted("include", entry.kind.type, nested: nested)
    var relationships: JSON = [:]
    for rule in entry.kind.relationships where included.contains(rule.name) {
      let members = related(entry, rule.name)
      let page = Page(limit: rule.standard)
      let data = try page.slice(of: members).map { member in
        if case .library(let entry) = member { return try resource(entry, nested: true) }
        return try resource(member)
      }
      var isOfCatalog = false
      if case .catalog? = members.first { isOfCatalog = true }
      relationships[rule.name] = [
        "href": .string("\(href)/\(rule.name)"),
        "next": .string(
          page.nextOffset(of: members.count).map { "\(href)/\(rule.name)?offset=\($0)" }
        ),
        "data": .array(data), "meta": isOfCatalog ? nil : ["total": .number(members.count)],
      ]
    }
    return [
      "id": .string(entry.id), "type": .string(entry.kind.type), "href": .string(href),
      "attributes": attributes(entry),
      "relationships": relationships.members.isEmpty ? nil : relationships,
    ]
  }

  /// The library's counterparts of catalog resources.
  func twins() throws -> [ResourceReference: JSON] {
    var result: [ResourceReference: JSON] = [:]
    for kind in [LibraryKind.songs, .musicVideos, .albums, .playlists] {
      for entry in libraryStore[kind] {
        if let twin = entry.twin { result[twin] = try resource(entry, nested: true) }
      }
    }
    return result
  }

  func related(_ entry: LibraryEntry, _ name: String) -> [LibraryReference] {
    func all(_ kind: LibraryKind, _ fits: (LibraryEntry) -> Bool) -> [LibraryReference] {
      libraryStore[kind].filter(fits).map { .library($0) }
    }
    switch (entry.kind, name) {
    case (_, "catalog"):
      return entry.twin.flatMap { writer.store.isSold($0) ? [.catalog($0)] : nil } ?? []
    case (.artists, "albums"): return all(.albums) { $0.artistID == entry.id }
    case (_, "albums"): return all(.albums) { $0.id == entry.albumID }
    case (_, "artists"): return all(.artists) { $0.id == entry.artistID }
    case (.albums, "tracks"): return all(.songs) { $0.albumID == entry.id }
    case (.playlists, "tracks"): return entry.tracks.compactMap(track)
    case (_, "parent"): return all(.folders) { $0.id == entry.parent }
    case (.folders, "children"):
      return all(.folders) { $0.parent == entry.id } + all(.playlists) { $0.parent == entry.id }
    default: return []
    }
  }

  /// A track of a playlist: from the library if it is there, otherwise from the catalog.
  private func track(_ track: LibraryEntry.Track) -> LibraryReference? {
    if let item = (libraryStore[.songs] + libraryStore[.musicVideos]).first(where: {
      $0.track == track
    }) {
      return .library(item)
    }
    guard case .catalog(let reference) = track else { return nil }
    return .catalog(reference)
  }

  // MARK: - Attributes

  private func attributes(_ entry: LibraryEntry) -> JSON {
    let named: JSON = ["name": .string(entry.name), "dateAdded": Self.date(entry.added)]
    switch entry.kind {
    case .songs, .musicVideos: return named + item(entry)
    case .albums:
      let taken = ["genreNames", "artwork", "releaseDate", "contentRating"]
      return named + [
        "artistName": .string(entry.artist), "trackCount": .number(related(entry, "tracks").count),
        "playParams": parameters(entry, "album"), "genreNames": [],
      ] + ofTwin(entry).only(taken)
    case .artists: return ["name": .string(entry.name)]
    case .playlists:
      return named + [
        "canEdit": .bool(entry.canEdit), "canDelete": true, "isPublic": .bool(entry.isPublic),
        "hasCatalog": .bool(entry.globalID != nil),
        "playParams": parameters(entry, "playlist") + ["globalId": .string(entry.globalID)],
        "description": entry.summary.map { ["standard": .string($0)] },
      ]
    case .folders: return named
    }
  }

  private func item(_ entry: LibraryEntry) -> JSON {
    let uploaded: JSON = [
      "genreNames": [], "hasLyrics": false, "durationInMillis": 184_000, "trackNumber": 1,
    ]
    let taken = [
      "genreNames", "hasLyrics", "artwork", "contentRating", "trackNumber", "discNumber",
      "releaseDate", "durationInMillis",
    ]
    let isVideo = entry.kind == .musicVideos
    let id = entry.twin.map(writer.store.id)
    return [
      "artistName": .string(entry.artist), "albumName": .string(entry.album),
      "trackNumber": isVideo ? 1 : nil,
      "playParams": parameters(entry, isVideo ? "musicVideo" : "song") + [
        "reporting": .bool(id != nil), "catalogId": .string(id), "reportingId": .string(id),
      ],
    ] + (entry.twin == nil ? uploaded : ofTwin(entry).only(taken))
  }

  private func ofTwin(_ entry: LibraryEntry) -> JSON {
    entry.twin.map { writer.attributes(of: $0, extended: []) } ?? [:]
  }

  private func parameters(_ entry: LibraryEntry, _ kind: String) -> JSON {
    ["id": .string(entry.id), "kind": .string(kind), "isLibrary": true]
  }
}
