import Foundation
import Locking

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

  /// - Parameter capacity: how many bytes are kept in all.
  init(capacity: Int64 = 4 << 20) {
    self.capacity = capacity
  }

  /// All of a resource, where a stream that is open has it; it is not copied.
  func wholeBody(of address: HTTPAddress) -> ByteWindow? {
    let key = Key(address)
    let streams = holders.withLock { $0.filter { $0.key == key }.compactMap(\.stream.value) }
    return streams.lazy.compactMap(\.wholeBody).first
  }

  /// Notes that a stream holds a whole body.
  func note(_ holder: any WholeBodyHolder, of address: HTTPAddress) {
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

  /// Keeps bytes in place of what was kept of the same resource.
  func keep(_ bytes: KeptBytes, of address: HTTPAddress) {
    guard bytes.canBegin, bytes.count <= capacity else { return }
    let key = Key(address)
    let dropped = items.withLock { items in
      let old = items.filter { $0.key == key }
      items.removeAll { $0.key == key }
      items.append((key, bytes))
      var dropped = old
      while items.reduce(0, { $0 + $1.bytes.count }) > capacity {
        dropped.append(items.removeFirst())
      }
      return dropped
    }
    _ = dropped  // freed outside of the lock
  }

  /// Forgets a resource: the server refused it, or has another version.
  func forget(_ address: HTTPAddress) {
    let key = Key(address)
    items.withLock { items in items.removeAll { $0.key == key } }
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
