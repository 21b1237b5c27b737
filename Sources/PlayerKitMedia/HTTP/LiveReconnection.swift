/// Decides when and how long to reconnect a broken live stream. Pure.
///
/// A connection that lasted for a while resets the time and the delays. A server that answers and
/// hangs up still uses up the time, so it is not asked forever or without delays.
struct LiveReconnection: Sendable {
  /// How long a stream may be unavailable, counted only while the reader waits.
  let limit: Duration
  /// Since when the reader waits.
  private var waitsSince: Duration?
  /// The earlier waiting time since the last stable connection.
  private var waited = Duration.zero
  private var connectedAt: Duration?
  private var tries = 0

  static let pauses: [Duration] = [
    .zero, .milliseconds(500), .seconds(1), .seconds(2), .seconds(4), .seconds(8), .seconds(15),
  ]
  /// A connection that lasted this long was stable.
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

  /// Returns the delay before the next attempt; `nil` if the time is over.
  mutating func nextPause(at now: Duration) -> Duration? {
    let began = waitsSince ?? now
    waitsSince = began
    let left = limit - waited - (now - began)
    guard left > .zero else { return nil }
    defer { tries += 1 }
    return min(Self.pauses[min(tries, Self.pauses.count - 1)], left)
  }
}
