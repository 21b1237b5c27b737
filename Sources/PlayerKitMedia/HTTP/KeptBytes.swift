#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What is kept of a resource, so that it can be begun again without a request: its first bytes, and
/// those around the places that were sought, such as the index of an MP4 file at its end.
struct KeptBytes: Sendable {
  /// How much is kept.
  struct Limits: Sendable {
    /// From the beginning on: the first window of ``HTTPReader``.
    var head: Int64 = 512 << 10
    /// From a place on that was sought.
    var island: Int64 = 768 << 10
    /// How many such places; the oldest gives way.
    var islands = 2
  }

  /// The length of the resource.
  let total: Int64
  /// The version of the resource that the bytes belong to.
  let validator: String?
  /// When it was changed last, as the server writes it.
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

  /// How many bytes there are.
  var count: Int64 { islands.reduce(head.count) { $0 + $1.count } }

  /// Whether there are more of the first bytes than what begins by itself needs.
  var hasLongHead: Bool { head.count > Limits().head }

  /// How many of the first bytes there are.
  var headCount: Int64 { canBegin ? head.count : 0 }

  /// Whether it can stand in for the beginning of the resource at another time.
  var canBegin: Bool { head.count > 0 && validator != nil }

  /// What is there from `offset` on; `nil` where nothing is.
  func window(from offset: Int64) -> ByteWindow? {
    ([head] + islands).first { $0.contains(offset) && $0.end > offset }
  }

  /// Takes bytes that stand at `offset`, of those that came in a row since `start`, as far as they
  /// are worth keeping.
  mutating func add(_ data: Data, at offset: Int64, since start: Int64) {
    if offset == head.end, offset < limits.head {
      head.append(Self.cut(data, to: limits.head - offset))
    } else if start > 0, offset >= limits.head, offset - start < limits.island {
      addToIsland(data, at: offset)
    }
  }

  /// The same with what another reader kept of the same version, as far as it is worth keeping.
  func joined(with other: KeptBytes) -> KeptBytes {
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

  /// A part of its own, so that the rest is not held along with it.
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
