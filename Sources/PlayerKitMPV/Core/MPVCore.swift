import Logging
import PlayerKit

/// Drives one libmpv core: feeds commands and events to the state machine and carries out what that
/// says. Isolated to the thread of the core's event loop.
actor MPVCore {
  let handle: MPVHandle
  let executor: MPVExecutor
  let registry: StreamRegistry
  let sources: SourceOpener
  let renderings: OverlapRenderings
  let configuration: MPVEngine.Configuration

  private(set) var machine = MPVEngineStateMachine()
  private(set) var loads: [LoadID: EngineLoad] = [:]
  /// The loads of the entries.
  private(set) var owners: [Entry: LoadID] = [:]
  /// What live streams said and nobody has heard yet, and when the next of it is due.
  var metadata = MetadataSchedule()
  var metadataAt: ContinuousClock.Instant?
  /// libmpv's ids of the entries that it has, or had a moment ago.
  private var entries: [Int64: Entry] = [:]
  /// How loads stand to their neighbours, where that matters.
  var albums: [Entry: AlbumContext] = [:]
  /// The filters that entries got.
  var filters: [Entry: String] = [:]
  var loudness = Loudness()
  /// libmpv's name of the output that is open.
  private(set) var outputName: String?
  /// The output's own volume, while a fade changes it.
  var outputVolume: Double?
  private var fader: Fader
  var shortfalls: [Entry: PlayerError] = [:]
  /// The clips of entries that have one.
  var clips: [Entry: Clip] = [:]
  /// Where entries end early, and how much of the beginning of others is left out.
  var earlyEnds: [Entry: Duration] = [:]
  var trims: [Entry: Duration] = [:]
  /// Entries that are overlaps: their gains are in them.
  var bridges: Set<Entry> = []
  /// Entries that were to play at once, so that they may begin elsewhere than where the media does.
  private(set) var replacing: Entry?
  private var pauseGate = PauseGate()
  private(set) var active: Entry?
  private var wakeAt: ContinuousClock.Instant?
  var outputWatch = OutputWatch()
  private var isPausedForCache = false
  private var isQuitting = false
  private var hasShutDown = false
  private let log: LogForwarder

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(
    handle: MPVHandle,
    executor: MPVExecutor,
    registry: StreamRegistry,
    sources: SourceOpener,
    renderings: OverlapRenderings,
    configuration: MPVEngine.Configuration
  ) {
    self.handle = handle
    self.executor = executor
    self.registry = registry
    self.sources = sources
    self.renderings = renderings
    self.configuration = configuration
    fader = Fader(length: configuration.fade)
    log = LogForwarder(logger: configuration.logger)
    registry.add(.silence, source: Self.silence(sampleRate: configuration.sampleRate))
  }

  // MARK: Commands

  func load(_ request: EngineLoad) {
    loads[request.id] = request
    perform(
      machine.load(id: request.id, position: request.position, isPlaying: request.isPlaying)
    )
  }

  func setNext(_ request: EngineLoad?, after: LoadID) {
    if let request { loads[request.id] = request }
    let isGapless = request.map { request in
      (request.clip?.start ?? .zero) <= Extent.latestGaplessStart(of: request.source)
    }
    let canOverlap = request.map(canOverlap) ?? false
    let isLate = request.map { isRenderedLate($0, after: after) } ?? false
    run {
      $0.setNext(
        id: request?.id,
        position: request?.position ?? .zero,
        isGapless: isGapless ?? true,
        canOverlap: canOverlap,
        isRenderedLate: isLate,
        after: after
      )
    }
  }

  func run(_ command: (inout MPVEngineStateMachine) -> [MPVEngineStateMachine.Action]) {
    machine.now = configuration.clock.now
    perform(command(&machine))
  }

  private func examined(_ entry: Entry, _ verdict: Verdict) {
    run { $0.examined(entry, verdict) }
  }

  /// Begins the end; the loop ends with libmpv's shutdown.
  func close() {
    guard !isQuitting else { return }
    isQuitting = true
    carryOut(fader.finish())
    perform(machine.close())
    attempt { () throws(MPVFailure) in try handle.command("quit") }
  }

  // MARK: The loop

  /// Seconds that the loop may wait for an event.
  var timeout: Double {
    let dues = [wakeAt, metadataAt, fader.deadline, outputWatch.checkAt]
    guard let due = dues.compactMap(\.self).min() else { return -1 }
    return max((due - .now).seconds, 0)
  }

  /// Takes one event.
  ///
  /// - Returns: whether the loop goes on.
  func handle(_ event: MPVEvent) -> Bool {
    switch event {
    case .none, .fileLoaded, .overflow, .other:
      break
    case .shutdown:
      // Not asked for: libmpv gives up by itself.
      if !isQuitting { perform(machine.close()) }
      return false
    case .log(let level, let module, let text):
      log.note(level: level, module: module, text: text)
    case .startFile(let id):
      active = entries[id]
      tellPaused(pauseGate.began(active))
      if let active { perform(machine.began(active)) }
      carryOut(fader.release(canFade: canFade, at: .now))
    case .endFile(let id, let end):
      finish(id, end)
      carryOut(fader.release(canFade: canFade, at: .now))
    case .seek:
      fader.seekBegan()
      perform(machine.seekBegan())
    case .playbackRestart:
      // Nothing of an empty clip can be heard: its end, which comes now, tells what is wrong.
      if !isEmptyClip(active) { perform(machine.restarted(reading())) }
      carryOut(fader.restarted(canFade: canFade, at: .now))
    case .propertyChange(let name, let value):
      changed(name, value)
    case .hook(let name, let id):
      // Until it is told to go on, libmpv's core stands still.
      defer { handle.continueHook(id) }
      switch MPVHook(rawValue: name) {
      case .isRefused: coverRefusal()
      case .isOpened:
        setExtent()
        setFilters()
      case .isToBeUnloaded: noteShortfall()
      case nil: break
      }
    }
    wakeIfDue()
    checkOutputIfDue()
    return true
  }

  private func tellPaused(_ isPaused: Bool?) {
    guard let isPaused else { return }
    attempt { () throws(MPVFailure) in try handle.set("pause", .flag(isPaused)) }
  }

  private func finish(_ id: Int64, _ end: MPVEvent.End) {
    guard let entry = entries.removeValue(forKey: id) else { return }
    if active == entry { active = nil }
    let shortfall = shortfalls.removeValue(forKey: entry)
    let end = EndClassifier.classify(
      end,
      streamFailure: registry.failure(of: entry),
      shortfall: shortfall
    )
    perform(machine.ended(entry, end))
  }

  private func changed(_ name: String, _ value: MPVValue) {
    switch name {
    case "idle-active":
      if value == .flag(true) { perform(machine.becameIdle()) }
    case "paused-for-cache":
      let isPaused = value == .flag(true)
      guard isPaused != isPausedForCache else { return }
      isPausedForCache = isPaused
      perform(machine.buffering(isPaused, reading()))
    case "current-ao":
      outputName = value.text
      outputChanged(to: value.text)
    default:  // only these are observed
      break
    }
  }

  private func wakeIfDue() {
    if let metadataAt, metadataAt <= .now { tellMetadata() }
    carryOut(fader.tick(at: .now))
    guard let deadline = wakeAt, deadline <= .now else { return }
    wakeAt = nil
    perform(machine.woke(reading()))
  }

  // MARK: Carrying out

  private func perform(_ actions: [MPVEngineStateMachine.Action]) {
    carryOut(fader.take(actions, canFade: canFade, at: .now))
  }

  func perform(_ action: MPVEngineStateMachine.Action) {
    switch action {
    case .open(let entry, let id):
      guard let load = loads[id] else { return }
      clips[entry] = load.clip
      owners[entry] = id
      if load.album.isInOrder { albums[entry] = load.album }
      registry.add(entry, source: sources.open(load.source))
    case .close(let entry):
      clips[entry] = nil
      owners[entry] = nil
      metadata.remove(entry)
      albums[entry] = nil
      filters[entry] = nil
      earlyEnds[entry] = nil
      trims[entry] = nil
      bridges.remove(entry)
      registry.remove(entry)
    case .examine(let entry):
      registry.examine(entry) { [self, executor] verdict in
        executor.submit { self.assumeIsolated { $0.examined(entry, verdict) } }
      }
    case .replace(let entry):
      replacing = entry
      pauseGate.replace(with: entry)
      loadFile(entry, mode: "replace")
    case .append(let entry):
      // libmpv may have come to what is put back behind the bridge.
      guard playingEntry != entry else { return }
      loadFile(entry, mode: "append-play")
    case .clearPlaylist:
      attempt { () throws(MPVFailure) in try handle.command("playlist-clear") }
    case .stop:
      attempt { () throws(MPVFailure) in try handle.command("stop") }
    case .seek(let position):
      // libmpv rounds down to a sample; half of one more hits the one that is meant.
      let time = playingEntry.map { extent(of: $0).time(of: position) } ?? position
      let target = time.seconds + 0.5 / Double(configuration.sampleRate)
      let isTaken = attempt { () throws(MPVFailure) in
        try handle.command(
          "seek",
          ["target": .double(target), "flags": .string("absolute+exact")]
        )
      }
      if !isTaken { carryOut(fader.release(canFade: canFade, at: .now)) }
    case .setPaused(let isPaused):
      tellPaused(pauseGate.setPaused(isPaused))
    case .setOutput(let settings):
      attempt { () throws(MPVFailure) in
        try handle.set("volume", .double(settings.volume * 100))
        try handle.set("mute", .flag(settings.isMuted))
        try handle.set("speed", .double(settings.rate))
      }
      guard settings.loudness != loudness else { return }
      loudness = settings.loudness
      setFilters()
    case .render(let bridge, let tail, let head, let plan):
      render(bridge, tail: tail, head: head, plan)
    case .setEnd(let entry, let position):
      setEnd(of: entry, to: position)
    case .trim(let entry, let length):
      trim(entry, by: length)
    case .cancelRendering(let bridge):
      cancelRendering(bridge)
    case .measure:
      perform(machine.measured(reading()))
    case .wake(let delay):
      wakeAt = delay.map { .now + $0 }
    case .report(let id, let report):
      let load = loads[id]
      if report.isTerminal { loads[id] = nil }
      load?.onReport(report)
      tellMetadata()
    }
  }

  private func loadFile(_ entry: Entry, mode: String) {
    attempt { () throws(MPVFailure) in
      let result = try handle.command(
        "loadfile",
        ["url": .string(StreamRegistry.name(of: entry)), "flags": .string(mode)]
      )
      if case .int(let id) = result["playlist_entry_id"] { entries[id] = entry }
    }
  }

  // A command that fails changes nothing in libmpv; what follows from it comes as an event, or does
  // not. There is nothing to do but to leave a trace.
  @discardableResult
  func attempt(_ body: () throws(MPVFailure) -> Void) -> Bool {
    do throws(MPVFailure) {
      try body()
      return true
    } catch {
      configuration.logger.debug("libmpv refused a command", metadata: ["error": "\(error.text)"])
      return false
    }
  }
}

extension Duration {
  /// In seconds.
  var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) * 1e-18
  }
}
