@testable import PlayerKit

/// A queue machine, its players, and their two engines: one shared by two players, which can hand
/// over to each other, and one of a separate player.
struct World {
  static let types = ["shared", "alsoShared", "alone"].map(PlayerType.init(rawValue:))
  private static let engineOwner = EngineOwner()

  private static let group = GaplessGroup(sharing: engineOwner)

  private final class EngineOwner: Sendable {}

  var machine: QueueStateMachine
  var engines = [EngineModel(), EngineModel(isSlow: true)]
  /// The changes that the last input caused.
  var changes: [QueueChange] = []
  /// The outcomes that players have reported for each load: that it is ready, and that it has
  /// ended.
  var outcomes: [LoadID: [String]] = [:]
  /// The number of inspections that the last input started.
  var questions = 0
  /// The report that the last input delivered.
  var delivered: EngineModel.Letter?
  var stale: LoadID
  /// The pending inspection, and an earlier one.
  var question: (id: InspectionID, track: String, reach: InspectionScope)?
  var staleQuestion = InspectionID(number: 0)
  /// The load whose chapters are being read, and an earlier one.
  var description: LoadID?
  var staleDescription: LoadID
  /// The pending search for lyrics with its entry, and an earlier one.
  var search: (id: LyricsSearchID, entry: EntryID)?
  var staleSearch = LyricsSearchID(number: 0)
  /// The number of searches that the last input started.
  var searches = 0
  /// The load that sounded last.
  var heardLoad: LoadID?
  /// The reported parts of the current load.
  var told = ToldParts()
  /// The last output settings of each player.
  var outputs: [PlayerRef: OutputSettings] = [:]

  init(errorPolicy: ErrorPolicy = .skip, inspects: Bool = false, wantsWords: Bool = false) {
    var ids = LoadIDIssuer(issuer: 1)
    stale = ids.nextLoad()
    staleDescription = stale
    var configuration = QueueStateMachine.Configuration()
    configuration.errorPolicy = errorPolicy
    configuration.historyLimit = 1
    machine = QueueStateMachine(
      ids: LoadIDIssuer(issuer: 2),
      seed: 1,
      configuration: configuration
    )
    apply(
      machine.add(PlayerRef(number: 0), for: Self.types[0], group: Self.group, now: Exploration.now)
    )
    apply(
      machine.add(PlayerRef(number: 1), for: Self.types[1], group: Self.group, now: Exploration.now)
    )
    apply(machine.add(PlayerRef(number: 2), for: Self.types[2], group: nil, now: Exploration.now))
    let tracks: [any Track] = [
      ModelTrack(id: "a", playerTypes: [Self.types[0]]),
      ModelTrack(id: "b", playerTypes: [Self.types[1]]),
      ModelTrack(id: "c", playerTypes: [Self.types[2], Self.types[0]]),
    ]
    if let step = try? machine.edit(
      now: Exploration.now,
      { (queue) throws(QueueError) in try queue.set(tracks, startAt: 0) }
    ) {
      apply(step)
    }
    if inspects { apply(machine.setInspector(ModelInspector(), now: Exploration.now)) }
    if wantsWords {
      apply(machine.setLyricsSources([ModelWords()], now: Exploration.now))
      apply(machine.setWantsLyrics(true, now: Exploration.now))
    }
  }

