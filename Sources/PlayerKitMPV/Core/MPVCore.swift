import Dispatch
import Logging
import PlayerKit
import PlayerKitMedia
import PlayerKitSystem

/// Drives one libmpv core: passes commands and events to the state machine and performs the actions
/// it returns. Isolated to the thread of the core's event loop.
actor MPVCore {
  let handle: MPVHandle
  let executor: MPVExecutor
  let registry: StreamRegistry
  let sources: SourceOpener
  let renderings = OverlapRenderings()
  let probes = FormatProbes()
  let configuration: MPVEngine.Configuration

  private(set) var machine = MPVEngineStateMachine()
  /// The loads that have not ended.
  private(set) var loads: [LoadID: EngineLoad] = [:]
  var playlist = Playlist()
  /// When to check for stream metadata again.
  var metadataAt: MonotonicInstant?
  /// The last report of buffered bytes, and when the next one is due.
  var buffering = BufferingReport()
  var loudness = Loudness()
  /// The audio processing of the current entry, and when it changes next.
  var sound: SoundChain
  var soundAt: MonotonicInstant?
  var filters = FilterChanges()
  /// Delivers audio measurements to readers.
  let meter: SoundMeter
  var metering = MeterWatch()
  /// libmpv's name for the open output.
  var outputName: String?
  var volume = VolumeState()
  /// The kind of volume in use. Readable from any thread.
  nonisolated let volumeKind = Locked(MPVEngine.VolumeKind.software)
  private var fader: Fader
  /// The entry that was loaded to play at once, so that it may start within its media.
  private(set) var replacing: PlaylistEntryID?
  var pauseGate = PauseGate()
  private(set) var active: PlaylistEntryID?
  private var wakeAt: MonotonicInstant?
  var outputWatch = OutputWatch()
  var formats = FormatWatch()
  private var isPausedForCache = false
  private var isQuitting = false

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(_ configuration: MPVEngine.Configuration) throws(MPVFailure) {
    self.configuration = configuration
    fader = Fader(length: configuration.fade)
    if case .device(let id) = configuration.output { outputWatch.device = id }
    machine.longestLivePause = configuration.longestLivePause
    sources = SourceOpener(configuration.loading)
    registry = StreamRegistry(
      clock: configuration.clock,
      longestWait: configuration.longestLivePause
    )
    registry.add(.silence, source: Self.silence(configuration.outputQuality))
    handle = try MPVHandle(configuration, registry)
    sound = SoundChain(
      sampleRate: MPVEngine.Configuration.commonRate,
      hasRubberband: handle.hasRubberband
    )
    meter = SoundMeter()
    executor = MPVExecutor(handle: handle)
  }

  /// Starts the thread. Leaves `ended` when libmpv's threads have ended and all streams are closed.
  ///
  /// - Returns: whether a thread could be started. If not, the core has ended.
  nonisolated func start(_ ended: DispatchGroup) -> Bool {
    registry.setMetadataHandler { [weak self] entry, metadata, offset in
      self?.submit { $0.received(metadata, from: entry, at: offset) }
    }
    registry.setJumpHandler { [weak self] entry, jump, offset in
      self?.submit { $0.jumped(jump, in: entry, at: offset) }
    }
    submit {
      $0.watchDevices()
      $0.adopt($0.deviceFormat(of: $0.outputWatch.device))
    }
    ended.enter()
    return executor.start(
      timeout: { [self] in assumeIsolated { $0.timeout } },
      onEvent: { [self] event in assumeIsolated { $0.handle(event) } },
      onEnd: { [renderings, probes, sources, registry, meter] in
        meter.close()
        renderings.close()
        probes.close()
        sources.close()
        registry.stopCounting()
        registry.waitForExaminations()
        ended.leave()
      }
    )
  }

  /// Runs a closure on the core's thread.
  ///
  /// - Returns: `false` if the core has ended; then the closure does not run.
  @discardableResult
  nonisolated func submit(_ body: @escaping @Sendable (isolated MPVCore) -> Void) -> Bool {
    executor.submit {
      self.assumeIsolated {
        body($0)
        $0.keepMeter(after: .none)
      }
    }
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
    let joint = request.map { self.joint(of: $0, to: after) } ?? NextItem.Joint.gapless
    run {
      $0.setNext(
        id: request?.id,
        position: request?.position ?? .zero,
        joint: joint,
        rate: request?.rate,
        after: after
      )
    }
  }

  private func examined(_ entry: PlaylistEntryID, _ verdict: Verdict) {
    let isLive: Bool? =
      switch verdict {
      case .recognized, .unknown: registry.isLiveAhead(entry)
      case .failed: nil
      }
    if let isLive { run { $0.opened(entry, isLive: isLive) } }
    if case .recognized = verdict { return recognized(entry) }
    run { $0.examined(entry, verdict) }
  }

  func run(_ command: (inout MPVEngineStateMachine) -> [MPVEngineStateMachine.Action]) {
    machine.now = configuration.clock.now
    perform(command(&machine))
  }

  /// Starts closing. The loop ends when libmpv shuts down.
  func close() {
    guard !isQuitting else { return }
    isQuitting = true
    execute(fader.finish())
    if volume.stream.isTaken {
      // Otherwise the audio would be louder for a moment.
      set("pause", "yes")
      restoreVolume()
    }
    endTail()
    perform(machine.close())
    command("quit")
  }

  // MARK: The loop

  /// The time on the clock of positions. Deadlines that depend on the playback position use it.
  var now: MonotonicInstant { configuration.clock.now }

  /// How many seconds the loop may wait for an event.
  var timeout: Double {
    let (now, systemNow) = (now, ContinuousClock.now)
    let waits =
      [wakeAt, metadataAt, buffering.due, soundAt, filters.dueAt].compactMap { $0.map { $0 - now } }
      + [
        fader.deadline, outputWatch.checkAt, volume.tail?.checkAt, metering.checkAt,
      ].compactMap { $0.map { $0 - systemNow } }
    guard let wait = waits.min() else { return -1 }
    return max(wait.seconds, 0)
  }

  /// Handles one event.
  ///
  /// - Returns: whether the loop continues.
  func handle(_ event: MPVEvent) -> Bool {
    handling: switch event {
    case .none, .other:
      break
    case .shutdown:
      // If we did not ask for it, libmpv gave up.
      if !isQuitting { perform(machine.close()) }
      return false
    case .log(let level, let module, let text):
      let line = text.trimmed(\.isNewline)
      let level: Logger.Level = level == "fatal" ? .error : .debug
      configuration.logger.log(level: level, "\(line)", metadata: ["module": "\(module)"])
    case .startFile(let id):
      active = playlist.began(id)
      setPaused(pauseGate.began(active))
      if let active { perform(machine.began(active)) }
      execute(fader.release(canFade: canFade, at: .now))
    case .endFile(let id, let end):
      finish(id, end)
      execute(fader.release(canFade: canFade, at: .now))
    case .seek:
      fader.seekBegan()
      perform(machine.seekBegan())
    case .playbackRestart:
      // Nothing of an empty clip is audible. Its end, which comes next, reports the error.
      takeVolumeAtRestart()
      beginLiveClock()
      if !isEmptyClip(active) { perform(machine.restarted(reading())) }
      execute(fader.restarted(canFade: canFade, at: .now))
    case .propertyChange(let name, let value):
      changed(name, value)
    case .hook(let name, let id):
      // libmpv's core stops until the hook continues.
      switch MPVHook(rawValue: name) {
      case .isRefused: coverRefusal()
      case .isOpened:
        recordFormat()
        setExtent()
        beginSound()
        setFilters(atOnce: true)
      case .isToBeUnloaded:
        recordEnd()
        if !isQuitting, holdsTail(id) { break handling }
        confirmEnd()
      case nil: break
      }
      handle.continueHook(id)
    }
    wakeIfDue()
    checkOutputIfDue()
    keepMeter(after: event)
    return true
  }

  func setPaused(_ isPaused: Bool?) {
    if let isPaused { set("pause", isPaused) }
  }

  /// Makes libmpv keep its decision to leave an entry that it has played to its end. Call it before
  /// libmpv continues from the hook.
  ///
  /// If seeks or new filters reach libmpv after the end, they reset that decision, and libmpv
  /// aborts the process: it leaves the entry anyway, without a reason. Nothing can reset it later,
  /// since all commands come from this thread.
  func confirmEnd() {
    guard !isQuitting, handle.flag("playback-abort") == false else { return }
    if let active { playlist[active]?.isEndConfirmed = true }
    command("playlist-next", "force")
  }

  private func finish(_ id: Int64, _ end: MPVEvent.End) {
    guard let entry = playlist.ended(id) else { return }
    if active == entry { active = nil }
    let end = EndClassifier.classify(
      playlist[entry]?.isEndConfirmed == true ? .endOfFile : end,
      streamFailure: registry.facts(of: entry).failure,
      truncation: playlist[entry]?.truncation
    )
    playlist[entry]?.truncation = nil
    playlist[entry]?.isEndConfirmed = false
    let duration = playlist[entry]?.duration
    run { $0.ended(entry, end, duration: duration) }
  }

  private func changed(_ name: String, _ value: MPVValue) {
    switch name {
    case "idle-active":
      if value == .flag(true) { run { $0.becameIdle() } }
    case "paused-for-cache":
      let isPaused = value == .flag(true)
      guard isPaused != isPausedForCache else { return }
      isPausedForCache = isPaused
      perform(machine.buffering(isPaused, reading()))
    case "current-ao":
      outputName = value.text
      outputVolumeChanged()
      outputChanged(to: value.text)
    case "audio-device-list": devicesChanged(to: value)
    case Self.outputFormat: outputFormatChanged(to: value)
    case Self.sourceFormat: formats.isDue = true
    default:  // Only these are observed.
      break
    }
  }

  private func wakeIfDue() {
    if let metadataAt, metadataAt <= now { reportMetadata() }
    reportBuffered()
    reportFormat()
    execute(fader.tick(at: .now))
    moveSound()
    setFiltersIfDue()
    checkTailIfDue()
    guard let deadline = wakeAt, deadline <= now else { return }
    wakeAt = nil
    perform(machine.woke(reading()))
  }

  // MARK: Actions

  private func perform(_ actions: [MPVEngineStateMachine.Action]) {
    execute(fader.handle(actions, canFade: canFade, at: .now))
  }

  func perform(_ action: MPVEngineStateMachine.Action) {
    if action.changesPlayback { endTail() }
    switch action {
    case .open(let entry, let id):
      guard let load = loads[id] else { return }
      let position = machine.beginning(of: entry)
      playlist.open(entry, .track(load), at: position)
      let place = machine.placeToOpen(id, at: position, clip: load.clip)
      let limits = machine.continuesLive(entry) ? HTTPReader.Limits.resumed : .init()
      registry.add(entry, source: sources.open(load.source, limits: limits, at: place, for: id))
    case .beginLive(let entry, let position):
      playlist[entry]?.liveStart = position
    case .close(let entry):
      playlist.close(entry)
      registry.remove(entry)
    case .examine(let entry):
      registry.examine(entry) { [self] verdict in
        submit { $0.examined(entry, verdict) }
      }
    case .replace(let entry):
      replacing = entry
      awaitVolume()
      pauseGate.replace(with: entry)
      loadFile(entry, mode: "replace")
    case .append(let entry):
      // libmpv may already have reached the entry appended after the bridge.
      guard playingEntry != entry else { return }
      loadFile(entry, mode: "append-play")
    case .clearPlaylist:
      command("playlist-clear")
      // libmpv may have moved on without the engine knowing yet.
      if let active, playingEntry == active { playlist.cleared(allBut: active) }
    case .stop:
      restoreVolume()
      command("stop")
    case .seek(let entry, let position):
      if !seek(entry, to: position) { execute(fader.release(canFade: canFade, at: .now)) }
    case .setPaused(let isPaused):
      setPaused(pauseGate.setPaused(isPaused))
    case .setOutput(let settings):
      setVolume(settings.volume, isMuted: settings.isMuted)
      set("speed", settings.rate)
      changeSoundRate(to: settings.rate)
      changeSound(to: settings.processing)
      formats.isDue = true
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
      wakeAt = delay.map { now + $0 }
    case .report(let id, let report):
      let load = loads[id]
      if report.isTerminal { loads[id] = nil }
      load?.onReport(report)
      formats.isDue = true
      reportMetadata()
    }
  }

  /// Seeks to a position of an entry.
  ///
  /// - Returns: `false` if libmpv refuses or has ended the entry, as the seek would apply to the
  ///   next one.
  private func seek(_ entry: PlaylistEntryID, to position: Duration) -> Bool {
    guard playingEntry == entry, handle.flag("playback-abort") == false else { return false }
    // libmpv rounds down to a sample; adding half a sample hits the right one.
    let time = extent(of: entry).time(of: position).seconds
    let target = time + 0.5 / Double(sampleRate(of: entry))
    refreshSound()
    return command("seek", "\(target)", "absolute+exact") != nil
  }

  private func loadFile(_ entry: PlaylistEntryID, mode: String) {
    let result = command("loadfile", StreamRegistry.name(of: entry), mode)
    if case .int(let id)? = result?["playlist_entry_id"] { playlist.added(entry, as: id) }
  }
}
