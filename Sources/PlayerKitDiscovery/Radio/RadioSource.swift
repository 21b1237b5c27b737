import PlayerKitSystem
import PlayerKitServices
import PlayerKit

/// Makes a queue go on by itself: from a track, an artist, a genre or what was heard, to what is popular with
/// those like them.
///
/// ```swift
/// let discovery = Discovery(sources: services.discoverySources)
/// let radio = RadioSource(seed: .artist(ArtistReference("The Example Band")), discovery: discovery)
/// try queue.set(try await radio.start())
/// queue.source = radio
/// queue.play()
/// ```
///
/// Which track comes is decided by ``RadioRules``, chance and skips: a track that somebody leaves by a command in
/// its first half counts against its artist and against the way by which it was come upon. Equal seeds of
/// chance give equal sequences, as long as the services answer alike and the listener does the same. Each item
/// says why it came: `entry.discoveryReason`.
///
/// The services are asked one question at a time, and only while fewer than ``RadioRules/reserve`` tracks are
/// known that were not played; while they can't be asked, the radio lives on those, and then on what it
/// played before ``RadioRules/distance``. A service that fails is left alone as long as it asks for. The
/// number of questions and what is held are bounded, however long the radio plays.
///
/// Spoken word is left out, as far as a track says by itself that it is: see ``leftOut``. A radio that starts from a
/// spoken track, a genre of speech or comedy, or an artist who does nothing else plays it.
///
/// A source is for one queue. May be used on any thread; calls at the same time wait for each other.
public struct RadioSource: QueueSource {
  private let desk: RadioDesk

  /// Makes a radio. Asks nobody yet.
  ///
  /// - Parameters:
  ///   - seed: what it starts from.
  ///   - discovery: whom it asks.
  ///   - rules: what it keeps to.
  ///   - chance: what chance starts from; equal numbers give equal sequences.
  ///   - clock: whose time bounds the questions.
  public init(
    seed: RadioSeed,
    discovery: Discovery,
    rules: RadioRules = RadioRules(),
    chance: UInt64 = .random(in: .min ... .max),
    clock: any CatalogClock = SystemCatalogClock()
  ) {
    desk = RadioDesk(
      plan: RadioPlan(seed),
      sequence: RadioSequence(rules: rules, seed: chance),
      discovery: discovery,
      clock: clock
    )
  }

  /// The first tracks, for a queue that is empty. An empty queue asks its source only after `play()`.
  ///
  /// Called again it gives the next ones.
  ///
  /// - Parameter tracks: what the queue begins with before them: not to be repeated either.
  /// - Throws: ``RadioError``; `CancellationError`.
  public func start(behind tracks: [any Track] = []) async throws -> [QueueItem] {
    try await desk.more(behind: tracks)
  }

  /// The spoken word that services offered and the radio left out, the last 100, each with the reasons.
  public var leftOut: [SpokenProposal] {
    get async { await desk.leftOut }
  }

  /// The next tracks. Those that somebody else put into the queue are not repeated either.
  ///
  /// - Throws: ``RadioError``; `CancellationError`.
  public func more(for request: QueueSourceRequest) async throws -> [QueueItem] {
    try await desk.more(after: request)
  }
}

