import Foundation

/// Answers by what was asked, bounded by bytes and by age. Times are the clock's uptime.
typealias ReplyCache = BoundedCache<ReplyKey, HTTPReply, Duration>

/// Stands for a call in everything that a service may answer by, and keeps nothing of it in clear:
/// two hashes under the process's random key, 128 bits.
struct ReplyKey: Hashable, Sendable {
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

extension BoundedCache where Value == HTTPReply {
  /// Keeps an answer. It costs its bytes. The fields and the book-keeping count as well: a thousand
  /// empty answers are not free.
  mutating func keep(_ reply: HTTPReply, for key: Key, until expiry: Time) {
    let cost = reply.response.headerFields.reduce(reply.body.count + 512) {
      $0 + $1.name.rawName.utf8.count + $1.value.utf8.count + 64
    }
    keep(reply, for: key, cost: cost, until: expiry)
  }
}