  /// Performs an input. Returns `false` if it is impossible in this world.
  mutating func perform(_ input: Input) -> Bool {
    let now = Exploration.now
    changes = []
    delivered = nil
    questions = 0
    searches = 0
    switch input {
    case .play: apply(machine.play(now: now))
    case .pause: apply(machine.pause(now: now))
    case .next: apply(machine.next(now: now))
    case .previous: apply(machine.previous(now: now))
    case .seek: apply(machine.seek(to: .seconds(1), now: now))
    case .prepare: apply(machine.prepare(now: now))
    case .endSkips:
      guard let deadline = machine.skipsEndAt else { return false }
      apply(machine.tick(now: deadline))
      // The next command comes much later. Commands within a burst are tested by hand.
      machine.skips = nil
    case .stop: apply(machine.stop(now: now))
    case .stopAfterCurrent(let stops): apply(machine.setStopsAfterCurrent(stops, now: now))
    case .rate: apply(machine.change(.rate(machine.status.playback.rate == 1 ? 2 : 1), now: now))
    case .repeatMode(let mode): apply(machine.setRepeatMode(mode, now: now))
    case .shuffle(let isOn): apply(machine.setShuffled(isOn, now: now))
    case .playEntry(let index):
      guard index < machine.queue.count else { return false }
      edit { world in
        try world.machine.play(world.machine.queue[index].id, at: .zero, now: now)
      }
    case .removeCurrent:
      guard let current = machine.queue.current else { return false }
      edit { world in
        try world.machine.edit(now: now) { (queue) throws(QueueError) in
          try queue.remove([current])
        }
      }
    case .moveFirstToLast:
      guard machine.queue.count > 1, let first = machine.queue.first?.id else {
        return false
      }
      edit { world in
        try world.machine.edit(now: now) { (queue) throws(QueueError) in
          try queue.move(first, to: queue.count - 1)
        }
      }
    case .playNext:
      guard machine.queue.count < 3 else { return false }
      edit { world in
        try world.machine.edit(now: now) {
          _ = $0.playNext([ModelTrack(id: "a", playerTypes: [Self.types[0]])])
        }
      }
    case .append:
      guard machine.queue.count < 3 else { return false }
      edit { world in
        try world.machine.edit(now: now) {
          _ = $0.append([ModelTrack(id: "b", playerTypes: [Self.types[1]])])
        }
      }
    case .insert:
      guard machine.queue.count < 3 else { return false }
      edit { world in
        try world.machine.edit(now: now) { (queue) throws(QueueError) in
          try queue.insert([ModelTrack(id: "c", playerTypes: [Self.types[2]])], at: 0)
        }
      }
    case .set:
      edit { world in
        try world.machine.edit(now: now) { (queue) throws(QueueError) in
          try queue.set([ModelTrack(id: "b", playerTypes: [Self.types[1]])], startAt: 0)
        }
      }
    case .addPlayer(let index):
      guard machine.players[Self.types[index]] == nil else { return false }
      apply(
        machine.add(
          PlayerRef(number: index),
          for: Self.types[index],
          group: index == 2 ? nil : Self.group,
          now: now
        )
      )
    case .clear: edit { world in try world.machine.edit(now: now) { $0.removeAll() } }
    case .removePlayer(let index): apply(machine.removePlayer(for: Self.types[index], now: now))
    case .whim(let engine, let whim): return engines[engine].indulge(whim)
    case .deliver(let engine):
      guard !engines[engine].letters.isEmpty else { return false }
      let letter = engines[engine].letters.removeFirst()
      note(letter)
      delivered = letter
      apply(
        machine.report(letter.kind.report, of: letter.load, by: Self.player(of: engine), now: now)
      )
    case .retry: apply(machine.retry(now: now))
    case .interruption(let begins):
      apply(
        begins
          ? machine.beginInterruption(.interruption, now: now)
          : machine.endInterruption(.interruption, now: now)
      )
    case .ducking(let begins):
      apply(machine.duck(to: begins ? 0.5 : nil, for: .interruption, now: now))
    case .sleepAtEndOfTrack: apply(machine.setSleepTimer(.endOfTrack, now: now))
    case .sleep: apply(machine.setSleepTimer(.at(now + .milliseconds(1500)), now: now))
    case .cancelSleepTimer: apply(machine.setSleepTimer(nil, now: now))
    case .tick:
      guard let deadline = machine.deadline else { return false }
      for held in machine.activeLoads where held.deadline == deadline {
        engines[held.player.ref.engine].fallSilent(held.load)
      }
      apply(machine.tick(now: deadline))
    case .inspected(let outcome):
      guard let question, outcome.isPossible(within: question.reach) else { return false }
      staleQuestion = question.id
      self.question = nil
      apply(machine.inspected(question.id, outcome.outcome, now: now))
    case .inspectedLate:
      apply(machine.inspected(staleQuestion, .found(TrackMetadata(title: "late")), now: now))
    case .inspection(let isOn): apply(machine.setInspection(isOn ? .window : .off, now: now))
    case .described:
      guard let load = description else { return false }
      description = nil
      staleDescription = load
      apply(machine.described(load, chapters: ModelWords.chapters, now: now))
    case .describedLate:
      guard staleDescription != machine.attempt?.load else { return false }
      apply(machine.described(staleDescription, chapters: ModelWords.chapters, now: now))
    case .words(let areThere):
      guard let search else { return false }
      self.search = nil
      staleSearch = search.id
      apply(machine.foundLyrics(search.id, areThere ? ModelWords.lyrics : nil, now: now))
    case .wordsLate: apply(machine.foundLyrics(staleSearch, ModelWords.lyrics, now: now))
    case .wantsWords(let areWanted): apply(machine.setWantsLyrics(areWanted, now: now))
    case .stale(let kind):
      apply(machine.report(kind.report, of: stale, by: Self.player(of: 0), now: now))
    }
    return true
  }

