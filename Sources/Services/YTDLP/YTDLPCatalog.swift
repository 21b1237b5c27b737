import Foundation
import PlayerKit
import PlayerKitHTTP
import PlayerKitServices
import PlayerKitSystem

/// Searches YouTube for songs with yt-dlp, and reads lists of any site.
public struct YTDLPCatalog: SearchableCatalog {
  /// The client that the catalog uses.
  public let client: YTDLPClient

  /// Creates a catalog that uses `client`.
  public init(client: YTDLPClient) {
    self.client = client
  }

  /// yt-dlp.
  public var service: CatalogService { .ytdlp }
  /// Songs.
  public var searchableKinds: Set<MusicLink.Kind> { [.song] }

  /// Searches YouTube. Returns a single page.
  public func search(
    _ term: String,
    for kind: MusicLink.Kind,
    limit: Int
  ) async throws -> CatalogPage {
    guard kind == .song else { throw CatalogError.notSearchable(kind, at: .ytdlp) }
    do {
      let found = try await client.search(term, limit: limit)
      return CatalogPage(found.compactMap { CatalogEntry($0) })
    } catch let error as YTDLPError {
      throw CatalogError(error)
    }
  }

  /// Returns the members of a list.
  public func contents(of link: MusicLink, limit: Int) async throws -> CatalogPage {
    guard link.kind != .song, let page = URL(string: link.id) else {
      throw CatalogError.nothingInside(link.kind, at: .ytdlp)
    }
    return try await contents(of: page, from: 1, limit: min(max(limit, 1), 100))
  }

  private func contents(of page: URL, from first: Int, limit: Int) async throws -> CatalogPage {
    do {
      let list = try await client.info(page, items: first...(first &+ limit &- 1))
      let places = list.entries?.places ?? []
      let isPublic = NetworkScope.mayBePublic(page)
      let entries = places.compactMap { info -> CatalogEntry? in
        guard let entry = info.flatMap({ CatalogEntry($0) }),
          let member = URL(string: entry.link.id),
          // Without its own page, a member exists only in the list.
          member != page, !isPublic || NetworkScope.mayBePublic(member)
        else { return nil }
        return entry
      }
      let lost = places.count { $0 == nil }
      return CatalogPage(entries, unreadableCount: lost) {
        guard places.count == limit, first < 1 << 30 else { return nil }
        return try await contents(of: page, from: first &+ limit, limit: limit)
      }
    } catch let error as YTDLPError {
      throw CatalogError(error)
    }
  }
}

extension CatalogEntry {
  /// Creates an entry from yt-dlp's data; `nil` if it names no page.
  init?(_ info: YTDLP.Info) {
    guard let text = info.isReference ? info.url ?? info.page : info.page ?? info.url,
      let page = URL(page: text).map(YTDLPLinks.canonical)
    else { return nil }
    let link = MusicLink(service: .ytdlp, kind: .song, id: page.absoluteString)
    self.init(link, item: YTDLPLinks.item(page), metadata: TrackMetadata(info))
  }
}
