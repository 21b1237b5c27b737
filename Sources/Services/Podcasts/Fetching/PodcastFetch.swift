import Foundation
import PlayerKitServices

/// The validators of a copy of a feed. Store them with the feed and pass them to the next request.
public struct PodcastFeedVersion: Sendable, Hashable, Codable {
  /// The `ETag`.
  public var entityTag: String?
  /// The `Last-Modified`.
  public var lastModified: String?

  /// Creates a version from a server's validators.
  public init(entityTag: String? = nil, lastModified: String? = nil) {
    self.entityTag = entityTag
    self.lastModified = lastModified
  }
}

/// The result of fetching a feed.
public struct PodcastFetch: Sendable {
  /// The feed; `nil` if it has not changed.
  public var feed: PodcastFeed?
  /// The version for the next request; `nil` if the server sends no validators.
  public var version: PodcastFeedVersion?
  /// The address for future requests, if the server (301, 308) or the feed announced a permanent
  /// move. The feed's id still derives from the old address: store it with the new one.
  public var newAddress: URL?
}

extension PodcastFetch: CustomStringConvertible, CustomReflectable {
  /// The feed's title.
  public var description: String { feed?.description ?? "no feed" }

  /// Only the feed, because addresses may hold secrets.
  public var customMirror: Mirror { Mirror(self, children: ["feed": feed as Any]) }
}

extension CatalogError {
  /// Whether a server reported that something is permanently gone. Do not request it again.
  public var isGone: Bool { httpStatus == 410 }
}