  private mutating func edit(_ body: (inout World) throws -> QueueEffects) {
    if let step = try? body(&self) { apply(step) }
  }

  private mutating func note(_ letter: EngineModel.Letter) {
    switch letter.kind {
    case .loaded, .started: outcomes[letter.load, default: []].append("ready")
    case .ended, .failed, .failedForNow, .superseded, .released:
      outcomes[letter.load, default: []].append("end")
    case .opened, .openedLive, .starved, .fed, .sought, .suppressed, .relieved, .playedElsewhere,
      .pausedElsewhere:
      break
    }
  }

  private mutating func apply(_ step: QueueEffects) {
    changes += step.changes
    if machine.status.state == .play { heardLoad = machine.attempt?.load }
    told.take(step.changes, of: machine.attempt?.load)
    for command in step.commands { carryOut(command) }
  }

  private mutating func carryOut(_ command: QueueCommand) {
    switch command {
    case .choose(let load, let track):
      apply(machine.chosen(load, types: track.playerTypes, now: Exploration.now))
    case .command(let player, let command):
      if case .apply(let settings) = command { outputs[player] = settings }
      engines[player.engine].perform(command, on: player)
    case .inspect(let id, _, let track, let reach):
      questions += 1
      question = (id, track.id, reach)
    case .cancelInspection(let id):
      if question?.id == id { question = nil }
      staleQuestion = id
    case .describe(let load, _): description = load
    case .searchLyrics(let id, _, let entry):
      searches += 1
      search = (id, entry.id)
    case .cancelLyricsSearch(let id):
      if search?.id == id { search = nil }
      staleSearch = id
    case .ask, .cancelQuestion, .walk, .reviewAlbum, .checkNetwork: break
    }
  }

  /// A player on an engine.
  private static func player(of engine: Int) -> PlayerRef { PlayerRef(number: engine * 2) }
}

/// The possible inputs of a queue.
enum Input: Hashable {
  case play, pause, next, previous, endSkips, seek, prepare, stop, rate, removeCurrent,
    moveFirstToLast
  case playNext, append, insert, set, clear
  case addPlayer(Int)
  case repeatMode(RepeatMode)
  case shuffle(Bool)
  case stopAfterCurrent(Bool)
  case playEntry(Int)
  case removePlayer(Int)
  case whim(Int, EngineModel.Whim)
  case deliver(Int)
  case stale(EngineModel.Kind)
  case retry, sleepAtEndOfTrack, sleep, cancelSleepTimer, tick
  case inspected(ModelInspector.Outcome)
  case inspectedLate
  case described, describedLate, words(Bool), wordsLate, wantsWords(Bool)
  case inspection(Bool)
  case interruption(Bool)
  case ducking(Bool)

