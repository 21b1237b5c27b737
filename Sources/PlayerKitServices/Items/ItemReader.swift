import Foundation
import PlayerKit

/// Makes entries of what a person typed, pasted or dropped: an address, a path, a link or an item of a
/// service. The one way in.
///
/// Nothing is thrown: what names nothing becomes a ``FailedItem``. For what strangers name, such as a remote
/// control, take a ``RemoteItemReader``.
///
/// May be used on any thread, any number of times at once.
public struct ItemReader: Sendable {
  /// The services whose links it knows.
  public let services: MusicServices
  /// What replaces playlists and folders by what they name; `nil`: the queue does so once it reaches them.
  public let lists: (any ListExpanding)?

  /// Makes a reader. Asks nobody.
  public init(services: MusicServices, lists: (any ListExpanding)? = nil) {
    self.services = services
    self.lists = lists
  }

  /// What an item stands for; `nil` where somebody has to be asked, or something to be read.
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

  /// What one item stands for.
  public func items(for item: String) async -> [QueueItem] {
    await items(for: [item]).first ?? []
  }

  /// What each item stands for, in the order of the items. Songs are looked up together.
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

  /// An address that may be a page with media, where somebody looks for that.
  private func page(_ track: URLTrack) -> (any Track)? {
    guard case .remote(let url) = try? track.mediaSource().location else { return nil }
    return services.track(at: url)
  }

  private static func track(of item: String, _ link: UnrecognizedLink) -> any Track {
    guard let error = PlayerError(link, of: item) else { return URLTrack(item: item) }
    return FailedItem(item, error)
  }
}

/// Replaces lists by what they name.
public protocol ListExpanding: Sendable {
  /// Whether a track is a list, as far as its name and the file system tell. Asks no server.
  func isCalledList(_ track: URLTrack) -> Bool

  /// Whether a track is to be read because it may be a list all the same.
  func mayBeList(_ track: URLTrack) -> Bool

  /// What a track stands for; itself, where that is no list, or one that can't be read.
  func items(of track: URLTrack) async -> [QueueItem]
}

extension ListExpanding {
  /// Whether it is called one.
  public func mayBeList(_ track: URLTrack) -> Bool { isCalledList(track) }
}

extension MusicServices {
  /// The tracks that a link stands for, by the service that it is of.
  ///
  /// - Throws: `CatalogError`, ``PlayerKit/PlayerError``: ``PlayerKit/PlayerError/Code/blockedURL`` for a
  ///   service that is not here; `CancellationError`.
  public func tracks(of link: MusicLink) async throws -> [any Track] {
    if link.service == .barcode { return try await tracks(ofAlbum: link.id) }
    guard let service = service(of: link) else {
      throw PlayerError(.blockedURL, "Items of \(link.service) are not played here.")
    }
    return try await service.tracks(of: link)
  }

  /// The tracks of links to songs, in few requests. What is missing is looked up one by one.
  func songs(of links: [MusicLink]) async -> [MusicLink: any Track] {
    var songs: [MusicLink: any Track] = [:]
    for links in Dictionary(grouping: links, by: \.service).values {
      guard let first = links.first, let service = service(of: first) else { continue }
      songs.merge(await service.songs(of: links)) { first, _ in first }
    }
    return songs
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

  /// Why an item names nothing; `nil` where it may be the name of a file all the same.
  init?(_ link: UnrecognizedLink, of item: String) {
    if link.service != nil {
      self.init(.invalidItem, "This is \(link).")
    } else if link.reason == .unsupportedScheme, !item.contains("://") {
      // `name:…` without slashes would be taken for a path.
      self.init(.blockedURL, "This is \(link).")
    } else if link.reason == .malformedURL, Self.isMistyped(item) {
      // As the name of a file, its user and its query would be shown.
      self.init(.invalidItem, "This looks like a URL and is none.")
    } else {
      return nil
    }
  }

  /// Whether an item is an address with one slash after its scheme, or without a scheme.
  private static func isMistyped(_ item: String) -> Bool {
    let item = item.trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
    if item.hasPrefix("//") { return true }
    return ["http:", "https:"].contains { item.hasPrefix($0 + "/") && !item.hasPrefix($0 + "//") }
  }
}
