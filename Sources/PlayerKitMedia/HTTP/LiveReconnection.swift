/// When a live stream that broke off is asked for again, and how long. Pure.
///
/// A connection that lasted for a while gives it all its time again, and short pauses. A server that
/// answers and hangs up uses up the time all the same: it is not asked for ever, nor without a rest.
struct LiveReconnection: Sendable {
  /// How long a stream may stay away. What the reader does not wait for does not count.
  let limit: Duration
  /// Since when the reader waits for it.
  private var waitsSince: Duration?
  /// How long it was waited for before, since it was there for a while.
  private var waited = Duration.zero
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
    if let waitsSince { waited += now - waitsSince }
    waitsSince = nil
    guard let connectedAt, now - connectedAt >= Self.lasting else { return }
    (waited, tries) = (.zero, 0)
  }

  /// How long to wait before the next try; `nil`: the time is over.
  mutating func nextPause(at now: Duration) -> Duration? {
    let began = waitsSince ?? now
    waitsSince = began
    let left = limit - waited - (now - began)
    guard left > .zero else { return nil }
    defer { tries += 1 }
    return min(Self.pauses[min(tries, Self.pauses.count - 1)], left)
  }
}
