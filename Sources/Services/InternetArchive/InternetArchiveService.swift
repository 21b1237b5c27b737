import Foundation
import PlayerKit
import PlayerKitServices

extension InternetArchiveClient: SearchableCatalog {
  /// The Internet Archive.
  public var service: CatalogService { .internetArchive }
  /// `album`: only items are searchable.
  public var searchableKinds: Set<MusicLink.Kind> { [.album] }

  /// Searches for concerts and albums, the most downloaded first.
  public func search(
    _ term: String,
    for kind: MusicLink.Kind,
    limit: Int
  ) async throws -> CatalogPage {
    guard kind == .album else { throw CatalogError.notSearchable(kind, at: .internetArchive) }
    var query = InternetArchiveQuery(term: term)
    query.limit = limit
    return try await page(query)
  }

  /// Returns the songs of an item, or the items of a collection.
  public func contents(of link: MusicLink, limit: Int) async throws -> CatalogPage {
    guard link.kind == .album else {
      throw CatalogError.nothingInside(link.kind, at: .internetArchive)
    }
    let item = try await item(link.id)
    guard !item.isCollection else {
      var query = InternetArchiveQuery()
      query.collection = link.id
      query.limit = limit
      return try await page(query)
    }
    return CatalogPage(InternetArchiveTrack.tracks(of: item).map { CatalogEntry($0) })
  }

  private func page(_ query: InternetArchiveQuery) async throws -> CatalogPage {
    let found = try await search(query)
    let entries = found.items.map { CatalogEntry($0) }
    return CatalogPage(entries, unreadableCount: found.items.unreadable.count) {
      let told = query.number * query.rows
      guard found.items.places.count >= query.rows, told < min(found.total ?? .max, Self.most)
      else {
        return nil
      }
      var next = query
      next.page = query.number + 1
      return try await page(next)
    }
  }

  private static var most: Int { InternetArchiveQuery.most }
}

extension CatalogEntry {
  /// Makes an entry of a search result.
  public init(_ item: InternetArchive.Summary) {
    let link = MusicLink(service: .internetArchive, kind: .album, id: item.id)
    self.init(link, item: "archive:" + item.id, metadata: TrackMetadata(item))
  }

  init(_ track: InternetArchiveTrack) {
    let link = MusicLink(service: .internetArchive, kind: .song, id: track.id)
    self.init(link, item: "archive:" + track.id, metadata: track.metadata)
  }
}

/// The Internet Archive.
public struct InternetArchiveService: SearchableService, PlayableService {
  /// `archive`.
  public static let name = "archive"
  /// `archive:IDENTIFIER`, and pages at archive.org.
  public static let links: any LinkRecognizer = InternetArchiveLinks()
  /// The type of its tracks.
  public static let storableTracks: [any StorableTrack.Type] = [InternetArchiveTrack.self]

  /// The client for requests.
  public let client: InternetArchiveClient
  /// The formats, the preferred one first.
  public let formats: [ArchiveFormat]

  /// Makes the service. Sends nothing.
  ///
  /// - Parameter setup: What the services share.
  /// - Parameter formats: The formats, the preferred one first. The usual ones follow.
  public init(_ setup: ServiceSetup, formats: [ArchiveFormat] = []) {
    self.init(
      client: InternetArchiveClient(
        configuration: setup.configuration(.internetArchive, address: Self.name)
      ),
      formats: formats + .best
    )
  }

  /// Makes the service from a client.
  ///
  /// - Parameter client: The client that sends the requests.
  /// - Parameter formats: The formats, the preferred one first. A song without any of them uses
  ///   another playable format.
  public init(client: InternetArchiveClient, formats: [ArchiveFormat] = .best) {
    self.client = client
    self.formats = formats
  }

  /// The client.
  public var catalog: any SearchableCatalog { client }

  /// Returns the resolver of the archive's files.
  public func resolvers(substitutes: [any PreviewSubstitute]) -> [any MediaResolver] {
    [InternetArchiveResolver(client: client)]
  }

  /// Returns the songs of an item in order, or a single file.
  public func tracks(of link: MusicLink) async throws -> [any Track] {
    switch link.kind {
    case .album:
      let item = try await client.item(link.id)
      guard !item.isCollection else {
        throw PlayerError(.invalidItem, "A collection is searched, and not played.")
      }
      return InternetArchiveTrack.tracks(of: item, preferring: formats)
    case .song:
      guard let (id, name) = ArchiveRule.parts(ofTrack: link.id) else {
        throw PlayerError(.invalidItem, "This is not a file of an item.")
      }
      let item = try await client.item(id)
      guard let track = item.song(named: name).flatMap({ InternetArchiveTrack($0, of: item) })
      else { throw PlayerError(.notFound, "The item has no such audio.") }
      return [track]
    default: throw PlayerError(.invalidItem, "A \(link.kind.rawValue) is not played.")
    }
  }
}
