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

  /// - Parameter capacity: how many bytes are kept in all; of one resource it is this much at most.
  init(capacity: Int64 = 2 << 20) {
    self.capacity = capacity
  }

  /// What is kept of a resource.
  func bytes(of address: HTTPAddress) -> KeptBytes? {
    let key = Key(address)
    return items.withLock { items in items.last { $0.key == key }?.bytes }
  }

  /// Keeps bytes, beside what was kept of the same version of the resource, in place of any other.
  func keep(_ bytes: KeptBytes, of address: HTTPAddress) {
    guard bytes.canBegin, bytes.count <= capacity else { return }
    let key = Key(address)
    let dropped = items.withLock { items in
      let old = items.filter { $0.key == key }
      let all = old.last.map { bytes.joined(with: $0.bytes) } ?? bytes
      items.removeAll { $0.key == key }
      items.append((key, all.count <= capacity ? all : bytes))
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
