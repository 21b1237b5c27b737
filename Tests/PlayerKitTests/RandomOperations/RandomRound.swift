import PlayerKitTesting

@testable import PlayerKit

/// One round: a queue with three players on two slow engines, random operations on it, and a plain
/// model of the expected effects.
final class RandomRound {
  private(set) var violations: [String] = []
  /// The performed operations, for the report of a failed round.
  private(set) var story: [String] = []

  private var dice: SeededGenerator
  private let clock = ManualClock()
  private let group: FakePlayer.Group
  private let players: [FakePlayer]
  private let queue: QueuePlayer
  private let observer: RecordingObserver<QueuePlayerEvent>
  private var model = RandomModel()
  private var lastTrack = 0
  /// Whether lookups fail. If so, another track may be current when a command returns.
  private let lookupsFail: Bool

  /// The maximum time until all commands have taken effect.
  private static let timeout = Duration.seconds(40)
  /// The kinds of media; see ``SimulatedMedia``.
  private static let kinds = [
    "fine", "fine", "fine", "short", "slow", "instant", "missing", "cut", "stalling", "fixed",
    "tiny",
  ]

  init(seed: UInt64) {
    dice = SeededGenerator(seed: seed)
    let lateness = Lateness(
      seed: dice.next(),
      longest: .milliseconds(Int.random(in: 0...400, using: &dice)),
      failingLookups: Bool.random(using: &dice) ? 0 : 0.1
    )
    lookupsFail = lateness.failingLookups > 0
    group = FakePlayer.Group(clock: clock, lateness: lateness)
    let media: @Sendable (any Track) -> FakeMedia = { SimulatedMedia.media(of: $0.id) }
    players = [
      FakePlayer(playerType: .one, group: group, media: media),
      FakePlayer(playerType: .two, group: group, media: media),
      FakePlayer(
        playerType: .three,
        clock: clock,
        capabilities: [.seek],
        lateness: lateness,
        media: media
      ),
    ]
    var configuration = QueuePlayer.Configuration()
    configuration.shuffleSeed = dice.next()
    configuration.maximumBackoff = .seconds(2)
    configuration.errorPolicy =
      [.skip, .stop, .retry(count: 2, backoff: .milliseconds(500))].randomElement(using: &dice)
      ?? .skip
    queue = QueuePlayer(players: players, configuration: configuration, clock: clock)
    observer = RecordingObserver(of: queue)
  }

  func run() async {
    operate("set") { $0.set(count: 1...6) }
    for _ in 0..<Int.random(in: 5...30, using: &dice) where violations.isEmpty { step() }
    settle("after the operations")
    finish()
    await checkStory()
  }

  // MARK: - Time

  /// Advances time, and checks each instant in which something happens.
  private func pass(_ time: Duration) {
    let end = clock.now + time
    clock.advance(within: time) {
      checkSilence()
      return !violations.isEmpty
    }
    clock.advance(to: end)
    checkSilence()
  }

  private func checkSilence() {
    let sounding = players.filter(\.isSounding)
    expect(sounding.count <= 1, "\(sounding.count) players sound")
  }

  /// Advances time until nothing is in progress, and checks the result.
  private func settle(_ when: String) {
    let limit = clock.now + Self.timeout
    while !isSettled, clock.now < limit, violations.isEmpty { pass(.milliseconds(50)) }
    guard violations.isEmpty else { return }
    expect(isSettled, "stuck \(when): \(describe())")
  }

  /// Whether the sound matches the queue's status.
  private var isSettled: Bool {
    let status = queue.status
    let sounding = players.compactMap { $0.soundingTrack?.id }
    switch status.playback.state {
    case .load, .loadToPlay: return false
    case .play: return sounding == [status.currentEntry?.track.id].compactMap(\.self)
    case .pause, .initial: return sounding.isEmpty
    }
  }

  /// Plays the rest to its end, or stops. Then no load may be left.
  private func finish() {
    guard violations.isEmpty else { return }
    queue.repeatMode = .off
    for reason in model.interruptions { queue.endInterruption(reason) }
    if Bool.random(using: &dice) {
      story.append("pause at last")
      queue.pause()
      settle("after a pause")
      expect(!players.contains(where: \.isSounding), "it sounds after a pause")
    } else if !queue.entries.isEmpty {
      story.append("play at last")
      queue.play()
      let limit = clock.now + .seconds(5_000)
      while queue.status.endReason == nil, clock.now < limit, violations.isEmpty {
        pass(.seconds(1))
      }
      expect(queue.status.endReason != nil, "it does not come to its end: \(describe())")
    }
    queue.stop()
    pass(.seconds(5))
    expect(!players.contains(where: \.isSounding), "it sounds after a stop")
    expect(queue.state == .initial, "the state after a stop: \(describe())")
    expect(group.knownLoads.isEmpty, "the engine still has \(group.knownLoads)")
    for player in players {
      expect(player.state == .initial, "\(player.playerType) is in \(player.state) after a stop")
    }
  }

