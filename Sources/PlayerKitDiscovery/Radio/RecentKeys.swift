/// A ring of the most recent keys, with a count for each key.
struct RecentKeys: Sendable {
  private let limit: Int
  private var ring: [[String]] = []
  private var next = 0
  private var counts: [String: Int] = [:]

  init(limit: Int) {
    self.limit = max(limit, 1)
  }

  /// Returns the number of times that a key is in the ring.
  subscript(key: String) -> Int { counts[key] ?? 0 }

  mutating func add(_ keys: [String]) {
    let keys = Array(Set(keys))
    for key in keys { counts[key, default: 0] += 1 }
    guard ring.count == limit else { return ring.append(keys) }
    for key in ring[next] {
      let left = (counts[key] ?? 0) - 1
      counts[key] = left > 0 ? left : nil
    }
    ring[next] = keys
    next = (next + 1) % limit
  }
}
