import PlayerKit
import PlayerKitMedia
import TestSupport

@testable import PlayerKitMPV

/// The engine's machine with a model of libmpv, and a clock.
struct EngineWorld: Explorable {
  /// The possible inputs.
  enum Input: Hashable {
    // Commands.
    case load(isPlaying: Bool, position: Duration = .zero)
    case setNext(Joint?)
    case playNext
    case play, pause
    case seek(Duration)
    case measure
    case unload, unloadNext
    case crossfade(Double), rate(Double)
    case staleCommands
    // From outside.
    case examined(Verdict)
    case rendered(Bool)
    case outputVanished, outputReturned
    // By libmpv.
    case read, settle, refuse, cut, starve, feed
    /// Time passes until the next change.
    case time
  }

  enum Joint: Hashable {
    case gapless, held, late, overlapping, overlappingLate, short
  }

  enum Verdict: Hashable {
    case recognized, unknown, failed
  }

  /// The reports of a load.
  struct Story: Hashable {
    var isOpened = false
    var isLoaded = false
    var isStarted: Bool
    var seek: SeekID?
    var seekToEnd: SeekID?
    /// The target of the last seek.
    var aim = Duration.zero
  }

  private(set) var machine = MPVEngineStateMachine()
  private(set) var core = CoreModel()
  var violations: [String] = []
  var gate = PauseGate()
  var playlist = Playlist()
  var active: PlaylistEntryID?
  var ids = LoadIDIssuer(issuer: 1)
  var clock = Duration.seconds(1_000)
  var wakeAt: Duration?
  var stories: [LoadID: Story] = [:]
  /// Loads that were reported as ended.
  var ended: Set<LoadID> = []
  var opened: Set<PlaylistEntryID> = []
  /// The loads of entries, even of closed ones.
  var owners: [PlaylistEntryID: LoadID] = [:]
  var examining: Set<PlaylistEntryID> = []
  var rendering: (bridge: PlaylistEntryID, plan: Overlap.Plan)?
  var isOutputLost = false
  /// Entries shorter than what libmpv decodes ahead.
  var shorts: Set<PlaylistEntryID> = []
  /// Whether the next load is short. Its length is set when it is opened.
  var isShort = false
  let stale: LoadID

  init() {
    stale = ids.nextLoad()
  }

  // MARK: Inputs

  mutating func perform(_ input: Input) -> Bool {
    guard take(input) else { return false }
    check()
    return true
  }

  mutating func take(_ input: Input) -> Bool {
    let current = machine.current?.id
    machine.now = instant
    switch input {
    case .load(let isPlaying, let position):
      let id = newLoad(isNext: false)
      carryOut(machine.load(id: id, position: position, isPlaying: isPlaying))
    case .setNext(let joint):
      guard let current, joint != nil || machine.next != nil else { return false }
      isShort = joint == .short
      carryOut(
        machine.setNext(
          id: joint.map { _ in newLoad(isNext: true) },
          position: joint == .late ? .seconds(3) : .zero,
          joint: joint?.value ?? .gapless,
          after: current
        )
      )
      isShort = false
    case .playNext:
      guard let current, let next = machine.next?.slot.id else { return false }
      carryOut(machine.playNext(next, after: current, isPlaying: true))
    case .play, .pause:
      guard let current, machine.isPlaying != (input == .play) else { return false }
      // From now on the end may complete the seek.
      if input == .play, let story = stories[current], story.aim > CoreModel.length {
        stories[current]?.seekToEnd = story.seek ?? story.seekToEnd
        stories[current]?.seek = nil
      }
      carryOut(machine.setPlaying(input == .play, load: current))
    case .seek(let position):
      guard let current else { return false }
      let id = ids.nextSeek()
      // A seek to the end of the playing load may be completed by its end.
      let isToEnd = position > CoreModel.length && !machine.shallPause
      stories[current]?.seek = isToEnd ? nil : id
      stories[current]?.seekToEnd = isToEnd ? id : nil
      stories[current]?.aim = position
      carryOut(machine.seek(to: position, id: id, load: current))
    case .measure:
      guard let current else { return false }
      carryOut(machine.measure(current))
    case .unload:
      guard let current else { return false }
      carryOut(machine.unload(current))
    case .unloadNext:
      guard let next = machine.next?.slot.id else { return false }
      carryOut(machine.unload(next))
    case .crossfade(let seconds):
      guard machine.output.crossfade != .seconds(seconds) else { return false }
      var settings = machine.output
      settings.crossfade = .seconds(seconds)
      carryOut(machine.setOutput(settings))
    case .rate(let rate):
      guard machine.output.rate != rate else { return false }
      var settings = machine.output
      settings.rate = rate
      carryOut(machine.setOutput(settings))
    case .staleCommands: giveStaleCommands()
    case .examined(let verdict):
      guard let entry = examining.min(by: { $0.number < $1.number }) else { return false }
      examining.remove(entry)
      if verdict != .failed { carryOut(machine.opened(entry, isLive: false)) }
      carryOut(machine.examined(entry, verdict.value))
    case .rendered(let isDone): return render(isDone)
    case .outputVanished:
      isOutputLost = true
      carryOut(machine.outputVanished(now: instant))
    case .outputReturned:
      guard isOutputLost else { return false }
      isOutputLost = false
      carryOut(machine.outputReturned())
    case .read:
      guard let event = core.takeEvent() else { return false }
      read(event)
    case .settle: return core.settle()
    case .refuse:
      let isCovered = core.playing.map { machine.mustNotFail($0.entry) } ?? false
      guard let entry = core.refuse(isCovered: isCovered) else { return false }
      if isCovered { carryOut(machine.ended(entry, .failed(Self.error))) }
    case .cut:
      guard core.cut(), let playing = core.playing else { return false }
      if playing.end <= CoreModel.ahead + CoreModel.moment { shorts.insert(playing.entry) }
    case .starve: return core.starve(true)
    case .feed: return core.starve(false)
    case .time: return passTime()
    }
    return true
  }