/// The isolation of a radio: asks, adds up, picks.
actor RadioDesk {
  /// How many times as many questions are put where there is nothing to play.
  private static let urgency = 4

  private var plan: RadioPlan
  private var sequence: RadioSequence
  private var history = HistoryReader()
  private let discovery: Discovery
  private let clock: any CatalogClock
  /// The entries of the queue's end that were looked at.
  private var noted: Set<EntryID> = []
  private var isBusy = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(
    plan: RadioPlan,
    sequence: RadioSequence,
    discovery: Discovery,
    clock: any CatalogClock
  ) {
    self.plan = plan
    self.sequence = sequence
    self.discovery = discovery
    self.clock = clock
  }

  /// What was left out.
  var leftOut: [SpokenProposal] { plan.leftOut }
  /// How many tracks are held.
  var heldCount: Int { sequence.heldCount }

  func more(behind tracks: [any Track]) async throws -> [QueueItem] {
    try await inTurn {
      for track in tracks where !sequence.isRecent(track) { sequence.came(track) }
      return try await next()
    }
  }

  func more(after request: QueueSourceRequest) async throws -> [QueueItem] {
    try await inTurn {
      note(request)
      return try await next()
    }
  }

  private func next() async throws -> [QueueItem] {
    let asking = try await fill()
    var items: [QueueItem] = []
    while items.count < sequence.rules.batch, let next = sequence.next() {
      items.append(QueueItem(next.track, because: next.reason))
    }
    guard items.isEmpty else { return items }
    let code: RadioError.Code =
      if !asking.failures.isEmpty || asking.isCut {
        .unavailable
      } else {
        sequence.heldCount == 0 ? .nothingFound : .exhausted
      }
    throw RadioError(code: code, failures: asking.failures)
  }

  // MARK: - One at a time

  // Who was cancelled may still be on the way out when the queue asks anew.
  private func inTurn(
    _ body: () async throws -> [QueueItem]
  ) async throws -> [QueueItem] {
    await takeTurn()
    defer { endTurn() }
    try Task.checkCancellation()
    return try await body()
  }

  private func takeTurn() async {
    guard isBusy else { return isBusy = true }
    await withCheckedContinuation { waiting.append($0) }
  }

  private func endTurn() {
    if waiting.isEmpty { isBusy = false } else { waiting.removeFirst().resume() }
  }

  // MARK: - What the listener did

  private func note(_ request: QueueSourceRequest) {
    for leaving in history.left(in: request.played) {
      sequence.heard(
        leaving.entry.track,
        for: leaving.entry.discoveryReason,
        isSkip: leaving.isSkip
      )
    }
    // What others put there, and what a radio before this one did.
    for entry in request.entries.suffix(sequence.rules.distance)
    where noted.insert(entry.id).inserted && !sequence.isRecent(entry.track) {
      sequence.came(entry.track)
    }
    noted.formIntersection(request.entries.suffix(sequence.rules.distance).map(\.id))
    sequence.follow(request.entries.last?.track)
  }

  // MARK: - What the services know

  /// How the asking ended.
  private struct Asking {
    /// Why nobody could answer.
    var failures: [DiscoveryFailure] = []
    /// Whether there was no time left.
    var isCut = false
  }

  /// Asks until there is a reserve, or there was enough asking: more where there is little to play yet.
  private func fill() async throws -> Asking {
    let end = clock.uptime + sequence.rules.patience
    let most = sequence.rules.questions
    for count in 0..<(most * Self.urgency) {
      guard count < most || sequence.isShort else { break }
      let left = end - clock.uptime
      guard sequence.needsMore, let question = plan.next else { break }
      guard left > .zero else { return Asking(isCut: true) }
      let failures: [DiscoveryFailure]
      do {
        failures = try await clock.within(left) { try await self.ask(question) }
      } catch let error as CatalogError where error.code == .timedOut {
        // It is asked again; what there is has to do until then.
        return Asking(isCut: true)
      }
      // Nobody could answer: nobody will answer another question either.
      if !failures.isEmpty { return Asking(failures: failures) }
    }
    return Asking()
  }

  /// - Returns: why nobody could answer; nothing where somebody did.
  private func ask(_ question: RadioQuestion) async throws -> [DiscoveryFailure] {
    if case .artistsLike(let artist) = question {
      let answer = try await discovery.artists(like: artist)
      guard !answer.isUnanswered else { return answer.failures }
      plan.answered(question)
      plan.found(answer.found, like: artist)
      return []
    }
    let answer = try await tracks(for: question)
    guard !answer.isUnanswered else { return answer.failures }
    plan.answered(question)
    sequence.add(plan.found(answer.found, for: question))
    return []
  }

  private func tracks(
    for question: RadioQuestion
  ) async throws -> DiscoveryAnswer<ProposedTrack> {
    switch question {
    case .tracksLike(let track): try await discovery.tracks(like: track)
    case .mix(let artist): try await discovery.mix(around: artist)
    case .tracksBy(let artist): try await discovery.tracks(by: artist)
    case .genre(let name): try await discovery.tracks(ofGenre: name)
    case .recommendations: try await discovery.recommendations()
    case .artistsLike: DiscoveryAnswer()
    }
  }
}
