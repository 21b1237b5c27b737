import Foundation
import PlayerKit
import PlayerKitHTTP
import PlayerKitSystem

/// The items that a remote control may name beyond public addresses and the app's services.
///
/// A remote control can be anyone on the bus, in the network, or on a web page in the browser.
/// Therefore nothing is allowed by default.
public struct RemoteAccessPolicy: Sendable, Hashable {
  /// Files: absolute paths and file URLs.
  public var files = false
  /// Addresses of this machine and the local network.
  public var privateAddresses = false
  /// Pages of unknown sites, searched for media (yt-dlp's generic extractor).
  public var unknownSites = false

  /// Allows nothing.
  public init() {}
}

/// Makes queue entries of an item that a remote control names: a public HTTP or HTTPS URL, or a
/// link of a service that the app added.
///
/// Refuses other items unless the app allows them. Entries stay restricted in stores: they never
/// lead to a file or a private address, not even by a redirect or a playlist.
///
/// May be used on any thread, any number of times at once.
public struct RemoteItemReader: RemoteItemReading {
  /// The maximum length of an item, in bytes of UTF-8.
  public static let longestItem = 8_192

  /// The restricted services. A remote control reaches no others.
  package let services: MusicServices
  private let allowance: RemoteAccessPolicy

  /// Makes a reader. Sends no request.
  ///
  /// - Parameters:
  ///   - services: The services of the app.
  ///   - allowance: The additional items that may be named.
  public init(services: MusicServices, allowance: RemoteAccessPolicy = RemoteAccessPolicy()) {
    self.services = services.restricted(by: allowance)
    self.allowance = allowance
  }

  /// Returns the entries for an item: one entry, or its contents.
  ///
  /// - Throws: ``PlayerKit/PlayerError/Code/blockedURL`` if the item is not allowed;
  ///   ``PlayerKit/PlayerError/Code/invalidItem`` if it names nothing; the errors of the service;
  ///   ``PlayerKit/PlayerError/Code/interrupted`` if the task is canceled.
  public func items(for item: String) async throws(PlayerError) -> [QueueItem] {
    guard item.utf8.count <= Self.longestItem else {
      throw PlayerError(.invalidItem, "The item is too long.")
    }
    switch MusicReference(item, recognizers: services.recognizers) {
    case .plain(let url): return [QueueItem(try track(at: url, of: item))]
    case .link(let link):
      return services.items(of: try await tracks(of: link).map(\.track), named: item)
    case .unrecognized(let link):
      throw PlayerError(link, of: item) ?? PlayerError(.invalidItem, "This is \(link).")
    }
  }

  /// Returns the entries for a catalog link.
  ///
  /// - Throws: The errors of ``items(for:)``.
  public func tracks(of link: MusicLink) async throws(PlayerError) -> [QueueItem] {
    do {
      return try await services.tracks(of: link).map { QueueItem($0) }
    } catch {
      throw PlayerError(item: error)
    }
  }

  /// The maximum number of concurrent lookups in ``tracks(of:)-([MusicLink])``.
  private static let maximumAtOnce = 8

  /// Returns the entries for several catalog links, in their order. Uses few requests for songs if
  /// the service supports it. Never fails: unavailable items are left out, as are missing ones if
  /// the task is canceled.
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
        if running == Self.maximumAtOnce, let result = await group.next() {
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

  /// A relative path would depend on the app's current directory.
  private static func isFromRoot(_ item: String) -> Bool {
    let item = item.trimmingCharacters(in: .whitespacesAndNewlines)
    return item.hasPrefix("/") || item.lowercased().hasPrefix("file:")
  }
}