  private mutating func newLoad(isNext: Bool) -> LoadID {
    let id = ids.nextLoad()
    stories[id] = Story(isStarted: !isNext)
    return id
  }

  /// None of these commands may have an effect.
  private mutating func giveStaleCommands() {
    let actions =
      machine.setPlaying(true, load: stale)
      + machine.seek(to: .zero, id: ids.nextSeek(), load: stale)
      + machine.measure(stale) + machine.unload(stale)
      + machine.setNext(id: nil, position: .zero, after: stale)
      + machine.playNext(stale, after: stale, isPlaying: true)
      + machine.ended(PlaylistEntryID(number: 1_000_000), .played)
      + machine.examined(PlaylistEntryID(number: 1_000_000), .recognized)
    if !actions.isEmpty { violations.append("stale commands had the effect \(actions)") }
  }

  private mutating func render(_ isDone: Bool) -> Bool {
    guard let (bridge, plan) = rendering else { return false }
    rendering = nil
    let start = plan.tailDuration - plan.length
    if isDone {
      opened.insert(bridge)
      playlist.open(bridge, .bridge)
      core.lengths[bridge] = plan.length
    }
    let rendered = Overlap.Rendered(
      start: start,
      length: plan.length,
      headDuration: CoreModel.length
    )
    carryOut(machine.rendered(bridge, isDone ? rendered : nil, sample))
    return true
  }

  private mutating func read(_ event: CoreModel.Event) {
    switch event {
    case .began(let id):
      active = playlist.began(id)
      apply(gate.began(active))
      if let active { carryOut(machine.began(active)) }
    case .seekBegan: carryOut(machine.seekBegan())
    case .restarted: carryOut(machine.restarted(sample))
    case .ended(let id, let how):
      guard let entry = playlist.ended(id) else { break }
      if active == entry { active = nil }
      let duration = core.lengths[entry] ?? CoreModel.length
      carryOut(machine.ended(entry, how.value, duration: duration))
    case .idle: carryOut(machine.becameIdle())
    case .starved(let isStarved): carryOut(machine.buffering(isStarved, sample))
    }
    wakeIfDue()
  }

  private mutating func passTime() -> Bool {
    let untilWake = wakeAt.map { max($0 - clock, .zero) }
    let due = [core.due, untilWake, untilTooLate].compactMap(\.self).min()
    // The engine is late, but by no more than the output buffers.
    guard let due, core.events.isEmpty || due <= CoreModel.ahead else { return false }
    clock += due
    core.advance(by: due)
    if core.isRead { wakeIfDue() }
    return true
  }

  /// The time until the rendered overlap should have begun.
  private var untilTooLate: Duration? {
    guard let plan = rendering?.plan, let playing = core.playing, core.sounding == playing.entry,
      playing.entry == machine.current?.entry
    else { return nil }
    let rest = plan.tailDuration - plan.length + CoreModel.moment - playing.position
    return rest > .zero ? rest / core.rate : nil
  }

  private mutating func wakeIfDue() {
    guard let due = wakeAt, due <= clock else { return }
    wakeAt = nil
    carryOut(machine.woke(sample))
  }

  // MARK: The driver

  var instant: MonotonicInstant { MonotonicInstant(sinceOrigin: clock) }

  var sample: PlaybackSample {
    PlaybackSample(
      entry: core.playing?.entry,
      position: core.playing.flatMap { $0.stage == .opening ? nil : $0.position },
      duration: core.playing.map { core.lengths[$0.entry] ?? CoreModel.length },
      isSeekable: true,
      now: instant
    )
  }

