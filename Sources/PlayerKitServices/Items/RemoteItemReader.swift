import PlayerKitSystem
import Foundation
import PlayerKitHTTP
import PlayerKit

/// What a remote control may name beyond public addresses and the services of the app.
///
/// A remote control is anybody on the bus, in the network, or on a page of the browser. So nothing of this is
/// allowed by default.
public struct RemoteAllowance: Sendable, Hashable {
  /// Files: paths from the root, and file URLs.
  public var files = false
  /// Addresses of this machine, and of the network around it.
  public var privateAddresses = false
  /// Pages of sites that nobody knows, looked through for media (yt-dlp's generic extractor).
  public var unknownSites = false

  /// Allows nothing.
  public init() {}
}

/// Makes entries of what a remote control names: a public http or https address, or a link of a service that
/// the app added.
///
/// All else is refused, unless the app allows it. What it makes stays so in stores: such an entry leads to no
/// file and to no private address, also by a redirect or a playlist.
///
/// May be used on any thread, any number of times at once.
public struct RemoteItemReader: RemoteItemReading {
  /// The longest item, in bytes of UTF-8.
  public static let longestItem = 8_192

  /// The services, for what strangers name. A remote control asks these and no others.
  package let services: MusicServices
  private let allowance: RemoteAllowance

  /// Makes a reader. Asks nobody.
  ///
  /// - Parameters:
  ///   - services: the services of the app.
  ///   - allowance: what else may be named.
  public init(services: MusicServices, allowance: RemoteAllowance = RemoteAllowance()) {
    self.services = services.forStrangers { service in
      service.readsUnknownSites ? allowance.unknownSites : allowance.privateAddresses
    }
    self.allowance = allowance
  }

  /// What an item stands for: one entry, or those inside.
  ///
  /// - Throws: ``PlayerKit/PlayerError/Code/blockedURL`` for what must not be named,
  ///   ``PlayerKit/PlayerError/Code/invalidItem`` for what names nothing; what the service fails with;
  ///   ``PlayerKit/PlayerError/Code/interrupted`` where the task is cancelled.
  public func items(for item: String) async throws(PlayerError) -> [QueueItem] {
    guard item.utf8.count <= Self.longestItem else {
      throw PlayerError(.invalidItem, "The item is too long.")
    }
    switch MusicReference(item, recognizers: services.recognizers) {
    case .plain(let url): return [QueueItem(try track(at: url, of: item))]
    case .link(let link): return try await tracks(of: link)
    case .unrecognized(let link):
      throw PlayerError(link, of: item) ?? PlayerError(.invalidItem, "This is \(link).")
    }
  }

  /// What a catalog's entry stands for.
  ///
  /// - Throws: as ``items(for:)``.
  public func tracks(of link: MusicLink) async throws(PlayerError) -> [QueueItem] {
    do {
      return try await services.tracks(of: link).map { QueueItem($0) }
    } catch {
      throw PlayerError(item: error)
    }
  }

  /// How many links of ``tracks(of:)-([MusicLink])`` are looked up at a time.
  private static let mostAtOnce = 8

  /// What several of a catalog's entries stand for, in their order. Songs are looked up in few requests where
  /// their service can. What can't be had is left out, as is what is missing when the task is cancelled.
  /// Never fails.
  public func tracks(of links: [MusicLink]) async -> [QueueItem] {
    let songs = await services.songs(of: links)
    var found = [[QueueItem]](repeating: [], count: links.count)
    await withTaskGroup(of: (Int, [QueueItem]).self) { group in
      var running = 0
      func take(_ result: (Int, [QueueItem])) { found[result.0] = result.1 }
      for (place, link) in links.enumerated() {
        if Task.isCancelled { break }
        if let song = songs[link] {
          found[place] = [QueueItem(song)]
          continue
        }
        if running == Self.mostAtOnce, let result = await group.next() {
          take(result)
          running -= 1
        }
        running += 1
        group.addTask { (place, (try? await tracks(of: link)) ?? []) }
      }
      for await result in group { take(result) }
    }
    return found.flatMap(\.self)
  }

  private func track(at url: URL, of item: String) throws(PlayerError) -> any Track {
    guard ["http", "https"].contains(url.scheme?.lowercased()) else {
      guard url.isFileURL, allowance.files, Self.isFromRoot(item) else {
        throw PlayerError(.blockedURL, "A remote control may name http and https addresses.")
      }
      return URLTrack(path: url.path)
    }
    if allowance.privateAddresses { return services.track(at: url) ?? URLTrack(url: url) }
    guard NetworkScope.mayBePublic(url) else {
      throw PlayerError(.blockedURL, "A remote control may name public addresses.")
    }
    return services.track(at: url) ?? URLTrack(untrusted: url)
  }

  /// A relative path would be one of the folder in which the app happens to run.
  private static func isFromRoot(_ item: String) -> Bool {
    let item = item.trimmingCharacters(in: .whitespacesAndNewlines)
    return item.hasPrefix("/") || item.lowercased().hasPrefix("file:")
  }
}
