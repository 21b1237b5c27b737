/// Finds what else a recording is called, by its id at MusicBrainz and its ISRC: in one index after the other, the
/// cheapest first.
///
/// ```swift
/// let lookup = RecordingLookup([library, musicBrainz])
/// let answer = try await lookup.answer(for: recording)
/// answer.recording?.isrcs
/// ```
///
/// An index is asked only where those before it had nothing that was not known. ``RecordingMatcher`` has to accept
/// what is found, since codes are sometimes wrong. Of several recordings of one code it takes those whose lengths are
/// within 2 s, then the one that came out first. An index that fails is left out.
/// May be used on any thread, any number of times at once.
public struct RecordingLookup: Sendable {
  /// What the indexes told.
  public struct Answer: Sendable {
    /// The recording; `nil`: no index told anything that was not known.
    public internal(set) var recording: KnownRecording?
    /// The index that knows it.
    public internal(set) var service: CatalogService?
    /// Why indexes could not be asked.
    public internal(set) var failures: [CatalogError] = []
  }

  private let indexes: [any RecordingIndex]
  private let patience: Duration
  private let matcher: RecordingMatcher
  private let clock: any CatalogClock

  /// Makes a look-up. Asks nobody.
  ///
  /// - Parameters:
  ///   - indexes: where to look, in this order.
  ///   - patience: how long one answer may take, all indexes together. One that is slower is left out.
  ///   - matcher: what decides.
  ///   - clock: what the time is measured by.
  public init(
    _ indexes: [any RecordingIndex],
    patience: Duration = .seconds(10),
    matcher: RecordingMatcher = RecordingMatcher(),
    clock: any CatalogClock = SystemCatalogClock()
  ) {
    self.indexes = indexes
    self.patience = patience
    self.matcher = matcher
    self.clock = clock
  }

  /// What else a recording is called. Nobody is asked for one that has neither code nor id.
  ///
  /// - Parameter recognizers: of the services that can be used: an index that names a song at others alone has told
  ///   nothing by that. `nil`: any service can.
  /// - Throws: `CancellationError` alone.
  public func answer(
    for wanted: Recording,
    at recognizers: LinkRecognizers? = nil
  ) async throws -> Answer {
    var answer = Answer()
    let deadline = clock.uptime + patience
    for index in indexes {
      for key in RecordingKey.all(of: wanted) {
        let question = RecordingQuestion(wanted, key, matcher, recognizers)
        let failures = answer.failures.count
        if let found = try await find(question, in: index, until: deadline, &answer) {
          answer.recording = found
          answer.service = index.service
          return answer
        }
        // What fails is not asked twice.
        if answer.failures.count > failures { break }
      }
    }
    return answer
  }

  /// What an index knows; `nil`: nothing new, or it fails.
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
      // Where the rest can't be had, what is known already is worth something.
      let details = try await asking(index, until: deadline, &answer) {
        try await index.details(of: best)
      }
      if let details, question.fits(details) { whole = details }
    }
    return question.isAnswered(by: whole) ? whole : nil
  }

  /// What the body gives before the deadline; `nil` where it fails, which is noted.
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
        ?? CatalogError(.unavailable, "The index could not be asked.", underlying: error)
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
