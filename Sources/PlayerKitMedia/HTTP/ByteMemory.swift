import PlayerKitSystem

/// Bytes that an engine's streams have kept for later streams. The least recently read resource is
/// dropped first.
///
/// Bytes are keyed by URL and header fields, since both may decide who may have them. Callable from
/// any thread.
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
  private let items = Locked<[(key: Key, bytes: RetainedBytes)]>([])
  private let capacity: Int64
  /// The open streams that hold a whole body.
  private let holders = Locked<[(key: Key, stream: WeakHolder)]>([])

  /// - Parameter capacity: the maximum number of bytes, in total and per resource. Doubled while an
  ///   overlap has kept more of a resource than its usual start.
  init(capacity: Int64 = 2 << 20) {
    self.capacity = capacity
  }

  /// Returns the whole body of a resource if an open stream has it, without a copy.
  func wholeBody(of address: HTTPAddress) -> ByteWindow? {
    let key = Key(address)
    let streams = holders.withLock { $0.filter { $0.key == key }.compactMap(\.stream.value) }
    return streams.lazy.compactMap(\.wholeBody).first
  }

  /// Records that a stream holds a whole body.
  func record(_ holder: HTTPByteStream, of address: HTTPAddress) {
    let key = Key(address)
    holders.withLock { holders in
      holders.removeAll { $0.stream.value == nil || $0.stream.value === holder }
      holders.append((key, WeakHolder(value: holder)))
    }
  }

  /// Returns the kept bytes of a resource.
  func bytes(of address: HTTPAddress) -> RetainedBytes? {
    let key = Key(address)
    return items.withLock { items in items.last { $0.key == key }?.bytes }
  }

  /// Keeps bytes together with kept bytes of the same version, and drops other versions.
  func keep(_ bytes: RetainedBytes, of address: HTTPAddress) {
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
        // A body will soon start with the bytes that an overlap has read.
        let last = items.lastIndex { $0.bytes.hasLongHead }
        guard let index = items.indices.first(where: { $0 != last }) else { break }
        dropped.append(items.remove(at: index))
      }
      return dropped
    }
    _ = dropped  // Freed outside the lock.
  }

  /// Drops a resource: the server refused it, or has another version.
  func forget(_ address: HTTPAddress) {
    let key = Key(address)
    items.withLock { items in items.removeAll { $0.key == key } }
    holders.withLock { holders in holders.removeAll { $0.key == key } }
  }
}

private struct WeakHolder: Sendable {
  weak var value: HTTPByteStream?
}
