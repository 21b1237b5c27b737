import PlayerKitMedia
import PlayerKit

/// What an engine on libmpv does about each command and event. Pure: gives back what is to be done.
///
/// It knows what the user hears (`current`), what is to follow (`next`), and which entry libmpv has
/// in hand (`active`). The first and the last differ for the half second between libmpv's change to
/// the next entry and the moment when that becomes audible.
struct MPVEngineStateMachine: Sendable {
  enum Action: Sendable, Equatable {
    /// Lets the name of an entry mean the source of a load.
    case open(PlaylistEntryID, LoadID)
    /// Says at which position an entry begins that is a live stream.
    case beginLive(PlaylistEntryID, at: Duration)
    /// Reads an entry's first bytes ahead; asks for ``examined(_:_:)``.
    case examine(PlaylistEntryID)
    /// Forgets the name of an entry.
    case close(PlaylistEntryID)
    /// Plays an entry at once, in place of libmpv's playlist.
    case replace(PlaylistEntryID)
    /// Puts an entry behind what libmpv plays; where it plays nothing any more, plays it.
    case append(PlaylistEntryID)
    /// Takes everything out of libmpv's playlist but what it plays.
    case clearPlaylist
    case stop
    /// Goes to a position of an entry. Where libmpv has ended that, nothing is done.
    case seek(PlaylistEntryID, Duration)
    case setPaused(Bool)
    case setOutput(OutputSettings)
    /// Renders the overlap of two loads as an entry; asks for ``rendered(_:_:_:)``.
    case render(PlaylistEntryID, tail: LoadID, head: LoadID, Overlap.Plan)
    /// Ends that, and forgets what came of it.
    case cancelRendering(PlaylistEntryID)
    /// Ends an entry at this position; `nil`: where it ends by itself.
    case setEnd(PlaylistEntryID, Duration?)
    /// Leaves out the beginning of an entry that is not open yet.
    case trim(PlaylistEntryID, Duration)
    /// Asks for ``measured(_:)``.
    case measure
    /// Asks for one ``woke(_:)`` after this time, in place of an earlier wish; `nil`: for none.
    case wake(after: Duration?)
    case report(LoadID, LoadEvent)
  }

  var current: EngineItem?
  var next: NextItem?
  /// What libmpv has begun and not ended.
  var active: PlaylistEntryID?
  var isPlaying = false
  var output = OutputSettings()
  /// The speed that libmpv was given last.
  var toldRate = 1.0
  /// Whether the current load is heard to its end while what follows is still being opened.
  var isTailHeard = false
  /// What keeps all silent, as there is nothing to sound from.
  var outputHold: OutputHold?
  /// Since when the current load, a live stream, may not sound.
  var pausedAt: MonotonicInstant?
  /// After how long a pause a live stream begins where the station is then.
  var longestLivePause = Duration.seconds(60)
  /// What time it was when the last input came that told it: a command, or a reading.
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

  /// Replaces what is to follow; `id` nil: nothing does.
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

  /// The first bytes of what is to follow are here. Comes before the verdict on them.
  ///
  /// - Parameter isLive: whether it has no end, as far as its server has told.
  func opened(_ entry: PlaylistEntryID, isLive: Bool) -> [Action] {
    guard let slot = next?.slot, slot.entry == entry, !slot.isLoaded else { return [] }
    return [.report(slot.id, .opened(isLive: isLive))]
  }

  /// The first bytes of what is to follow were read, or could not be.
  ///
  /// libmpv gets only what will very probably open; the rest follows when the tail was heard. What
  /// fails to open all the same is up to ``mustNotFail(_:)``.
  mutating func examined(_ entry: PlaylistEntryID, _ verdict: Verdict) -> [Action] {
    // What is in libmpv's hand already is judged by that.
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
      // The overlap is behind it, wherever it goes.
      return reload(at: target)
    case .ready:
      return dropOverlap(before: target.position) + sendCurrent(to: target)
    case .over:
      // The end is near, unless nothing moves.
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
    // Paused first: libmpv lets sound what it has buffered where it stops unpaused. Told last: by
    // then it is silent.
    return [.wake(after: nil), .setPaused(true), .stop]
      + dropNext(.superseded) + endCurrent(.released)
  }

