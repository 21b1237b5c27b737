import PlayerKitSystem
import PlayerKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What is known of a stream on demand: a later stream of it, as after a seek, asks for parts alone.
struct HLSPresentation: Sendable {
  /// Where it is asked for first.
  var home: URL
  /// Of the playlist with the parts.
  var address: URL
  var variables: [String: String]?
  var variantsGivenUp: Int
  var media: HLSMediaPlaylist
  var missing: Set<Int64>
  var times: HLSTimes
  /// Keys and initializations.
  var bytes: [HLSReader.Resource: [UInt8]]
}

/// What the streams of a load have learned, for those that follow after a seek. What is loaded anew asks
/// its server anew: lists change. Threads: any.
final class HLSMemory: Sendable {
  struct Item: Sendable {
    var presentation: HLSPresentation
    var origin: StreamOrigin
    /// Where it was found anew.
    var address: HTTPAddress
  }

  /// A load, and which of its sources.
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

  /// - Parameter item: `nil` forgets.
  func keep(_ item: Item?, of key: Key?) {
    guard let key else { return }
    items.withLock { items in
      items.removeAll { $0.key == key }
      if let item { items.append((key, item)) }
      if items.count > Self.capacity { items.removeFirst() }
    }
  }
}
