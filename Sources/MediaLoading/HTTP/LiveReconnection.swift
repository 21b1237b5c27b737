/// When a live stream that broke off is asked for again, and how long. Pure.
///
/// A byte that comes gives it all its time again. The pauses grow until a connection has lasted for a
/// while: a server that answers and hangs up is not asked without a rest.
struct LiveReconnection: Sendable {
  /// How long a stream may stay away.
  let limit: Duration
  private var brokenAt: Duration?
  private var connectedAt: Duration?
  private var tries = 0

  static let pauses: [Duration] = [
    .zero, .milliseconds(500), .seconds(1), .seconds(2), .seconds(4), .seconds(8), .seconds(15),
  ]
  /// A connection that lasted so long was a good one.
  static let lasting = Duration.seconds(5)

  init(limit: Duration) {
    self.limit = limit
  }

  mutating func connected(at now: Duration) {
    connectedAt = now
  }

  mutating func received(at now: Duration) {
    brokenAt = nil
    if let connectedAt, now - connectedAt >= Self.lasting { tries = 0 }
  }

  /// How long to wait before the next try; `nil`: the time is over.
  mutating func nextPause(at now: Duration) -> Duration? {
    let began = brokenAt ?? now
    brokenAt = began
    let left = limit - (now - began)
    guard left > .zero else { return nil }
    defer { tries += 1 }
    return min(Self.pauses[min(tries, Self.pauses.count - 1)], left)
  }
}