  mutating func setOutput(_ settings: OutputSettings) -> [Action] {
    let old = output
    output = settings
    let actions = tellOutput() + renewOverlap(after: old)
    guard settings.rate != old.rate, current?.isLoaded == true else { return actions }
    // libmpv reckons what its output holds at the new speed, though it was made at the old one: its
    // position is off until that is heard.
    current?.isPositionVague = true
    // Whoever waits for the end of a tail is to look at that.
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
    // What it followed has failed, and it was revoked before that was known.
    guard let current else { return isClosed ? [] : [.setPaused(true), .stop] }
    guard entry != current.entry, entry != current.body else {
      self.current?.isInherited = false
      return []
    }
    guard current.isOver else {
      guard current.isInherited else { return [] }
      // It was revoked, but libmpv has gone on with it.
      let follower = next.flatMap { $0.isAppended ? Action.append($0.slot.entry) : nil }
      return replace(with: current.entry, isPaused: shallPause || current.mustStaySilent)
        + (follower.map { [$0] } ?? [])
    }
    if let next, next.slot.entry == entry {
      self.next?.stage = .active(next.overlap)
      return tellRate() + [.measure]
    }
    // It was revoked too late: libmpv had chosen it. What is right must not follow it by itself.
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

  mutating func ended(_ entry: PlaylistEntryID, _ end: EntryEnd) -> [Action] {
    if active == entry { active = nil }
    if end == .played, let actions = bridgeEnded(entry) { return actions }
    if let slot = current, slot.entry == entry, !slot.isOver { return endedCurrent(slot, end) }
    if next?.slot.entry == entry, next?.isActive == true { return endedNext(end) }
    return []
  }

  /// libmpv has nothing in hand, and all that it had is heard.
  mutating func becameIdle() -> [Action] {
    guard let slot = current, slot.isOver, active == nil, !isTailHeard else { return [] }
    switch next?.stage {
    case .decoded:
      // Shorter than the buffer: it was heard together with the tail before it.
      // What was before it may have been so short that nobody ever knew where it stood.
      let actions = handOver(to: slot.anchor?.instant ?? now)
      return actions.isEmpty ? finish() : actions + becameIdle()
    case .held, .rendering, .rendered:
      return beginNext()
    case .appended, .active:
      return []  // libmpv begins it
    case nil:
      return finish()
    }
  }

  mutating func buffering(_ isBuffering: Bool, _ reading: PlaybackSample) -> [Action] {
    now = reading.now
    guard let slot = current, self.isBuffering != isBuffering else { return [] }
    self.isBuffering = isBuffering
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
    let actions = anchorCurrent(reading)
    return actions + (current?.isOver == true ? awaitAudible(reading) : appendPostponed())
  }

  mutating func woke(_ reading: PlaybackSample) -> [Action] {
    now = reading.now
    guard current?.isOver == true else {
      current?.isPositionVague = false
      let correction = correct(reading)
      if correction.isEmpty { return appendPostponed(isCorrected: true) }
      // A device that wakes up may take long. It is looked at until it is right.
      return correction + correctSoon() + appendPostponed()
    }
    return next?.isDecoded == true ? handOver(to: reading.now) : awaitAudible(reading)
  }

  /// Has an entry take the place of what libmpv has, which falls silent first, or stays so until the
  /// entry is begun.
  func replace(with entry: PlaylistEntryID, isPaused: Bool) -> [Action] {
    isPaused ? [.setPaused(true), .replace(entry)] : [.replace(entry), .setPaused(false)]
  }

  mutating func newEntry() -> PlaylistEntryID {
    entryCount += 1
    return PlaylistEntryID(number: entryCount)
  }

  /// Track time per clock time at present.
  var speed: Double { !shallPause && !isBuffering ? output.rate : 0 }

  /// Where the entry begins that is opened next.
  func beginning(of entry: PlaylistEntryID) -> Duration {
    let slots = [current, next?.slot].compactMap(\.self)
    return slots.first { $0.entry == entry }?.seek?.target.position ?? .zero
  }

  /// Where that is in the media; `nil` where nobody has named a place, and so the media may.
  func placeToOpen(_ id: LoadID, at position: Duration, clip: Clip?) -> Duration? {
    let isAgain = current?.id == id && current?.isLoaded == true
    guard isAgain || position > .zero || clip != nil else { return nil }
    return position + (clip?.start ?? .zero)
  }

  /// Whether libmpv is done with the current load: what is left of it sounds, and then what follows.
  var isTailSounding: Bool { current?.isOver == true }

  /// Whether something is on its way to where it begins.
  var mustStaySilent: Bool {
    guard let current else { return false }
    return current.mustStaySilent || (next?.isActive == true && next?.slot.mustStaySilent == true)
  }
}
