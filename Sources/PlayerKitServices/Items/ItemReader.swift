import Foundation
import PlayerKit

/// Makes queue entries of an item that the user typed, pasted or dropped: a URL, a path, or a
/// service's link or short form. All items from the user go through this type.
///
/// Does not throw: an item that names nothing becomes a ``FailedItem``. For untrusted items, such
/// as those from a remote control, use a ``RemoteItemReader``.
///
/// May be used on any thread, any number of times at once.
public struct ItemReader: Sendable {
  /// The services whose links the reader knows.
  public let services: MusicServices
  /// Replaces playlists and folders by their contents. If `nil`, the queue does so when it reaches
  /// them.
  public let lists: (any ListExpanding)?

  /// Makes a reader. Sends no request.
  public init(services: MusicServices, lists: (any ListExpanding)? = nil) {
    self.services = services
    self.lists = lists
  }

  /// Returns the entries for an item. `nil` if that needs a request or reading a file.
  public func itemsAtOnce(for item: String) -> [QueueItem]? {
    let track: any Track
    switch MusicReference(item, recognizers: services.recognizers) {
    case .link: return nil
    case .plain: track = URLTrack(item: item)
    case .unrecognized(let link): track = Self.track(of: item, link)
    }
    guard let track = track as? URLTrack else { return [QueueItem(track)] }
    if lists?.isCalledList(track) == true { return nil }
    if let page = page(track) { return [QueueItem(page)] }
    return lists?.mayBeList(track) == true ? nil : [QueueItem(track)]
  }

  /// Returns the entries for one item.
  public func items(for item: String) async -> [QueueItem] {
    await items(for: [item]).first ?? []
  }

  /// Returns the entries for each item, in the order of the items. Songs are looked up together.
  public func items(for items: [String]) async -> [[QueueItem]] {
    let links = items.map { item -> MusicLink? in
      guard case .link(let link) = MusicReference(item, recognizers: services.recognizers) else {
        return nil
      }
      return link
    }
    let songs = await services.songs(of: links.compactMap(\.self).filter { $0.kind == .song })
    return await withTaskGroup(of: (Int, [QueueItem]).self) { group in
      var result = items.map { itemsAtOnce(for: $0) ?? [] }
      for (index, link) in links.enumerated() {
        guard let link else {
          guard result[index].isEmpty, let lists else { continue }
          group.addTask { (index, await lists.items(of: URLTrack(item: items[index]))) }
          continue
        }
        if let song = songs[link] {
          result[index] = [QueueItem(song)]
          continue
        }
        group.addTask {
          do {
            return (index, try await services.tracks(of: link).map { QueueItem($0) })
          } catch {
            return (index, [QueueItem(FailedItem(items[index], PlayerError(item: error)))])
          }
        }
      }
      for await (index, found) in group { result[index] = found }
      return result
    }
  }

  /// Returns a track for a URL that may be a page with media, if a service handles such pages.
  private func page(_ track: URLTrack) -> (any Track)? {
    guard case .remote(let url) = try? track.mediaSource().location else { return nil }
    return services.track(at: url)
  }

  private static func track(of item: String, _ link: UnrecognizedLink) -> any Track {
    guard let error = PlayerError(link, of: item) else { return URLTrack(item: item) }
    return FailedItem(item, error)
  }
}

/// Replaces lists by their contents.
public protocol ListExpanding: Sendable {
  /// Whether a track is a list, judged by its name and the file system. Sends no request.
  func isCalledList(_ track: URLTrack) -> Bool

  /// Whether a track must be read because it may still be a list.
  func mayBeList(_ track: URLTrack) -> Bool

  /// Returns the contents of a list. Returns the track itself if it is not a list or is unreadable.
  func items(of track: URLTrack) async -> [QueueItem]
}

extension ListExpanding {
  /// Same as ``isCalledList(_:)``.
  public func mayBeList(_ track: URLTrack) -> Bool { isCalledList(track) }
}

extension MusicServices {
  /// Returns the tracks of a link, from the link's service.
  ///
  /// - Throws: `CatalogError`; ``PlayerKit/PlayerError``, with the code
  ///   ``PlayerKit/PlayerError/Code/blockedURL`` if the service is not available;
  ///   `CancellationError`.
  public func tracks(of link: MusicLink) async throws -> [any Track] {
    if link.service == .barcode { return try await tracks(ofAlbum: link.id) }
    guard let service = service(of: link) else {
      throw PlayerError(.blockedURL, "Items of \(link.service) are not played here.")
    }
    return try await service.tracks(of: link)
  }

  /// Returns the tracks of links to songs, in few requests. The result may be incomplete: the
  /// caller looks up missing songs individually.
  func songs(of links: [MusicLink]) async -> [MusicLink: any Track] {
    var songs: [MusicLink: any Track] = [:]
    for links in Dictionary(grouping: links, by: \.service).values {
      guard let first = links.first, let service = service(of: first) as? any BatchService else {
        continue
      }
      songs.merge(await service.songs(of: links)) { first, _ in first }
    }
    return songs
  }
}

extension PlayerError {
  /// Makes an error from a failed lookup of an item.
  init(item error: any Error) {
    if let error = error as? CatalogError {
      self.init(error)
    } else {
      self.init(resolving: error)
    }
  }

  /// Makes an error from an unrecognized link. `nil` if the item may still be a file name.
  init?(_ link: UnrecognizedLink, of item: String) {
    if link.service != nil {
      self.init(.invalidItem, "This is \(link).")
    } else if link.reason == .unsupportedScheme, !item.contains("://") {
      // Without slashes, `name:…` would be taken for a path.
      self.init(.blockedURL, "This is \(link).")
    } else if link.reason == .malformedURL, Self.isMistyped(item) {
      // As a file name, its user and query would be shown.
      self.init(.invalidItem, "This looks like a URL but is not valid. Check it.")
    } else {
      return nil
    }
  }

  /// Whether an item is a URL without a scheme, or with only one slash after it.
  private static func isMistyped(_ item: String) -> Bool {
    let item = item.trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
    if item.hasPrefix("//") { return true }
    return ["http:", "https:"].contains { item.hasPrefix($0 + "/") && !item.hasPrefix($0 + "//") }
  }
}
