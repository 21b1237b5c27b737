/// Values by key, bounded by what they cost and by age; what was used longest ago goes first. Pure.
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
  /// Uses in their order; one that is not its entry's last is stale.
  private var uses: [(use: Int, key: Key)] = []
  private var lastUse = 0
  /// What all that is kept costs.
  package private(set) var cost = 0

  package init(maximumCost: Int) {
    self.maximumCost = maximumCost
  }

  /// How many values are kept.
  package var count: Int { entries.count }

  /// The value, unless it has expired; it is used by this.
  package mutating func value(for key: Key, now: Time) -> Value? {
    guard let entry = entries[key] else { return nil }
    guard now < entry.expiry else {
      remove(key)
      return nil
    }
    touch(key)
    return entry.value
  }

  /// Keeps a value instead of the one before; not at all where it costs more than all may.
  package mutating func keep(_ value: Value, for key: Key, cost: Int, until expiry: Time) {
    remove(key)
    guard cost <= maximumCost else { return }
    entries[key] = Entry(value: value, cost: cost, expiry: expiry, use: 0)
    self.cost += cost
    touch(key)
    evict()
  }

  /// Forgets a value, where `isOld` says so.
  package mutating func remove(_ key: Key, where isOld: (Value) -> Bool = { _ in true }) {
    guard let entry = entries[key], isOld(entry.value) else { return }
    entries[key] = nil
    cost -= entry.cost
  }

  private mutating func touch(_ key: Key) {
    lastUse += 1
    entries[key]?.use = lastUse
    uses.append((lastUse, key))
    // Stale uses make up half at most, so a use costs the same however many there are.
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
