import Foundation
import TestSupport
import Testing

@testable import PlayerKitHTTP

/// A view of the cache's entry for a call.
enum ReplyCacheProbe {
  static func text(of call: HTTPTransportRequest) -> String {
    let key = ReplyKey(call)
    var text = "\(key) \(String(reflecting: key))"
    dump(key, to: &text)
    return text
  }
}

@Suite("The cache's store", .tags(.pure))
struct ReplyCacheTests {
  private static func key(_ index: Int) -> ReplyKey { ReplyKey(.get("/\(index)")) }

  private static func reply(_ size: Int) -> HTTPTransportResponse {
    .status(200, String(repeating: "a", count: size))
  }

  @Test("The least recently used answer is removed first")
  func order() {
    var cache = ReplyCache(maximumCost: 4 * 1512)
    for index in 0..<4 { cache.keep(Self.reply(1000), for: Self.key(index), until: .seconds(9)) }
    #expect(cache.count == 4)
    #expect(cache.value(for: Self.key(0), now: .zero) != nil)
    cache.keep(Self.reply(1000), for: Self.key(4), until: .seconds(9))
    #expect(cache.count == 4)
    #expect(cache.value(for: Self.key(1), now: .zero) == nil)
    #expect(cache.value(for: Self.key(0), now: .zero) != nil)
  }

  @Test("Its bytes never exceed the limit", arguments: 0..<5)
  func bound(seed: Int) {
    var cache = ReplyCache(maximumCost: 20_000)
    var number = UInt64(seed) &+ 1
    func random(_ bound: Int) -> Int {
      number = number &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((number >> 33) % UInt64(bound))
    }
    var broken: [Int] = []
    for step in 0..<2000 {
      let now = Duration.seconds(step)
      let key = Self.key(random(40))
      if random(2) == 0 {
        _ = cache.value(for: key, now: now)
      } else {
        cache.keep(Self.reply(random(6000)), for: key, until: now + .seconds(random(30)))
      }
      if cache.cost > 20_000 || (cache.cost == 0) != (cache.count == 0) { broken.append(step) }
    }
    #expect(broken.isEmpty)
    #expect(cache.count > 1)
  }

  @Test("An answer that is larger than the cache is not stored, and removes nothing")
  func tooLarge() {
    var cache = ReplyCache(maximumCost: 2000)
    cache.keep(Self.reply(10), for: Self.key(0), until: .seconds(9))
    cache.keep(Self.reply(3000), for: Self.key(1), until: .seconds(9))
    #expect(cache.count == 1)
    // A new answer that is too large removes the old one, which is outdated.
    cache.keep(Self.reply(3000), for: Self.key(0), until: .seconds(9))
    #expect(cache.count == 0)
    #expect(cache.cost == 0)
  }

  @Test("An expired answer is gone")
  func expiry() {
    var cache = ReplyCache(maximumCost: 2000)
    cache.keep(Self.reply(10), for: Self.key(0), until: .seconds(9))
    #expect(cache.value(for: Self.key(0), now: .seconds(9)) == nil)
    #expect(cache.count == 0)
    #expect(cache.cost == 0)
  }
}
