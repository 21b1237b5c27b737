import HTTPTypes
import PlayerKit
import PlayerKitSystem

/// Caches replies in memory according to a ``CachePolicy``.
///
/// Caches replies with status 200 to GET requests without a body and without a user's token
/// (``CachePolicy/userFields``); never errors or throttled replies. Honors `Cache-Control` of
/// both sides: `no-store` and `no-cache` prevent caching, `max-age` sets the lifetime. Calls that
/// differ in any header field share nothing, so a reply for one credential is never given to
/// another. No credential is stored, only a keyed hash of the whole request.
public final class CachingTransport: HTTPTransport {
  private let base: any HTTPTransport
  private let policy: CachePolicy
  private let clock: any PlaybackClock
  private let cache: Locked<ReplyCache>

  /// Makes a transport around another, with an empty cache.
  public init(
    _ base: any HTTPTransport,
    policy: CachePolicy,
    clock: any PlaybackClock = SystemPlaybackClock()
  ) {
    self.base = base
    self.policy = policy
    self.clock = clock
    cache = Locked(ReplyCache(maximumCost: policy.maximumBytes))
  }

  /// Returns the cached reply, or sends the call.
  public func send(_ call: HTTPTransportRequest) async throws -> HTTPTransportResponse {
    guard policy.mayKeep(call) else { return try await base.send(call) }
    try Task.checkCancellation()
    let key = ReplyKey(call)
    let asked = clock.uptime
    if let reply = cache.withLock({ $0.value(for: key, now: asked) }),
      reply.body.count <= call.maximumReplySize
    {
      return reply
    }
    let reply = try await base.send(call)
    if let time = policy.timeToLive(of: reply) {
      let expiry = clock.uptime + time
      cache.withLock { $0.keep(reply, for: key, until: expiry) }
    }
    return reply
  }

  /// Empties the cache.
  public func removeAll() {
    cache.withLock { $0 = ReplyCache(maximumCost: policy.maximumBytes) }
  }
}
