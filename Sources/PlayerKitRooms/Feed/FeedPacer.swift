/// Schedules the chunks of a stream: in real time, slightly ahead of the server. Pure.
///
/// If a chunk is missing when the server needs it, the server gives the next one a new time and
/// loses the first chunk. So each run of sound begins with a chunk of silence and stays ahead by
/// the lead.
struct FeedPacer: Sendable, Equatable {
  typealias Instant = ContinuousClock.Instant

  let chunk: Duration
  /// The time by which chunks are sent early.
  let lead: Duration
  private var start: Instant?
  private var sent = 0

  init(chunk: Duration, lead: Duration) {
    self.chunk = chunk
    self.lead = lead
  }

  /// The time of the next chunk. `nil` to send it as soon as it is available.
  var due: Instant? { start.map { $0 + chunk * sent - lead } }

  /// The time at which the server runs out of data.
  var end: Instant? { start.map { $0 + chunk * sent } }

  /// Schedules the next chunk.
  ///
  /// - Returns: Whether the chunk begins a new run.
  mutating func next(at now: Instant) -> Bool {
    // Late by more than the lead: the server has run out of data.
    let isNew = end.map { now > $0 } ?? true
    if isNew {
      start = now
      sent = 0
    }
    sent += 1
    return isNew
  }

  /// Ends the current run.
  mutating func stop() {
    start = nil
    sent = 0
  }
}
