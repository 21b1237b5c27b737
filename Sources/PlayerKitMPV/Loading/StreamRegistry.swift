import PlayerKit

/// What libmpv may open: entries by number, each with its source, and why reading one failed.
///
/// Threads: any. The only strings that libmpv gets to open are the names made here.
final class StreamRegistry: Sendable {
  /// The protocol of the names.
  static let scheme = "pk"

  private struct Item {
    let source: any ByteSource
    var failure: PlayerError?
    weak var opened: OpenedStream?
  }

  private let items = Locked<[Entry: Item]>([:])

  /// The name under which libmpv opens an entry.
  static func name(of entry: Entry) -> String {
    "\(scheme)://\(entry.number)"
  }

  /// The entry with this name.
  static func entry(named name: String) -> Entry? {
    let prefix = "\(scheme)://"
    guard name.hasPrefix(prefix) else { return nil }
    return UInt64(name.dropFirst(prefix.count)).map(Entry.init(number:))
  }

  func add(_ entry: Entry, source: any ByteSource) {
    items.withLock { $0[entry] = Item(source: source) }
  }

  /// Streams that are open already stay open until libmpv closes them.
  func remove(_ entry: Entry) {
    _ = items.withLock { $0.removeValue(forKey: entry) }
  }

  /// Why the bytes of an entry ceased to come; `nil` where they did not.
  func failure(of entry: Entry) -> PlayerError? {
    items.withLock { $0[entry]?.failure }
  }

  func open(_ name: String) -> (any MPVStream)? {
    guard let entry = Self.entry(named: name) else { return nil }
    let source = items.withLock { items in
      items[entry]?.failure = nil
      return items[entry]?.source
    }
    guard let source else { return nil }
    let stream = OpenedStream(entry: entry, stream: source.makeStream(), registry: self)
    items.withLock { $0[entry]?.opened = stream }
    return stream
  }

  /// Whether the stream of an entry can seek, as far as that is known.
  func isSeekable(_ entry: Entry) -> Bool {
    items.withLock { $0[entry]?.opened }?.isKnownSeekable ?? false
  }

  func note(_ failure: PlayerError, for entry: Entry) {
    items.withLock { items in
      if items[entry]?.failure == nil { items[entry]?.failure = failure }
    }
  }
}
