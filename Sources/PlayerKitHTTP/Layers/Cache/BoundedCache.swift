/// A cache limited by cost and age. Evicts the least recently used values first. Pure.
package struct BoundedCache<Key: Hashable & Sendable, Value: Sendable, Time: Comparable & Sendable>:
  Sendable
{
  private struct Entry: Sendable {
    let value: Value
    let cost: Int
    let expiry: Time
    var use: Int
  }

  private let maximumCost: Int
  private var entries: [Key: Entry] = [:]
  /// The uses in order. A use is stale unless it is its entry's last one.
  private var uses: [(use: Int, key: Key)] = []
  private var lastUse = 0
  /// The total cost of all values.
  package private(set) var cost = 0

  package init(maximumCost: Int) {
    self.maximumCost = maximumCost
  }

  /// The number of values.
  package var count: Int { entries.count }

  /// Returns the value unless it has expired. Counts as a use.
  package mutating func value(for key: Key, now: Time) -> Value? {
    guard let entry = entries[key] else { return nil }
    guard now < entry.expiry else {
      remove(key)
      return nil
    }
    touch(key)
    return entry.value
  }

  /// Stores a value and replaces the previous one. Stores nothing if the value costs more than the
  /// maximum.
  package mutating func keep(_ value: Value, for key: Key, cost: Int, until expiry: Time) {
    remove(key)
    guard cost <= maximumCost else { return }
    entries[key] = Entry(value: value, cost: cost, expiry: expiry, use: 0)
    self.cost += cost
    touch(key)
    evict()
  }

  /// Removes a value if `isOld` returns `true` for it.
  package mutating func remove(_ key: Key, where isOld: (Value) -> Bool = { _ in true }) {
    guard let entry = entries[key], isOld(entry.value) else { return }
    entries[key] = nil
    cost -= entry.cost
  }

  private mutating func touch(_ key: Key) {
    lastUse += 1
    entries[key]?.use = lastUse
    uses.append((lastUse, key))
    // At most half of the uses are stale, so the cost of a use is constant.
    guard uses.count > 2 * entries.count + 16 else { return }
    uses.removeAll { entries[$0.key]?.use != $0.use }
  }

  private mutating func evict() {
    guard cost > maximumCost else { return }
    var looked = 0
    for (use, key) in uses {
      guard cost > maximumCost else { break }
      looked += 1
      if entries[key]?.use == use { remove(key) }
    }
    uses.removeFirst(looked)
  }
}
