import PlayerKit
import PlayerKitMedia

/// Decides what a libmpv engine does for each command and event. Pure: returns the actions to
/// perform.
///
/// It knows the audible load (`current`), the load after it (`next`), and the entry that libmpv
/// decodes (`active`). `current` and `active` differ for the half second between libmpv's change to
/// the next entry and the moment when it becomes audible.
struct MPVEngineStateMachine: Sendable {
  enum Action: Sendable, Equatable {
    /// Binds the name of an entry to the source of a load.
    case open(PlaylistEntryID, LoadID)
    /// Sets the start position of a live entry.
    case beginLive(PlaylistEntryID, at: Duration)
    /// Reads an entry's first bytes ahead; results in ``examined(_:_:)``.
    case examine(PlaylistEntryID)
    /// Removes the name of an entry.
    case close(PlaylistEntryID)
    /// Plays an entry at once and replaces libmpv's playlist.
    case replace(PlaylistEntryID)
    /// Appends an entry to libmpv's playlist, and plays it if nothing plays.
    case append(PlaylistEntryID)
    /// Removes everything from libmpv's playlist except the current entry.
    case clearPlaylist
    case stop
    /// Seeks to a position of an entry. Has no effect if libmpv has ended it.
    case seek(PlaylistEntryID, Duration)
    case setPaused(Bool)
    case setOutput(OutputSettings)
    /// Renders the overlap of two loads as an entry; results in ``rendered(_:_:_:)``.
    case render(PlaylistEntryID, tail: LoadID, head: LoadID, Overlap.Plan)
    /// Cancels a rendering and drops its result.
    case cancelRendering(PlaylistEntryID)
    /// Ends an entry at this position; `nil` restores its own end.
    case setEnd(PlaylistEntryID, Duration?)
    /// Skips the start of an unopened entry.
    case trim(PlaylistEntryID, Duration)
    /// Requests ``measured(_:)``.
    case measure
    /// Requests one ``woke(_:)`` after this time and replaces an earlier request; `nil` for none.
    case wake(after: Duration?)
    case report(LoadID, LoadEvent)
  }

  var current: EngineItem?
  var next: NextItem?
  /// The entry that libmpv has begun and not ended.
  var active: PlaylistEntryID?
  var isPlaying = false
  var output = OutputSettings()
  /// The speed that libmpv got last.
  var toldRate = 1.0
  /// Whether the current load has finished while the next one is still opening.
  var isTailHeard = false
  /// Why everything is silent, as there is no usable output.
  var outputHold: OutputHold?
  /// The time since which the current load, a live stream, is paused.
  var pausedAt: MonotonicInstant?
  /// After a longer pause, a live stream resumes at the live position.
  var longestLivePause = Duration.seconds(60)
  /// The time of the last input that carried one: a command or a sample.
  var now: MonotonicInstant?
  private var isBuffering = false
  private var entryCount: UInt64 = 0
  private var isClosed = false

  init() {}

  // MARK: Commands

  mutating func load(id: LoadID, position: Duration, isPlaying: Bool) -> [Action] {
    guard !isClosed else { return [.report(id, .superseded)] }
    let actions = endAll(.superseded)
    self.isPlaying = isPlaying
    pausedAt = nil
    let slot = EngineItem(id: id, entry: newEntry(), position: position)
    current = slot
    return actions + [.wake(after: nil), .open(slot.entry, id)]
      + replace(with: slot.entry, isPaused: shallPause || slot.mustStaySilent)
      + suppression(of: id)
  }

  /// Replaces the next load; if `id` is `nil`, nothing follows.
  mutating func setNext(
    id: LoadID?,
    position: Duration,
    joint: NextItem.Joint = .gapless,
    rate: Double? = nil,
    after: LoadID
  ) -> [Action] {
    guard let current, current.id == after else {
      return id.map { [.report($0, .superseded)] } ?? []
    }
    let cutTail = cutTail
    let actions = dropNext(.superseded) + (cutTail.map { reload(at: $0) } ?? [])
    guard let id else { return actions + finishIfTailHeard() }
    let slot = EngineItem(id: id, entry: newEntry(), position: position)
    next = NextItem(slot: slot, position: position, joint: joint, rate: rate)
    return actions + [.open(slot.entry, id)]
      + (isTailHeard ? beginNext() : [.examine(slot.entry)])
  }

  /// Handles the arrival of the next load's first bytes. Comes before the verdict on them.
  ///
  /// - Parameter isLive: whether it has no end, according to its server.
  func opened(_ entry: PlaylistEntryID, isLive: Bool) -> [Action] {
    guard let slot = next?.slot, slot.entry == entry, !slot.isLoaded else { return [] }
    return [.report(slot.id, .opened(isLive: isLive))]
  }

