import PlayerKitSystem

/// Bytes kept so that a resource can start again without a request: its first bytes, and those
/// around seek targets, such as the index at the end of an MP4 file.
struct RetainedBytes: Sendable {
  /// How much is kept.
  struct Limits: Sendable {
    /// Bytes from the start: the first window of ``HTTPReader``.
    var head: Int64 = 512 << 10
    /// Bytes from a seek target on.
    var island: Int64 = 768 << 10
    /// The number of such islands; the oldest is dropped first.
    var islands = 2
  }

  /// The length of the resource.
  let total: Int64
  /// The version of the resource.
  let validator: String?
  /// The time of the last change, as the server writes it.
  let lastModified: String?
  var limits: Limits
  private var head = ByteWindow(at: 0)
  private var islands: [ByteWindow] = []

  init(
    total: Int64,
    validator: String?,
    lastModified: String? = nil,
    limits: Limits = Limits()
  ) {
    self.total = total
    self.validator = validator
    self.lastModified = lastModified
    self.limits = limits
  }

  /// The number of bytes.
  var count: Int64 { islands.reduce(head.count) { $0 + $1.count } }

  /// Whether there are more first bytes than a normal start needs.
  var hasLongHead: Bool { head.count > Limits().head }

  /// The number of first bytes.
  var headCount: Int64 { canBegin ? head.count : 0 }

  /// Whether a later stream can start with these bytes.
  var canBegin: Bool { head.count > 0 && validator != nil }

  /// Returns the bytes from `offset` on; `nil` if there are none.
  func window(from offset: Int64) -> ByteWindow? {
    ([head] + islands).first { $0.contains(offset) && $0.end > offset }
  }

  /// Adds bytes at `offset`, which follow consecutively from `start`, if they are worth keeping.
  mutating func add(_ data: Data, at offset: Int64, since start: Int64) {
    if offset == head.end, offset < limits.head {
      head.append(Self.cut(data, to: limits.head - offset))
    } else if start > 0, offset >= limits.head, offset - start < limits.island {
      addToIsland(data, at: offset)
    }
  }

  /// Returns a union with the bytes that another reader kept of the same version, if they are worth
  /// keeping.
  func joined(with other: RetainedBytes) -> RetainedBytes {
    guard other.total == total, other.validator == validator else { return self }
    var joined = self
    if other.head.count > head.count { joined.head = other.head }
    for island in other.islands.reversed() {
      if let index = joined.islands.firstIndex(where: { $0.meets(island) }) {
        if island.count > joined.islands[index].count { joined.islands[index] = island }
      } else if joined.islands.count < limits.islands {
        joined.islands.insert(island, at: 0)
      }
    }
    return joined
  }

  /// Returns a copy, so that the rest of the data is not retained.
  private static func cut(_ data: Data, to length: Int64) -> Data {
    data.count <= length ? data : Data(data.prefix(Int(clamping: length)))
  }

  private mutating func addToIsland(_ data: Data, at offset: Int64) {
    if let index = islands.firstIndex(where: { $0.end == offset && $0.count < limits.island }) {
      islands[index].append(Self.cut(data, to: limits.island - islands[index].count))
    } else if !islands.contains(where: { $0.contains(offset) && $0.end > offset }) {
      var island = ByteWindow(at: offset)
      island.append(Self.cut(data, to: limits.island))
      islands.append(island)
      if islands.count > limits.islands { islands.removeFirst() }
    }
  }
}
