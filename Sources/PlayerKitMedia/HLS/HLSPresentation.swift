import PlayerKit
import PlayerKitSystem

/// The known facts about an on-demand stream. With them, a later stream, for example after a seek,
/// requests only parts.
struct HLSPresentation: Sendable {
  /// The URL that was requested first.
  var home: URL
  /// The URL of the playlist with the parts.
  var address: URL
  var variables: [String: String]?
  var variantsGivenUp: Int
  var media: HLSMediaPlaylist
  var missing: Set<Int64>
  var times: HLSTimes
  /// Keys and initialization sections.
  var bytes: [HLSReader.Resource: [UInt8]]
}

/// Keeps the knowledge of a load's streams for later streams after a seek. A new load asks its
/// server again, as playlists change. Callable from any thread.
final class HLSMemory: Sendable {
  struct Item: Sendable {
    var presentation: HLSPresentation
    var origin: StreamOrigin
    /// The renewed address.
    var address: HTTPAddress
  }

  /// A load and one of its sources.
  struct Key: Hashable, Sendable {
    let load: LoadID
    let url: URL
  }

  private static let capacity = 4

  /// The oldest first.
  private let items = Locked<[(key: Key, item: Item)]>([])

  func item(of key: Key?) -> Item? {
    guard let key else { return nil }
    return items.withLock { items in items.last { $0.key == key }?.item }
  }

  /// - Parameter item: the item to keep; `nil` to remove it.
  func keep(_ item: Item?, of key: Key?) {
    guard let key else { return }
    items.withLock { items in
      items.removeAll { $0.key == key }
      if let item { items.append((key, item)) }
      if items.count > Self.capacity { items.removeFirst() }
    }
  }
}
