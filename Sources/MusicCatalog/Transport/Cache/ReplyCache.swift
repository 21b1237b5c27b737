import Foundation

/// Answers by what was asked, bounded by bytes and by age; what was used longest ago goes first.
/// Pure. Times are the clock's uptime.
struct ReplyCache: Sendable {
  /// Stands for a call in everything that a service may answer by, and keeps nothing of it in clear:
  /// two hashes under the process's random key, 128 bits.
  struct Key: Hashable, Sendable {
    private let halves: [Int]

    init(_ call: HTTPCall) {
      halves = [1, 2].map { half in
        var hasher = Hasher()
        hasher.combine(half)
        hasher.combine(call.request)
        hasher.combine(call.body)
        return hasher.finalize()
      }
    }
  }

  private struct Entry: Sendable {
    let reply: HTTPReply
    let cost: Int
    let expiry: Duration
    var use: Int
  }

  private let maximumBytes: Int
  private var entries: [Key: Entry] = [:]
  /// Uses in their order; one that is not its entry's last is stale.
  private var uses: [(use: Int, key: Key)] = []
  private var lastUse = 0
  private(set) var bytes = 0

  init(maximumBytes: Int) {
    self.maximumBytes = maximumBytes
  }

  var count: Int { entries.count }

  mutating func reply(to key: Key, now: Duration) -> HTTPReply? {
    guard let entry = entries[key] else { return nil }
    guard now < entry.expiry else {
      remove(key)
      return nil
    }
    touch(key)
    return entry.reply
  }

  mutating func keep(_ reply: HTTPReply, for key: Key, until expiry: Duration) {
    remove(key)
    let cost = Self.cost(of: reply)
    guard cost <= maximumBytes else { return }
    entries[key] = Entry(reply: reply, cost: cost, expiry: expiry, use: 0)
    bytes += cost
    touch(key)
    evict()
  }

  mutating func removeAll() {
    entries = [:]
    uses = []
    bytes = 0
  }

  private mutating func remove(_ key: Key) {
    guard let entry = entries.removeValue(forKey: key) else { return }
    bytes -= entry.cost
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
    guard bytes > maximumBytes else { return }
    var looked = 0
    for (use, key) in uses {
      guard bytes > maximumBytes else { break }
      looked += 1
      if entries[key]?.use == use { remove(key) }
    }
    uses.removeFirst(looked)
  }

  /// The fields and the book-keeping count as well: a thousand empty answers are not free.
  private static func cost(of reply: HTTPReply) -> Int {
    reply.response.headerFields.reduce(reply.body.count + 512) {
      $0 + $1.name.rawName.utf8.count + $1.value.utf8.count + 64
    }
  }
}