  // MARK: - Operations

  private func step() {
    let operations: [(String, (RandomRound) -> Void)] = [
      ("play", { $0.play() }), ("play", { $0.play() }), ("pause", { $0.pause() }),
      ("next", { $0.queue.next() }), ("next", { $0.queue.next() }),
      ("previous", { $0.queue.previous() }), ("seek", { $0.seek() }), ("seek", { $0.seek() }),
      ("stop", { $0.queue.stop() }), ("retry", { $0.queue.retry() }),
      ("prepare", { $0.queue.prepare() }), ("play entry", { $0.playEntry() }),
      ("set", { $0.set(count: 0...5) }), ("append", { $0.append() }), ("insert", { $0.insert() }),
      ("play next", { $0.playNext() }), ("remove", { $0.remove() }), ("move", { $0.move() }),
      ("repeat", { $0.changeRepeat() }), ("shuffle", { $0.queue.isShuffled.toggle() }),
      ("stop after", { $0.queue.stopsAfterCurrent.toggle() }), ("rate", { $0.changeRate() }),
      ("volume", { $0.changeVolume() }), ("interrupt", { $0.interrupt() }),
    ]
    if let (name, body) = operations.randomElement(using: &dice) { operate(name, body) }
    switch Int.random(in: 0..<10, using: &dice) {
    case 0...3: break
    case 4...6: pass(.milliseconds(Int.random(in: 1...300, using: &dice)))
    case 7...8: pass(.milliseconds(Int.random(in: 300...3_000, using: &dice)))
    default: pass(.seconds(Int.random(in: 3...40, using: &dice)))
    }
  }

  /// Performs an operation, and compares the getters with the model at once.
  private func operate(_ name: String, _ body: (RandomRound) -> Void) {
    story.append("\(clock.now.sinceOrigin) \(name)")
    body(self)
    let status = queue.status
    expect(
      status.entries.map(\.id) == model.entries,
      "after \(name), the entries are \(status.entries.map(\.id)), not \(model.entries)"
    )
    expect(status.playback.volume == model.volume, "after \(name), the volume is wrong")
    expect(status.playback.rate == model.rate, "after \(name), the rate is wrong")
    expect(status.entries.repeatMode == model.repeatMode, "after \(name), the repeat mode is wrong")
    expect(
      status.playback.suppressions == model.interruptions,
      "after \(name), it is held back by \(status.playback.suppressions)"
    )
    expect(
      (status.currentEntry == nil) == model.entries.isEmpty,
      "after \(name), no entry is current"
    )
    checkSilence()
  }

  private func play() {
    let stops = queue.stopsAfterCurrent
    queue.play()
    // The current track may have ended in this very instant.
    let end = queue.status.endReason
    let hasEnded = end?.endsIntent == true || stops && end == .stopped
    expect(queue.playback.wantsToPlay || hasEnded, "play() is not reflected")
  }

  private func pause() {
    queue.pause()
    expect(!queue.playback.wantsToPlay, "pause() is not reflected")
  }

  private func seek() {
    let position = Duration.milliseconds(Int.random(in: 0...30_000, using: &dice))
    let status = queue.playback
    let load = status.load
    queue.seek(to: position)
    guard status.isSeekable, status.state != .initial else { return }
    // It may have ended or failed in this very instant, and another load may have begun.
    guard queue.playback.load == load else { return }
    expect(
      queue.playback.state == .initial
        || queue.position == min(position, status.duration ?? position),
      "a seek to \(position) reads \(queue.position)"
    )
  }

  private func playEntry() {
    guard let entry = model.entries.randomElement(using: &dice),
      let track = queue.entries[entry]?.track.id
    else { return }
    let tries = self.tries(of: track)
    try? queue.play(entry)
    expectCurrent(entry, track, after: tries, "play(entry) is not reflected")
  }

  private func changeRepeat() {
    model.repeatMode = RepeatMode.allCases.randomElement(using: &dice) ?? .off
    queue.repeatMode = model.repeatMode
  }

  private func changeRate() {
    model.rate = [0.5, 1, 2].randomElement(using: &dice) ?? 1
    queue.rate = model.rate
  }

  private func changeVolume() {
    model.volume = Double.random(in: 0...1, using: &dice)
    queue.volume = model.volume
  }

  private func interrupt() {
    if model.interruptions.isEmpty {
      model.interruptions = [.interruption]
      queue.beginInterruption()
    } else {
      model.interruptions = []
      queue.endInterruption()
    }
  }

  // MARK: - Edits

