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

/// The input format of a snapserver stream: 16-bit stereo samples, in whole chunks.
struct FeedFormat: Sendable, Hashable {
  let sampleRate: Int
  /// The number of bytes that the server reads at once.
  let chunkBytes: Int
  /// The duration of a chunk.
  let chunk: Duration

  /// Reads the format from a stream's options. `nil` if we can't feed the format.
  init?(_ options: [String: String]) {
    let parts = (options["sampleformat"] ?? "48000:16:2").split(separator: ":")
    guard parts.count == 3, let rate = Int(parts[0]), parts[1] == "16", parts[2] == "2",
      (8_000...192_000).contains(rate)
    else { return nil }
    let milliseconds = options["chunk_ms"].flatMap { Int($0) } ?? 20
    guard (5...100).contains(milliseconds) else { return nil }
    sampleRate = rate
    let frames = rate * milliseconds / 1_000
    chunkBytes = frames * Self.bytesPerFrame
    chunk = .nanoseconds(frames * 1_000_000_000 / rate)
  }

  static let bytesPerFrame = 4
}
