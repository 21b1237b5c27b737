import PlayerKitSystem

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What streams of an engine have kept, for the streams that follow them: the resource that was read
/// last is forgotten last.
///
/// Bytes are kept by address and header fields, since both may say who may have them. Threads: any.
final class ByteMemory: Sendable {
  private struct Key: Hashable {
    let url: URL
    let headers: [String: String]

    init(_ address: HTTPAddress) {
      url = address.url
      headers = address.headers
    }
  }

  /// The oldest first.
  private let items = Locked<[(key: Key, bytes: KeptBytes)]>([])
  private let capacity: Int64
  /// Streams that hold a whole body, as long as they are open.
  private let holders = Locked<[(key: Key, stream: WeakHolder)]>([])

  /// - Parameter capacity: how many bytes are kept in all; of one resource it is this much at most.
  ///   Twice as much where an overlap has read more of one than others need of its beginning.
  init(capacity: Int64 = 2 << 20) {
    self.capacity = capacity
  }

  /// All of a resource, where a stream that is open has it; it is not copied.
  func wholeBody(of address: HTTPAddress) -> ByteWindow? {
    let key = Key(address)
    let streams = holders.withLock { $0.filter { $0.key == key }.compactMap(\.stream.value) }
    return streams.lazy.compactMap(\.wholeBody).first
  }

  /// Records that a stream holds a whole body.
  func record(_ holder: any WholeBodyHolder, of address: HTTPAddress) {
    let key = Key(address)
    holders.withLock { holders in
      holders.removeAll { $0.stream.value == nil || $0.stream.value === holder }
      holders.append((key, WeakHolder(value: holder)))
    }
  }

  /// What is kept of a resource.
  func bytes(of address: HTTPAddress) -> KeptBytes? {
    let key = Key(address)
    return items.withLock { items in items.last { $0.key == key }?.bytes }
  }

  /// Keeps bytes, beside what was kept of the same version of the resource, in place of any other.
  func keep(_ bytes: KeptBytes, of address: HTTPAddress) {
    let most = capacity * 2
    guard bytes.canBegin, bytes.count <= (bytes.hasLongHead ? most : capacity) else { return }
    let key = Key(address)
    let dropped = items.withLock { items in
      let old = items.filter { $0.key == key }
      let all = old.last.map { bytes.joined(with: $0.bytes) } ?? bytes
      items.removeAll { $0.key == key }
      items.append((key, all.count <= (all.hasLongHead ? most : capacity) ? all : bytes))
      var dropped = old
      var room: Int64 { items.contains { $0.bytes.hasLongHead } ? most : capacity }
      while items.reduce(0, { $0 + $1.bytes.count }) > room {
        // What an overlap has read is to begin a body soon.
        let last = items.lastIndex { $0.bytes.hasLongHead }
        guard let index = items.indices.first(where: { $0 != last }) else { break }
        dropped.append(items.remove(at: index))
      }
      return dropped
    }
    _ = dropped  // freed outside of the lock
  }

  /// Forgets a resource: the server refused it, or has another version.
  func forget(_ address: HTTPAddress) {
    let key = Key(address)
    items.withLock { items in items.removeAll { $0.key == key } }
    holders.withLock { holders in holders.removeAll { $0.key == key } }
  }
}

/// A stream that may have read all of its resource.
protocol WholeBodyHolder: AnyObject, Sendable {
  /// All of it; `nil` where it is not all there.
  var wholeBody: ByteWindow? { get }
}

private struct WeakHolder: Sendable {
  weak var value: (any WholeBodyHolder)?
}
