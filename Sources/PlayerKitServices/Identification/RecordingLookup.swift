import PlayerKit

/// Looks up further ids of a recording by its MusicBrainz id and its ISRC, in one index after the
/// other, the cheapest first.
///
/// ```swift
/// let lookup = RecordingLookup([library, musicBrainz])
/// let answer = try await lookup.answer(for: recording)
/// answer.recording?.isrcs
/// ```
///
/// An index is asked only if the previous ones returned nothing new. ``RecordingMatcher`` must
/// accept each result, since codes are sometimes wrong. If several recordings share a code, the
/// lookup prefers those within 2 s of the wanted duration, then the earliest release. An index that
/// fails is skipped. May be used on any thread, any number of times at once.
public struct RecordingLookup: Sendable {
  /// The result of a lookup.
  public struct Answer: Sendable {
    /// The recording. `nil` if no index returned anything new.
    public internal(set) var recording: KnownRecording?
    /// The index that returned the recording.
    public internal(set) var service: CatalogService?
    /// Errors of indexes that could not be asked.
    public internal(set) var failures: [CatalogError] = []
  }

  private let indexes: [any RecordingIndex]
  private let timeout: Duration
  private let matcher: RecordingMatcher
  private let clock: any PlaybackClock

  /// Makes a lookup. Sends no request.
  ///
  /// - Parameters:
  ///   - indexes: The indexes, in the order in which they are asked.
  ///   - timeout: The timeout of one lookup across all indexes. Slower indexes are skipped.
  ///   - matcher: Decides whether a result is the same recording.
  ///   - clock: Measures the timeout.
  public init(
    _ indexes: [any RecordingIndex],
    timeout: Duration = .seconds(10),
    matcher: RecordingMatcher = RecordingMatcher(),
    clock: any PlaybackClock = SystemPlaybackClock()
  ) {
    self.indexes = indexes
    self.timeout = timeout
    self.matcher = matcher
    self.clock = clock
  }

  /// Looks up a recording. Asks no index if it has neither an ISRC nor a MusicBrainz id.
  ///
  /// - Parameter wanted: What is known about the recording.
  /// - Parameter recognizers: The recognizers of the services that can be used. Links to other
  ///   services do not count as new. `nil` if any service can be used.
  /// - Throws: Only `CancellationError`.
  public func answer(
    for wanted: Recording,
    at recognizers: LinkRecognizers? = nil
  ) async throws -> Answer {
    var answer = Answer()
    let deadline = clock.uptime + timeout
    for index in indexes {
      for key in RecordingKey.all(of: wanted) {
        let question = RecordingQuestion(wanted, key, matcher, recognizers)
        let failures = answer.failures.count
        if let found = try await find(question, in: index, until: deadline, &answer) {
          answer.recording = found
          answer.service = index.service
          return answer
        }
        // An index that failed is not asked again.
        if answer.failures.count > failures { break }
      }
    }
    return answer
  }

  /// Asks one index. `nil` if it has nothing new or fails.
  private func find(
    _ question: RecordingQuestion,
    in index: any RecordingIndex,
    until deadline: Duration,
    _ answer: inout Answer
  ) async throws -> KnownRecording? {
    let found = try await asking(index, until: deadline, &answer) {
      switch question.key {
      case .musicBrainzID(let id): try await index.knownRecordings(musicBrainzID: id)
      case .isrc(let code): try await index.knownRecordings(isrc: code)
      }
    }
    guard let best = question.best(of: found ?? []) else { return nil }
    var whole = best
    if case .isrc = question.key {
      // If the details are unavailable, the incomplete description is still useful.
      let details = try await asking(index, until: deadline, &answer) {
        try await index.details(of: best)
      }
      if let details, question.fits(details) { whole = details }
    }
    return question.isAnswered(by: whole) ? whole : nil
  }

  /// Runs the body until the deadline. Returns `nil` and records the failure if it fails.
  private func asking<Value: Sendable>(
    _ index: any RecordingIndex,
    until deadline: Duration,
    _ answer: inout Answer,
    _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value? {
    do {
      return try await value(until: deadline, body)
    } catch {
      try Task.checkCancellation()
      var failure =
        error as? CatalogError
        ?? CatalogError(.unavailable, "The index did not answer.", underlying: error)
      failure.service = failure.service ?? index.service
      answer.failures.append(failure)
      return nil
    }
  }

  private func value<Value: Sendable>(
    until deadline: Duration,
    _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let left = deadline - clock.uptime
    let late = CatalogError(.timedOut, "The index did not answer in time.")
    guard left > .zero else { throw late }
    return try await withThrowingTaskGroup(of: Value?.self) { [clock] group in
      group.addTask { try await body() }
      group.addTask {
        try await clock.sleep(for: left)
        return nil
      }
      defer { group.cancelAll() }
      guard let value = try await group.next() ?? nil else { throw late }
      return value
    }
  }
}