  /// Handles the verdict on the next load's first bytes.
  ///
  /// libmpv gets only media that will very probably open. Other media follows when the tail was
  /// heard. ``mustNotFail(_:)`` handles media that fails to open anyway.
  mutating func examined(_ entry: PlaylistEntryID, _ verdict: Verdict) -> [Action] {
    // If libmpv already has the entry, libmpv judges it.
    guard let next, next.slot.entry == entry, next.stage == .held else { return [] }
    switch verdict {
    case .recognized:
      self.next?.isRecognized = true
      return appendNext()
    case .unknown:
      return []
    case .failed(let error):
      return failNext(error)
    }
  }

  mutating func setPlaying(_ isPlaying: Bool, load: LoadID) -> [Action] {
    guard let slot = current, slot.id == load, self.isPlaying != isPlaying else { return [] }
    self.isPlaying = isPlaying
    if let actions = intentChanged(slot) { return actions }
    let actions: [Action] = mustStaySilent ? [] : [.setPaused(shallPause)]
    if slot.isOver { return actions + [.wake(after: nil), .measure] }
    return actions + (slot.isLoaded ? correctSoon() + [.measure] : [])
  }

  mutating func measure(_ load: LoadID) -> [Action] {
    guard let slot = current, slot.id == load, slot.isLoaded else { return [] }
    current?.owesPosition = true
    return [.measure]
  }

  mutating func seek(to position: Duration, id: SeekID, load: LoadID) -> [Action] {
    guard let slot = current, slot.id == load else { return [] }
    current?.isPositionVague = false
    let target = EngineItem.Target(position: max(position, .zero), id: id)
    switch slot.phase {
    case .opening:
      return [.setPaused(true)] + sendCurrent(to: target)
    case .ready where !slot.isSeekable:
      current?.refused = id
      return [.measure]
    case .ready where slot.body != nil:
      // The overlap comes after it, wherever it seeks.
      return reload(at: target)
    case .ready:
      return dropOverlap(before: target.position) + sendCurrent(to: target)
    case .over:
      // The end is near, unless playback is paused.
      let isToEnd = slot.duration.map { target.position >= $0 } ?? false
      return isToEnd && !shallPause ? [] : reload(at: target)
    }
  }

  mutating func unload(_ load: LoadID) -> [Action] {
    if next?.slot.id == load {
      let cutTail = cutTail
      return dropNext(.released) + (cutTail.map { reload(at: $0) } ?? finishIfTailHeard())
    }
    guard current?.id == load else { return [] }
    // Paused first, because libmpv plays its buffer if it stops unpaused. Reported last, when it is
    // silent.
    return [.wake(after: nil), .setPaused(true), .stop]
      + dropNext(.superseded) + endCurrent(.released)
  }

  mutating func setOutput(_ settings: OutputSettings) -> [Action] {
    let old = output
    output = settings
    let actions = tellOutput() + renewOverlap(after: old)
    guard settings.rate != old.rate, current?.isLoaded == true else { return actions }
    // libmpv computes the output's buffer at the new speed, although it was filled at the old one.
    // Its position is wrong until the buffer was heard.
    current?.isPositionVague = true
    // If a tail is playing, its end must be checked.
    return actions + (isTailSounding ? [.measure] : [.measure, .wake(after: Self.outputDelay)])
  }

  mutating func close() -> [Action] {
    guard !isClosed else { return [] }
    isClosed = true
    return endAll(.released) + [.wake(after: nil)]
  }

  // MARK: Events of libmpv

  mutating func began(_ entry: PlaylistEntryID) -> [Action] {
    active = entry
    isBuffering = false
    // The previous load failed, and this one was revoked before that was known.
    guard let current else { return isClosed ? [] : [.setPaused(true), .stop] }
    guard entry != current.entry, entry != current.body else {
      self.current?.isInherited = false
      return []
    }
    guard current.isOver else {
      guard current.isInherited else { return [] }
      // It was revoked, but libmpv has continued with it.
      let follower = next.flatMap { $0.isAppended ? Action.append($0.slot.entry) : nil }
      return replace(with: current.entry, isPaused: shallPause || current.mustStaySilent)
        + (follower.map { [$0] } ?? [])
    }
    if let next, next.slot.entry == entry {
      self.next?.stage = .active(next.overlap)
      return tellRate() + [.measure]
    }
    // It was revoked too late, as libmpv had chosen it. The right load must not follow it
    // automatically.
    if next?.isAppended == true { next?.stage = .held }
    return [.clearPlaylist]
  }

  mutating func seekBegan() -> [Action] {
    guard let active else { return [] }
    var destination: Duration?
    if current?.entry == active {
      destination = current?.seekBegan()
    } else if next?.slot.entry == active {
      destination = next?.slot.seekBegan()
    }
    return destination.map { [.seek(active, $0)] } ?? []
  }