  private func set(count: ClosedRange<Int>) {
    let tracks = self.tracks(count)
    let start = tracks.isEmpty ? 0 : Int.random(in: 0..<tracks.count, using: &dice)
    try? queue.set(tracks, startAt: start)
    model.entries = queue.entries.map(\.id)
    expect(model.entries.count == tracks.count, "set() made \(model.entries.count) entries")
    guard !tracks.isEmpty else { return }
    expectCurrent(model.entries[start], tracks[start].id, after: 0, "set() begins elsewhere")
  }

  /// Expects that an entry is current, unless its lookup has failed since.
  private func expectCurrent(_ entry: EntryID, _ track: String, after tries: Int, _ what: String) {
    let hasFailed = lookupsFail && self.tries(of: track) > tries
    expect(queue.status.currentEntry?.id == entry || hasFailed, what)
  }

  private func tries(of track: String) -> Int {
    players.reduce(0) { $0 + $1.loads(of: track).count }
  }

  private func append() {
    model.entries += queue.append(tracks(1...2))
  }

  private func insert() {
    let index = Int.random(in: 0...model.entries.count, using: &dice)
    let added = try? queue.insert(tracks(1...2), at: index)
    model.entries.insert(contentsOf: added ?? [], at: index)
  }

  private func playNext() {
    let added = queue.playNext(tracks(1...1))
    expect(added.allSatisfy { queue.entries.contains($0) }, "playNext() adds nothing")
    model.entries = queue.entries.map(\.id).filter {
      model.entries.contains($0) || added.contains($0)
    }
  }

  private func remove() {
    guard let entry = model.entries.randomElement(using: &dice) else { return }
    try? queue.remove([entry])
    model.entries.removeAll { $0 == entry }
  }

  private func move() {
    guard let entry = model.entries.randomElement(using: &dice) else { return }
    let index = Int.random(in: 0..<model.entries.count, using: &dice)
    let current = queue.status.currentEntry?.id
    try? queue.move(entry, to: index)
    model.entries.removeAll { $0 == entry }
    model.entries.insert(entry, at: index)
    expect(queue.status.currentEntry?.id == current, "a move changed the current entry")
  }

  private func tracks(_ count: ClosedRange<Int>) -> [any Track] {
    (0..<Int.random(in: count, using: &dice)).map { _ in
      lastTrack += 1
      let types = [PlayerType.one, .two, .three].shuffled(using: &dice)
      let kind = Self.kinds.randomElement(using: &dice) ?? "fine"
      return FakeTrack(
        "\(kind)-\(lastTrack)",
        playerTypes: Array(types.prefix(Int.random(in: 1...2, using: &dice)))
      )
    }
  }

  // MARK: - Observed events

  /// Replays the events. They must lead to the getters' values, and settle every seek.
  private func checkStory() async {
    guard violations.isEmpty else { return }
    await queue.events.delivered()
    var state = PlayerState.initial
    var current: EntryID?
    var isSeeking = false
    var instant = MonotonicInstant(sinceOrigin: .zero)
    for turn in observer.turns {
      var begins = false
      for event in turn {
        expect(event.instant >= instant, "an event is older than the one before")
        instant = event.instant
        switch event.change {
        case .transition(let transition):
          expect(transition.from?.id == current, "a transition from elsewhere")
          current = transition.to?.id
          (begins, isSeeking) = (true, false)
        case .playback(.state(let from, let to)):
          expect(from == state, "a change of state from \(from) instead of \(state)")
          state = to
        case .playback(.discontinuity(let jump)):
          if jump.reason == .seek, !begins { isSeeking = true }
        case .playback(.seekCompleted), .failed, .ended:
          isSeeking = false
        case .playback, .edited, .restored, .repeatMode, .shuffle, .stopsAfterCurrent, .sleepTimer,
          .sectionBegan, .sectionEnded, .willEnd, .metadata, .chapter, .lyrics, .line,
          .historyErased, .sourceFailed:
          break
        }
      }
    }
    expect(!isSeeking, "a seek was never settled")
    expect(state == queue.state, "observers were told \(state), not \(queue.state)")
    expect(
      current == queue.status.currentEntry?.id,
      "observers were told of another current entry"
    )
  }

  // MARK: - Expectations

  private func expect(_ condition: Bool, _ message: @autoclosure () -> String) {
    if !condition { violations.append(message()) }
  }

  private func describe() -> String {
    let status = queue.status
    return """
      the queue is in \(status.playback.state) with \(status.currentEntry?.track.id ?? "nothing"), \
      wants to play: \(status.playback.wantsToPlay), ended: \(String(describing: status.endReason)); \
      players: \(players.map { "\($0.state) \($0.soundingTrack?.id ?? "-")" }), \
      told last: \(players.map { $0.commands.suffix(8) })
      """
  }
}

/// The state that a queue must show at once, regardless of its players.
private struct RandomModel {
  var entries: [EntryID] = []
  var volume = 1.0
  var rate = 1.0
  var repeatMode = RepeatMode.off
  var interruptions: [SuppressionReason] = []
}
