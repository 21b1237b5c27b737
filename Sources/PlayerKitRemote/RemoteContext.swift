import PlayerKit
import PlayerKitMedia
import PlayerKitServices

/// A queue for remote controls, with the services and items that they may access. All kinds of
/// remote control share it.
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
  static let maximumEntries = RemoteCommand.maximumEntries

  /// The queue. Remote controls retain it.
  public let queue: QueuePlayer
  /// Makes the items that a remote control adds. Limits the names that it accepts.
  public let items: RemoteItemReader
  /// The services to search, and whose links are playable. They access only what ``items`` permits.
  public var services: MusicServices { items.services }
  /// Loads artwork, only for entries and for results from the catalogs.
  public let artwork: ArtworkLoader
  /// The rooms in which the queue plays. `nil` if there are none to control.
  public let rooms: (any RemoteRooms)?

  /// Makes a context.
  ///
  /// - Parameter queue: The queue to control.
  /// - Parameter services: The services that remote controls may search.
  /// - Parameter artwork: Loads the covers that remote controls show.
  /// - Parameter rooms: The rooms to show. `nil` if there are none.
  /// - Parameter allowance: What a remote control may name in addition to public addresses and
  ///   services.
  public init(
    queue: QueuePlayer,
    services: MusicServices,
    artwork: ArtworkLoader,
    allowance: RemoteAccessPolicy = RemoteAccessPolicy(),
    rooms: (any RemoteRooms)? = nil
  ) {
    self.queue = queue
    self.artwork = artwork
    self.rooms = rooms
    items = RemoteItemReader(services: services, allowance: allowance)
  }
}
