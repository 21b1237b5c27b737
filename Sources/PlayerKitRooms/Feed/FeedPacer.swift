/// When the chunks of a stream are to be sent: in real time, ahead of the server by a little. Pure.
///
/// A server that finds a chunk missing when it wants it gives what comes next a new time, and loses
/// the first chunk. So each run of sound begins with a chunk of silence, and stays ahead by the lead.
struct FeedPacer: Sendable, Equatable {
  typealias Instant = ContinuousClock.Instant

  let chunk: Duration
  /// How far ahead of real time chunks are sent.
  let lead: Duration
  private var start: Instant?
  private var sent = 0

  init(chunk: Duration, lead: Duration) {
    self.chunk = chunk
    self.lead = lead
  }

  /// When the next chunk may be sent; `nil`: as soon as there is one.
  var due: Instant? { start.map { $0 + chunk * sent - lead } }

  /// Until when the server has something to read, from now on.
  var end: Instant? { start.map { $0 + chunk * sent } }

  /// A chunk is there to be sent.
  ///
  /// - Returns: whether a new run begins with it.
  mutating func next(at now: Instant) -> Bool {
    // Late by more than what was sent ahead: the server has run out.
    let isNew = end.map { now > $0 } ?? true
    if isNew {
      start = now
      sent = 0
    }
    sent += 1
    return isNew
  }

  /// What was sent is the last of its run.
  mutating func stop() {
    start = nil
    sent = 0
  }
}
