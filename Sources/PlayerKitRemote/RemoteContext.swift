import PlayerKitMedia
import PlayerKit
import PlayerKitServices

/// What a remote control steers, and what it may reach: the same for each of them.
///
/// ```swift
/// let context = RemoteContext(
///   queue: queue,
///   services: services,
///   artwork: ArtworkLoader(sources: services.artworkSources)
/// )
/// ```
public struct RemoteContext: Sendable {
  /// How many entries a remote control may fill the queue with. The app itself may add more.
  static let maximumEntries = RemoteLimits.maximumEntries

  /// The queue. A remote control holds it.
  public let queue: QueuePlayer
  /// What a remote control may name. It makes every entry that a remote control adds.
  public let items: RemoteItemReader
  /// The services that are searched, and whose links can be played. They reach only what ``items`` may name.
  public var services: MusicServices { items.services }
  /// Fetches covers: those of entries and of what was found in the catalogs, and no others.
  public let artwork: ArtworkLoader
  /// The rooms in which the queue is heard; `nil`: there are none to steer.
  public let rooms: (any RemoteRooms)?

  /// Puts them together.
  ///
  /// - Parameter allowance: what a remote control may name beyond public addresses and services.
  public init(
    queue: QueuePlayer,
    services: MusicServices,
    artwork: ArtworkLoader,
    allowance: RemoteAllowance = RemoteAllowance(),
    rooms: (any RemoteRooms)? = nil
  ) {
    self.queue = queue
    self.artwork = artwork
    self.rooms = rooms
    items = RemoteItemReader(services: services, allowance: allowance)
  }
}
