import PlayerKitSystem

/// Replies by request, limited by size and age. Times are the clock's uptime.
typealias ReplyCache = BoundedCache<ReplyKey, HTTPTransportResponse, Duration>

/// Identifies a call by everything that may affect the reply, without storing any of it: two hashes
/// with the process's random seed, 128 bits.
struct ReplyKey: Hashable, Sendable {
  private let halves: [Int]

  init(_ call: HTTPTransportRequest) {
    halves = [1, 2].map { half in
      var hasher = Hasher()
      hasher.combine(half)
      hasher.combine(call.request)
      hasher.combine(call.body)
      return hasher.finalize()
    }
  }
}

extension BoundedCache where Value == HTTPTransportResponse {
  /// Stores a reply. Its cost is its size in bytes, including the header fields and overhead, so a
  /// thousand empty replies are not free.
  mutating func keep(_ reply: HTTPTransportResponse, for key: Key, until expiry: Time) {
    let cost = reply.response.headerFields.reduce(reply.body.count + 512) {
      $0 + $1.name.rawName.utf8.count + $1.value.utf8.count + 64
    }
    keep(reply, for: key, cost: cost, until: expiry)
  }
}
