import Foundation

/// The endpoints of MusicBrainz.
struct MusicBrainzEndpoints {
  let request: SimulatedRequest
  let catalog: InventedCatalog

  private var ids: MusicBrainzIDs { MusicBrainzIDs(seed: catalog.seed) }
  private var query: Query { Query(pairs: request.query) }
  private var writer: MusicBrainzWriter { MusicBrainzWriter(catalog: catalog, ids: ids) }

  typealias Handler = @Sendable (MusicBrainzEndpoints, String) throws -> JSON

  private static let recordingPath = Endpoint("GET /ws/2/recording/{mbid}")

  static let routes: [Route<Handler>] = [
    Route("GET /ws/2/isrc/{isrc}") { try $0.isrc($1) },
    Route("GET /ws/2/recording/{mbid}") { try $0.recording($1) },
    Route("GET /ws/2/release-group") { endpoints, _ in try endpoints.releaseGroups() },
  ]

  func answer() throws -> JSON {
    for route in Self.routes {
      guard let values = route.endpoint.values(in: request.path) else { continue }
      return try route.handler(self, values.first ?? "")
    }
    throw MusicBrainzFailure.notFound
  }

  private func isrc(_ code: String) throws -> JSON {
    let includes = try includes(of: "isrc", ["artist-credits", "releases", "isrcs"])
    let isCode =
      code.utf8.count == 12 && code.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    guard isCode else { throw MusicBrainzFailure.badISRC }
    guard let index = catalog.recordingsByISRC[code.uppercased()] else {
      throw MusicBrainzFailure.notFound
    }
    // A recording that was entered twice has no defined order.
    let twin = MusicBrainzIDs.hasTwin(index) ? [writer.twin(index, includes)] : []
    return [
      "isrc": .string(code.uppercased()),
      "recordings": .array(twin + [writer.recording(index, includes)]),
    ]
  }

  private func recording(_ id: String) throws -> JSON {
    let includes = try includes(
      of: "recording",
      ["artist-credits", "releases", "isrcs", "url-rels"]
    )
    let id = try Self.checked(id)
    let count = catalog.recordings.count
    if let index = ids.recordings.index(uuid: id), index < count {
      return writer.recording(index, includes)
    }
    if let index = ids.twins.index(uuid: id), index < count, MusicBrainzIDs.hasTwin(index) {
      return writer.twin(index, includes)
    }
    guard let index = ids.mergedRecordings.index(uuid: id), index < count else {
      throw MusicBrainzFailure.notFound
    }
    return writer.recording(index, includes)
  }

  /// The redirect for a former id of a recording, or `nil` if the request is answered directly.
  var place: SimulatedResponse? {
    guard let id = Self.recordingPath.values(in: request.path)?.first,
      let index = ids.mergedRecordings.index(uuid: id.lowercased()),
      index < catalog.recordings.count, MusicBrainzIDs.leadsOn(index)
    else { return nil }
    let place = "\(request.serviceBase)/ws/2/recording/\(ids.recordings.uuid(index))"
    return SimulatedResponse(status: 301)
      .adding("Location", Query.adding(request.query, to: place))
  }

  private func releaseGroups() throws -> JSON {
    guard let artist = query["artist"] else { throw MusicBrainzFailure.notFound }
    guard let index = ids.artists.index(uuid: try Self.checked(artist)),
      index < catalog.artists.count
    else { throw MusicBrainzFailure.notFound }
    let albums = catalog.artists[index].albums
    let page = Page(
      limit: min(max(query["limit"].flatMap { Int($0) } ?? 25, 1), 100),
      offset: max(query["offset"].flatMap { Int($0) } ?? 0, 0)
    )
    return [
      "release-group-count": .number(albums.count), "release-group-offset": .number(page.offset),
      "release-groups": .array(page.slice(of: albums).map(writer.releaseGroup)),
    ]
  }

  private func includes(of resource: String, _ known: Set<String>) throws -> Set<String> {
    let names = (query["inc"] ?? "").split(separator: " ").map(String.init)
    if let odd = names.first(where: { !known.contains($0) }) {
      throw MusicBrainzFailure.badInclude(odd, resource)
    }
    return Set(names)
  }

  private static func checked(_ id: String) throws -> String {
    guard UUID(uuidString: id) != nil else { throw MusicBrainzFailure.badID }
    return id.lowercased()
  }
}
