import Locking

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What is known of a stream on demand: a later stream of it, as after a seek, asks for parts alone.
struct HLSPresentation: Sendable {
  /// Of the playlist with the parts.
  var address: URL
  var variables: [String: String]?
  var media: HLSMediaPlaylist
  var times: HLSTimes
  /// Keys and initializations.
  var bytes: [HLSReader.Resource: [UInt8]]
}

/// What streams of an engine have learned, for those that follow. Threads: any.
final class HLSMemory: Sendable {
  struct Item: Sendable {
    var presentation: HLSPresentation
    var reach: StreamOrigin
    /// Where it was found anew.
    var address: HTTPAddress
  }

  private struct Key: Hashable {
    let url: URL
    let headers: [String: String]
  }

  private static let capacity = 4

  /// The oldest first.
  private let items = Locked<[(key: Key, item: Item)]>([])

  func item(of address: HTTPAddress) -> Item? {
    let key = Key(url: address.url, headers: address.headers)
    return items.withLock { items in items.last { $0.key == key }?.item }
  }

  /// - Parameter item: `nil` forgets.
  func keep(_ item: Item?, of address: HTTPAddress) {
    let key = Key(url: address.url, headers: address.headers)
    items.withLock { items in
      items.removeAll { $0.key == key }
      if let item { items.append((key, item)) }
      if items.count > Self.capacity { items.removeFirst() }
    }
  }
}