  mutating func restarted(_ reading: PlaybackSample) -> [Action] {
    now = reading.now
    guard let active, reading.entry == active else { return [] }
    if current?.entry == active {
      current?.isPositionVague = false
      return restartedCurrent(reading)
    }
    guard current?.isOver == true else { return [] }
    return next?.slot.entry == active ? restartedNext(reading) : awaitAudible(reading)
  }

  /// - Parameter duration: the duration of a short entry, whose start libmpv may not have reported.
  mutating func ended(
    _ entry: PlaylistEntryID,
    _ end: EntryEnd,
    duration: Duration? = nil
  ) -> [Action] {
    if active == entry { active = nil }
    if let duration {
      if current?.entry == entry, current?.duration == nil { current?.duration = duration }
      if next?.slot.entry == entry, next?.slot.duration == nil { next?.slot.duration = duration }
    }
    if end == .played, let actions = bridgeEnded(entry) { return actions }
    if let slot = current, slot.entry == entry, !slot.isOver { return endedCurrent(slot, end) }
    if next?.slot.entry == entry, next?.isActive == true { return endedNext(end) }
    return []
  }

  /// Called when libmpv has no entry and everything was heard.
  mutating func becameIdle() -> [Action] {
    guard let slot = current, slot.isOver, active == nil else { return [] }
    switch next?.stage {
    case .decoded:
      // It was shorter than the buffer and was heard together with the tail before it. The load
      // before may have been so short that its position was never known.
      let start = now.flatMap { now in timeUntilDecoded(now).map { now + min($0, .zero) } }
      let actions = handOver(to: start ?? slot.anchor?.instant ?? now)
      return actions.isEmpty ? finish() : actions + becameIdle()
    case _ where isTailHeard:
      return []
    case .held, .rendering, .rendered:
      return beginNext()
    case .appended, .active:
      return []  // libmpv begins it.
    case nil:
      return finish()
    }
  }

  mutating func buffering(_ isBuffering: Bool, _ reading: PlaybackSample) -> [Action] {
    now = reading.now
    guard let slot = current, self.isBuffering != isBuffering else { return [] }
    self.isBuffering = isBuffering
    moveStart(to: reading.now)
    switch slot.phase {
    case .opening:
      return []
    case .ready:
      current?.isBuffering = isBuffering
      return [.report(slot.id, .buffering(isBuffering))] + anchorCurrent(reading) + correctSoon()
    case .over:
      return isBuffering ? [.wake(after: nil)] : [.measure]
    }
  }

  mutating func measured(_ reading: PlaybackSample) -> [Action] {
    now = reading.now
    moveStart(to: reading.now)
    let actions = anchorCurrent(reading)
    return actions + (current?.isOver == true ? awaitAudible(reading) : appendPostponed())
  }

  mutating func woke(_ reading: PlaybackSample) -> [Action] {
    now = reading.now
    guard current?.isOver == true else {
      current?.isPositionVague = false
      let correction = correct(reading)
      if correction.isEmpty { return appendPostponed(isCorrected: true) }
      // A device may wake up slowly, so check again until the position is right.
      return correction + correctSoon() + appendPostponed()
    }
    return next?.isDecoded == true
      ? awaitDecoded(reading.now, isDue: true) : awaitAudible(reading)
  }

  /// Replaces libmpv's current entry. It falls silent first, or the new entry stays paused until it
  /// begins.
  func replace(with entry: PlaylistEntryID, isPaused: Bool) -> [Action] {
    isPaused ? [.setPaused(true), .replace(entry)] : [.replace(entry), .setPaused(false)]
  }

  mutating func newEntry() -> PlaylistEntryID {
    entryCount += 1
    return PlaylistEntryID(number: entryCount)
  }

  /// The current track time per real time.
  var speed: Double { !shallPause && !isBuffering ? output.rate : 0 }

  /// Returns the position at which the entry is opened.
  func beginning(of entry: PlaylistEntryID) -> Duration {
    let slots = [current, next?.slot].compactMap(\.self)
    return slots.first { $0.entry == entry }?.seek?.target.position ?? .zero
  }

  /// Returns the start position in the media; `nil` if none was requested, so that the media may
  /// choose.
  func placeToOpen(_ id: LoadID, at position: Duration, clip: Clip?) -> Duration? {
    let isAgain = current?.id == id && current?.isLoaded == true
    guard isAgain || position > .zero || clip != nil else { return nil }
    return position + (clip?.start ?? .zero)
  }

  /// Whether libmpv is done with the current load: the rest of it plays, then the next load.
  var isTailSounding: Bool { current?.isOver == true }

  /// Whether an entry is still seeking to its start.
  var mustStaySilent: Bool {
    guard let current else { return false }
    return current.mustStaySilent || (next?.isActive == true && next?.slot.mustStaySilent == true)
  }
}