  private mutating func apply(_ isPaused: Bool?) {
    if let isPaused { core.isPaused = isPaused }
  }

  mutating func carryOut(_ actions: [MPVEngineStateMachine.Action]) {
    for action in actions { carryOut(action) }
  }

  private mutating func carryOut(_ action: MPVEngineStateMachine.Action) {
    switch action {
    case .open(let entry, let id):
      expect(stories[id] != nil, "what has ended is opened")
      opened.insert(entry)
      owners[entry] = id
      playlist.open(entry, .bridge)
      if isShort {
        shorts.insert(entry)
        core.lengths[entry] = .milliseconds(100)
      }
    case .beginLive(let entry, _):
      expect(opened.contains(entry), "a closed entry begins")
    case .examine(let entry):
      expect(opened.contains(entry), "what is closed is examined")
      examining.insert(entry)
    case .close(let entry):
      opened.remove(entry)
      playlist.close(entry)
      examining.remove(entry)
      core.lengths[entry] = nil
      core.ends[entry] = nil
    case .replace(let entry):
      expect(opened.contains(entry), "what is closed is to play")
      gate.replace(with: entry)
      playlist.added(entry, as: core.replace(with: entry))
    case .append(let entry):
      expect(opened.contains(entry), "what is closed is to follow")
      if let id = core.append(entry) { playlist.added(entry, as: id) }
    case .clearPlaylist:
      core.clearPlaylist()
      if let active, core.playing?.entry == active { playlist.cleared(allBut: active) }
    case .stop: core.stop()
    case .seek(let entry, let position): _ = core.seek(entry, to: position)
    case .setPaused(let isPaused): apply(gate.setPaused(isPaused))
    case .setOutput(let settings): core.rate = settings.rate
    case .render(let bridge, _, let head, let plan):
      expect(rendering == nil, "two overlaps are rendered")
      rendering = (bridge, plan)
      core.bridges.insert(bridge)
      owners[bridge] = head
    case .cancelRendering(let bridge):
      expect(rendering?.bridge == bridge || opened.contains(bridge), "there is nothing to cancel")
      if rendering?.bridge == bridge { rendering = nil }
      carryOut(.close(bridge))
    case .setEnd(let entry, let end): core.setEnd(of: entry, to: end)
    case .trim(let entry, let length): core.lengths[entry] = CoreModel.length - length
    case .measure: carryOut(machine.measured(sample))
    case .wake(let delay): wakeAt = delay.map { clock + max($0, .zero) }
    case .report(let id, let report): hear(report, of: id)
    }
  }

  private mutating func hear(_ report: LoadEvent, of id: LoadID) {
    guard let story = stories[id] else {
      violations.append("\(report) after the last report")
      return
    }
    switch report {
    case .opened:
      expect(!story.isOpened, "opened twice")
      expect(!story.isLoaded && !story.isStarted, "opened behind what follows from that")
      stories[id]?.isOpened = true
    case .loaded:
      expect(!story.isLoaded, "loaded twice")
      stories[id]?.isLoaded = true
    case .started:
      expect(!story.isStarted, "started twice")
      stories[id]?.isStarted = true
    case .seekCompleted(let seek, _):
      let isAwaited = [story.seek, story.seekToEnd].contains(seek)
      expect(isAwaited, "a seek is answered that nobody waits for")
      stories[id]?.seek = nil
      stories[id]?.seekToEnd = nil
    case .position, .liveEdge, .buffering: expect(story.isLoaded, "\(report) before it is loaded")
    case .duration, .metadata, .format, .suppressed, .buffered, .remote: break
    case .ended(let next), .failed(_, let next):
      stories[id] = nil
      ended.insert(id)
      expect(next == nil || stories[next ?? id] != nil, "followed by what has ended")
    case .superseded, .released, .takenOver: stories[id] = nil
    }
  }

  mutating func expect(_ isTrue: Bool, _ message: @autoclosure () -> String) {
    if !isTrue { violations.append(message()) }
  }

  static let error = PlayerError(.interrupted, "cut")
}

extension EngineWorld.Joint {
  fileprivate var value: NextItem.Joint {
    switch self {
    case .gapless, .late, .short: .gapless
    case .held: .apart
    case .overlapping: .overlapping(.early)
    case .overlappingLate: .overlapping(.late)
    }
  }
}

extension EngineWorld.Verdict {
  fileprivate var value: PlayerKitMedia.Verdict {
    switch self {
    case .recognized: .recognized
    case .unknown: .unknown
    case .failed: .failed(EngineWorld.error)
    }
  }
}

extension CoreModel.How {
  fileprivate var value: EntryEnd {
    switch self {
    case .played: .played
    case .brokenOff: .brokenOff(EngineWorld.error)
    case .failed: .failed(EngineWorld.error)
    case .stopped: .stopped
    }
  }
}