  /// The name in the documentation's table.
  var name: String {
    switch self {
    case .play: "play()"
    case .pause: "pause()"
    case .next: "next()"
    case .previous: "previous()"
    case .endSkips: "(a burst ends)"
    case .seek: "seek(to:)"
    case .prepare: "prepare()"
    case .stop: "stop()"
    case .stopAfterCurrent: "stopsAfterCurrent"
    case .rate: "rate"
    case .removeCurrent: "remove(current)"
    case .moveFirstToLast: "move"
    case .playNext: "playNext"
    case .append: "append"
    case .insert: "insert"
    case .set: "set"
    case .addPlayer: "add(player)"
    case .clear: "removeAll()"
    case .repeatMode: "repeatMode"
    case .shuffle: "isShuffled"
    case .playEntry: "play(entry)"
    case .removePlayer: "removePlayer"
    case .whim: "(outside)"
    case .deliver: "(report)"
    case .stale: "any report of a stale load"
    case .retry: "retry()"
    case .sleepAtEndOfTrack: "sleepTimer = .endOfTrack"
    case .sleep: "sleepTimer = .at"
    case .cancelSleepTimer: "sleepTimer = nil"
    case .tick: "(time)"
    case .interruption(let begins): begins ? "beginInterruption" : "endInterruption"
    case .ducking: "ducking"
    case .inspected(let outcome): "(media: \(outcome.rawValue))"
    case .inspectedLate: "any answer to a question of before"
    case .inspection: "inspection"
    case .described: "(chapters)"
    case .words(let areThere): areThere ? "(words)" : "(no words)"
    case .describedLate, .wordsLate: "any answer to a question of before"
    case .wantsWords: "wantsLyrics"
    }
  }

  static let all: [Input] =
    [
      .play, .pause, .next, .previous, .endSkips, .seek, .prepare, .stop, .rate, .removeCurrent,
      .moveFirstToLast, .playNext, .clear, .repeatMode(.off), .repeatMode(.one), .repeatMode(.all),
      .shuffle(true), .shuffle(false), .stopAfterCurrent(true), .playEntry(0), .playEntry(2),
      .removePlayer(0), .removePlayer(1),
      .removePlayer(2), .addPlayer(1), .append, .insert, .set,
      .deliver(0), .deliver(1),
      .stale(.loaded), .stale(.started), .stale(.starved), .stale(.ended(nil)), .stale(.failed),
      .stale(.superseded), .stale(.released), .stale(.suppressed),
      .retry,
    ] + EngineModel.Whim.allCases.filter(\.isOrdinary).flatMap { [.whim(0, $0), .whim(1, $0)] }

  /// The inputs that matter for inspections.
  static let inspection: [Input] =
    [
      .play, .pause, .next, .previous, .endSkips, .stop, .removeCurrent, .moveFirstToLast,
      .playNext,
      .set, .repeatMode(.one), .playEntry(2), .tick, .deliver(0), .whim(0, .load), .whim(0, .end),
      .whim(0, .starve), .whim(0, .openNext), .whim(0, .openNextLive), .inspection(false),
      .inspection(true), .inspectedLate,
    ] + ModelInspector.Outcome.allCases.map { .inspected($0) }

  /// The inputs that matter for the parts of a track, and for the search for its lyrics.
  static let parts: [Input] = [
    .play, .pause, .next, .stop, .removeCurrent, .playEntry(2), .repeatMode(.one), .seek, .tick,
    .deliver(0), .whim(0, .load), .whim(0, .end), .whim(0, .starve), .whim(0, .feed),
    .whim(0, .settleSeek), .inspected(.found), .inspected(.postponed), .inspected(.failed),
    .described, .describedLate, .words(true), .words(false), .wordsLate, .wantsWords(false),
    .wantsWords(true),
  ]

