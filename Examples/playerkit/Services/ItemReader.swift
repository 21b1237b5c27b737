import Foundation
import MusicCatalog
import PlayerKit

/// Makes tracks of what a person typed. What an item is, the library decides.
///
/// Nothing is thrown: what names nothing becomes a track that fails when it is reached, so that it
/// is reported in its place like every other bad item.
struct ItemReader: Sendable {
  let services: Services
  /// Whether each address is asked whether it is a list. Else those are that are called so.
  var looksIntoAll = false

  /// What an item stands for. `nil` where somebody has to be asked, or something to be read.
  func itemsAtOnce(for item: String) -> [QueueItem]? {
    let track: any Track
    switch MusicReference(item, recognizers: services.recognizers) {
    case .link: return nil
    case .plain: track = URLTrack(item: item)
    case .unrecognized(let link): track = Self.track(of: item, link)
    }
    if let track = track as? URLTrack, ListItems.isCalledList(track) { return nil }
    return [QueueItem(page(track) ?? track)]
  }

  /// An address that may be a page with media, where somebody looks for that.
  private func page(_ track: any Track) -> (any Track)? {
    guard let track = track as? URLTrack,
      case .remote(let url) = try? track.mediaSource().location
    else { return nil }
    return services.track(at: url)
  }

  private static func track(of item: String, _ link: UnrecognizedLink) -> any Track {
    if link.service != nil {
      return FailedItem(item, PlayerError(.invalidItem, "This is \(link)."))
    }
    // `name:…` without slashes would be taken for a path.
    if link.reason == .unsupportedScheme, !item.contains("://") {
      return FailedItem(item, PlayerError(.blockedURL, "This is \(link)."))
    }
    return URLTrack(item: item)
  }

  /// What each item stands for, in the order of the items. Songs are looked up together.
  func items(for items: [String]) async -> [[QueueItem]] {
    let links = items.map { item -> MusicLink? in
      guard case .link(let link) = MusicReference(item, recognizers: services.recognizers) else {
        return nil
      }
      return link
    }
    let songs = await songs(of: links.compactMap(\.self).filter { $0.kind == .song })
    return await withTaskGroup(of: (Int, [QueueItem]).self) { group in
      let lists = ListItems(looksIntoAll: looksIntoAll)
      var result = items.map { item -> [QueueItem] in
        let found = itemsAtOnce(for: item) ?? []
        guard looksIntoAll, let track = found.first?.track as? URLTrack else { return found }
        return lists.mayBeList(track) ? [] : found
      }
      for (index, link) in links.enumerated() {
        guard let link else {
          guard result[index].isEmpty else { continue }
          group.addTask { (index, await lists.items(of: URLTrack(item: items[index]))) }
          continue
        }
        if let song = songs[link] {
          result[index] = [QueueItem(song)]
          continue
        }
        group.addTask {
          do {
            return (index, try await tracks(of: link).map { QueueItem($0) })
          } catch {
            return (index, [QueueItem(FailedItem(items[index], PlayerError(item: error)))])
          }
        }
      }
      for await (index, found) in group { result[index] = found }
      return result
    }
  }

  private func songs(of links: [MusicLink]) async -> [MusicLink: any Track] {
    var songs: [MusicLink: any Track] = [:]
    for links in Dictionary(grouping: links, by: \.service).values {
      guard let first = links.first, let service = services.service(of: first) else { continue }
      songs.merge(await service.songs(of: links)) { first, _ in first }
    }
    return songs
  }

  private func tracks(of link: MusicLink) async throws -> [any Track] {
    guard let service = services.service(of: link) else {
      throw PlayerError(.blockedURL, "Items of \(link.service) are not played here.")
    }
    return try await service.tracks(of: link)
  }

  /// What one item stands for.
  func items(for item: String) async -> [QueueItem] {
    await items(for: [item]).first ?? []
  }
}

extension PlayerError {
  /// What kept an item from being looked up.
  init(item error: any Error) {
    if let error = error as? CatalogError {
      self.init(error)
    } else {
      self.init(resolving: error)
    }
  }
}
