import HTTPTypes
import PlayerKitSystem

/// Keeps answers in memory for a while, as a ``CachePolicy`` says.
///
/// Kept are answers of status 200 to a GET without a body and without a user's token
/// (`Music-User-Token`, `Cookie`); never an error, never a throttled answer. `Cache-Control` of both
/// sides is honored: `no-store` and `no-cache` keep nothing, `max-age` says how long. Calls that
/// differ in any header field share nothing, so what one credential got is not given to another;
/// and no credential is kept, only a keyed hash of the whole request.
public final class CachingTransport: HTTPTransport {
  private let base: any HTTPTransport
  private let policy: CachePolicy
  private let clock: any CatalogClock
  private let cache: Locked<ReplyCache>

  /// Makes a transport around another, with nothing kept.
  public init(
    _ base: any HTTPTransport,
    policy: CachePolicy,
    clock: any CatalogClock = SystemCatalogClock()
  ) {
    self.base = base
    self.policy = policy
    self.clock = clock
    cache = Locked(ReplyCache(maximumCost: policy.maximumBytes))
  }

  /// Answers from what is kept, or sends the call.
  public func send(_ call: HTTPCall) async throws -> HTTPReply {
    guard CachePolicy.mayKeep(call) else { return try await base.send(call) }
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

  /// Forgets all that is kept.
  public func removeAll() {
    cache.withLock { $0 = ReplyCache(maximumCost: policy.maximumBytes) }
  }
}