  /// The inputs that matter for policies, time, and outside events. They are few, so that the
  /// exploration goes deeper.
  static let policies: [Input] =
    [
      .play, .pause, .next, .stop, .removeCurrent, .playEntry(2), .retry, .tick, .sleep,
      .sleepAtEndOfTrack, .cancelSleepTimer,
      .stopAfterCurrent(true), .interruption(true), .interruption(false), .ducking(true),
      .ducking(false), .repeatMode(.one), .deliver(0), .deliver(1), .whim(0, .failForNow),
      .whim(0, .playElsewhere), .whim(0, .pauseElsewhere), .whim(1, .failForNow),
      .whim(0, .suppress), .whim(0, .relieve),
    ]
    + [EngineModel.Whim.letGo, .load, .end, .fail].flatMap { [.whim(0, $0), .whim(1, $0)] }
}

extension EngineModel.Whim {
  fileprivate var isOrdinary: Bool {
    switch self {
    case .letGo, .load, .fail, .end, .starve, .feed, .settleSeek, .suppress, .relieve, .loadNext,
      .failNext:
      true
    case .openNext, .openNextLive, .failForNow, .playElsewhere, .pauseElsewhere: false
    }
  }
}

extension PlayerRef {
  /// The first two players share an engine.
  fileprivate var engine: Int { number == 2 ? 1 : 0 }
}

/// Provides lyrics and chapters for every track.
struct ModelWords: LyricsSource {
  static let chapters = [Chapter(title: "one", start: .zero), Chapter(start: .seconds(1))]
  static let lyrics = Lyrics([
    .init(start: .zero, text: "one"), .init(start: .seconds(1), text: "two"),
  ])

  func lyrics(of track: any Track, metadata: TrackMetadata) async throws -> Lyrics? { Self.lyrics }
}

/// The reported parts of one load.
struct ToldParts: Hashable {
  private var load: LoadID?
  private(set) var chapters: [Int] = []
  private(set) var lines: [Int] = []

  mutating func take(_ changes: [QueueChange], of load: LoadID?) {
    if self.load != load { self = ToldParts(load: load) }
    for change in changes {
      switch change {
      case .chapter(_, let index): chapters.append(index)
      case .line(_, let index): lines.append(index)
      // New lyrics, or a jump of the position, start over.
      case .lyrics: lines = []
      case .playback(.discontinuity): (chapters, lines) = ([], [])
      default: break  // No part of a track.
      }
    }
  }

  private init(load: LoadID?) { self.load = load }

  init() {}
}

struct ModelInspector: MediaInspecting {
  enum Outcome: String, CaseIterable {
    case found, declined, postponed, postponedFurther, failed, failedForNow

    /// Whether this outcome is possible for an inspection with this scope.
    func isPossible(within reach: InspectionScope) -> Bool {
      switch self {
      case .postponed: reach < .itsServer
      case .postponedFurther: reach < .anyServer
      case .found, .declined, .failed, .failedForNow: true
      }
    }

    var outcome: InspectionOutcome {
      switch self {
      case .found: .found(TrackMetadata(title: "title"))
      case .declined: .declined
      case .postponed: .postponed(until: .itsServer)
      case .postponedFurther: .postponed(until: .anyServer)
      case .failed: .failed(isRetryable: false)
      case .failedForNow: .failed(isRetryable: true)
      }
    }
  }

  func place(of track: any Track) -> InspectionPlace? { .local }
  func inspect(_ track: any Track) async throws -> TrackMetadata { TrackMetadata() }
}

struct ModelTrack: Track {
  let id: String
  let playerTypes: [PlayerType]
  var metadata: TrackMetadata { TrackMetadata() }
}
