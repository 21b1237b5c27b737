import Foundation
import PlayerKitServices

/// What a server tells a copy of a feed from a later one by. Keep it with the feed, and ask by it.
public struct PodcastFeedVersion: Sendable, Hashable, Codable {
  /// The `ETag`.
  public var entityTag: String?
  /// The `Last-Modified`.
  public var lastModified: String?

  /// Makes a version of what a server told.
  public init(entityTag: String? = nil, lastModified: String? = nil) {
    self.entityTag = entityTag
    self.lastModified = lastModified
  }
}

/// What came of asking for a feed.
public struct PodcastFetch: Sendable {
  /// The feed; `nil`: it is as it was.
  public var feed: PodcastFeed?
  /// By what to ask the next time; `nil` where the server tells nothing.
  public var version: PodcastFeedVersion?
  /// Where to ask from now on: the server said so for good (301, 308), or the feed did. The feed's id stays
  /// that of the address that was asked: keep it with the new one.
  public var newAddress: URL?
}

extension PodcastFetch: CustomStringConvertible, CustomReflectable {
  /// The feed's title.
  public var description: String { feed?.description ?? "no feed" }

  /// The feed alone: addresses may hold secrets.
  public var customMirror: Mirror { Mirror(self, children: ["feed": feed as Any]) }
}

extension CatalogError {
  /// Whether a server said that something is gone for good: it need not be asked again.
  public var isGone: Bool { httpStatus == 410 }
}
