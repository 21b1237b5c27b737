import PlayerKit
import PlayerKitServices
import PlayerKitSystem

/// A queue source that plays on automatically: from a track, an artist, a genre or the history to
/// popular tracks of similar artists.
///
/// ```swift
/// let discovery = Discovery(sources: services.discoverySources)
/// let radio = RadioSource(
///   seed: .artist(ArtistReference("The Example Band")),
///   discovery: discovery
/// )
/// try queue.set(try await radio.start())
/// queue.source = radio
/// queue.play()
/// ```
///
/// ``RadioRules``, chance and skips decide which track comes next. A track that the user leaves
/// with a command in its first half counts against its artist and against the way in which it was
/// found. Equal seeds of chance give equal sequences, if the services' answers and the user's skips
/// are the same. Each item carries the reason for its choice: `entry.discoveryReason`.
///
/// The radio asks the services one question at a time, and only while it has fewer than
/// ``RadioRules/reserve`` unplayed tracks. If the services can't be asked, it plays the unplayed
/// tracks, and then those it played before the last ``RadioRules/distance`` tracks. A service that
/// fails is left alone for as long as it requests. The number of questions and the memory are
/// limited, however long the radio plays.
///
/// The radio leaves out tracks whose own metadata shows that they are spoken word: see ``leftOut``.
/// It plays them if the seed is a spoken track, a genre of speech or comedy, or an artist who does
/// nothing else.
///
/// Use one source per queue, on any thread. Concurrent calls wait for each other.
public struct RadioSource: QueueSource {
  private let engine: RadioEngine

  /// Makes a radio. It asks no service yet.
  ///
  /// - Parameters:
  ///   - seed: The starting point.
  ///   - discovery: The services to ask.
  ///   - rules: The rules of the radio.
  ///   - chance: The seed of the random choices. Equal numbers give equal sequences.
  ///   - clock: The clock that limits the time of questions.
  public init(
    seed: RadioSeed,
    discovery: Discovery,
    rules: RadioRules = RadioRules(),
    chance: UInt64 = .random(in: .min ... .max),
    clock: any PlaybackClock = SystemPlaybackClock()
  ) {
    engine = RadioEngine(
      plan: RadioPlan(seed),
      sequence: RadioSequence(rules: rules, seed: chance),
      discovery: discovery,
      clock: clock
    )
  }

  /// Returns the first tracks, for an empty queue. An empty queue asks its source only after
  /// `play()`.
  ///
  /// Each further call returns the next tracks.
  ///
  /// - Parameter tracks: The tracks already in the queue. They are not repeated either.
  /// - Throws: ``RadioError``; `CancellationError`.
  public func start(behind tracks: [any Track] = []) async throws -> [QueueItem] {
    try await engine.more(behind: tracks)
  }

  /// The last 100 spoken tracks that services proposed and the radio left out, each with the
  /// reasons.
  public var leftOut: [SpokenProposal] {
    get async { await engine.leftOut }
  }

  /// Returns the next tracks. Tracks that someone else put into the queue are not repeated either.
  ///
  /// - Throws: ``RadioError``; `CancellationError`.
  public func more(for request: QueueSourceRequest) async throws -> [QueueItem] {
    try await engine.more(after: request)
  }
}

/// The actor of a radio, which asks the services and chooses the tracks.
actor RadioEngine {
  /// The factor by which the number of questions grows if there is nothing to play.
  private static let urgency = 4

  private var plan: RadioPlan
  private var sequence: RadioSequence
  private var history = HistoryReader()
  private let discovery: Discovery
  private let clock: any PlaybackClock
  /// The entries at the end of the queue that were already considered.
  private var noted: Set<EntryID> = []
  private let turns = AsyncSemaphore(most: 1)

  init(
    plan: RadioPlan,
    sequence: RadioSequence,
    discovery: Discovery,
    clock: any PlaybackClock
  ) {
    self.plan = plan
    self.sequence = sequence
    self.discovery = discovery
    self.clock = clock
  }

  /// The spoken tracks that were left out.
  var leftOut: [SpokenProposal] { plan.leftOut }

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

  // MARK: - Taking turns

  // A canceled call may not have ended when the queue calls again.
  private func inTurn(
    _ body: () async throws -> [QueueItem]
  ) async throws -> [QueueItem] {
    try await turns.take()
    defer { turns.giveBack() }
    try Task.checkCancellation()
    return try await body()
  }

  // MARK: - Skips and plays

  private func note(_ request: QueueSourceRequest) {
    for leaving in history.left(in: request.played) {
      sequence.heard(
        leaving.entry.track,
        for: leaving.entry.discoveryReason,
        isSkip: leaving.isSkip
      )
    }
    // Tracks that others, or an earlier radio, put into the queue.
    for entry in request.entries.suffix(sequence.rules.distance)
    where noted.insert(entry.id).inserted && !sequence.isRecent(entry.track) {
      sequence.came(entry.track)
    }
    noted.formIntersection(request.entries.suffix(sequence.rules.distance).map(\.id))
    sequence.follow(request.entries.last?.track)
  }

  // MARK: - Asking the services

  /// The outcome of asking the services.
  private struct Asking {
    /// The failures, if no service could answer.
    var failures: [DiscoveryFailure] = []
    /// Whether the time ran out.
    var isCut = false
  }

  /// Asks until there is a reserve or the number of questions is reached. Asks more if there is
  /// little to play yet.
  private func fill() async throws -> Asking {
    let end = clock.uptime + sequence.rules.timeout
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
        // The question is asked again later. The known tracks must suffice until then.
        return Asking(isCut: true)
      }
      // If no service could answer, none will answer another question either.
      if !failures.isEmpty { return Asking(failures: failures) }
    }
    return Asking()
  }

  /// - Returns: The failures if no service could answer. Empty if one did.
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
