import PlayerKit

/// The pure state machine of a ``DelayedEngine``. Each input returns the actions to perform.
///
/// The engine's reports on playback wait in a queue until the sound is audible. So a load counts as
/// loaded, a seek as completed, and a skip as begun when its first sample is audible. After a
/// pause, the load is buffering until then. A command that changes playback discards the buffered
/// sound, pauses the engine, moves it to the position at which the change should be audible, and
/// plays from there. The engine may therefore have to reopen a load that it has finished, so each
/// opening of a load has its own id.
struct DelayedEngineStateMachine: Sendable {
  enum Action: Sendable, Equatable {
    /// Opens a load on the engine, paused unless `isPlaying`.
    case load(LoadID, as: LoadID, at: Duration, isPlaying: Bool)
    /// Sets or removes the next load.
    case setNext(LoadID?, as: LoadID?, after: LoadID)
    case playNext(LoadID, after: LoadID)
    case setPlaying(Bool, LoadID)
    case seek(Duration, SeekID, LoadID)
    case unload(LoadID)
    case measure(LoadID)
    case cut
    case open
    case report(LoadID, LoadEvent)
  }

  /// A report on sound not audible yet.
  struct Pending: Sendable, Equatable {
    var due: MonotonicInstant
    var load: LoadID
    var report: LoadEvent
  }

  /// The engine's state for the audible load.
  enum Flow: Sendable, Equatable {
    /// Paused, while it moves to the position at which playback should continue.
    case preparing
    /// Paused, at the position at which playback should continue.
    case standing
    /// Playing. The sound becomes audible later.
    case flowing
  }

  /// A load, and the id of its opening.
  struct Item: Sendable, Equatable {
    let id: LoadID
    var opening: LoadID
    var start: Duration
    var anchor: PositionAnchor
    /// Whether the engine has loaded it.
    var isLoaded = false
    /// Whether ``LoadEvent/loaded(_:)`` was reported.
    var isTold = false
    var isSeekable = false
    /// Our own seek in progress for this opening.
    var ownSeek: SeekID?
    /// The seek to report as completed when the engine is ready at its position.
    var settling: SeekID?
    /// Whether the start has yet to be reported.
    var owesStart = false
    /// Whether the engine has finished the load. The rest of its sound is buffered.
    var isPlayedOut = false
    /// Whether the last report of buffering was `true`.
    var isBuffering = false

    init(id: LoadID, opening: LoadID, start: Duration, now: MonotonicInstant) {
      self.id = id
      self.opening = opening
      self.start = start
      anchor = PositionAnchor(position: start, speed: 0, instant: now)
    }
  }

  let delay: Duration
  /// The output's current start delay.
  var startDelay: Duration
  var current: Item?
  var next: Item?
  /// The pending reports, in the order in which they become audible.
  var line: [Pending] = []
  var flow = Flow.standing
  var isPlaying = false
  /// Whether the output accepts sound.
  var isAvailable = true
  var rate = 1.0
  /// When to ask the engine for its position after it begins to play. Its positions are unreliable
  /// until then.
  var settled: MonotonicInstant?
  var ids: LoadIDIssuer
  var isClosed = false

  init(delay: Duration, startDelay: Duration, ids: LoadIDIssuer) {
    self.delay = delay
    self.startDelay = startDelay
    self.ids = ids
  }

  /// The time that an engine needs to fill the buffers between it and its output.
  static let settling = Duration.milliseconds(400)

  /// The next time to call ``heard(now:)``.
  var due: MonotonicInstant? {
    [line.first?.due, settled].compactMap(\.self).min()
  }

  var mayFlow: Bool { isPlaying && isAvailable }

  // MARK: Commands

  mutating func load(
    _ id: LoadID,
    at position: Duration,
    isPlaying: Bool,
    now: MonotonicInstant
  ) -> [Action] {
    guard !isClosed else { return [.report(id, .superseded)] }
    let ended = endAll(.superseded)
    let item = Item(id: id, opening: ids.nextLoad(), start: position, now: now)
    current = item
    self.isPlaying = isPlaying
    flow = .preparing
    return ended + [.load(id, as: item.opening, at: position, isPlaying: false)]
  }

  mutating func setNext(
    _ id: LoadID?,
    at position: Duration,
    after: LoadID,
    now: MonotonicInstant
  ) -> [Action] {
    guard let current, current.id == after else {
      return id.map { [.report($0, .superseded)] } ?? []
    }
    if id != nil, id == next?.id { return [] }
    let replaced: [Action] = next.map { [.report($0.id, .superseded)] } ?? []
    // The former next load is already buffered: go back to where it is not.
    let isUnderWay = current.isPlayedOut && next != nil
    next = id.map { Item(id: $0, opening: ids.nextLoad(), start: position, now: now) }
    if isUnderWay { return replaced + goBack(to: heard(current, now), now: now) }
    if current.isPlayedOut { return replaced + joinNext() }
    return replaced + [.setNext(id, as: next?.opening, after: current.opening)]
  }

  mutating func playNext(
    _ id: LoadID,
    after: LoadID,
    isPlaying: Bool,
    now: MonotonicInstant
  ) -> [Action] {
    guard let old = current, old.id == after else { return [] }
    self.isPlaying = isPlaying
    guard var item = next, item.id == id else { return unload(after, .superseded) }
    let isFollowing = !old.isPlayedOut
    let actions = cut() + [.report(old.id, .superseded)]
    next = nil
    item.owesStart = true
    flow = .preparing
    if !isFollowing { item.opening = ids.nextLoad() }
    current = item
    return actions
      + (isFollowing
        ? [.playNext(item.opening, after: old.opening)]
        : [.load(id, as: item.opening, at: item.start, isPlaying: false)])
  }

  mutating func setPlaying(_ isPlaying: Bool, _ id: LoadID, now: MonotonicInstant) -> [Action] {
    guard let item = current, item.id == id, self.isPlaying != isPlaying else { return [] }
    self.isPlaying = isPlaying
    return isPlaying ? wait() + flowIfDue([], now: now) : stand(now: now)
  }

  mutating func seek(
    to position: Duration,
    _ seek: SeekID,
    _ id: LoadID,
    now: MonotonicInstant
  ) -> [Action] {
    if let next, next.id == id, current?.isPlayedOut == false {
      return [.seek(position, seek, next.opening)]
    }
    guard let item = current, item.id == id else { return [] }
    current?.settling = seek
    if item.isPlayedOut { return goBack(to: position, now: now) }
    let actions = cut()
    let pause: [Action] = flow == .flowing ? [.setPlaying(false, item.opening)] : []
    flow = .preparing
    let own = ids.nextSeek()
    current?.ownSeek = own
    return actions + pause + [.seek(position, own, item.opening)]
  }

  func measure(_ id: LoadID, now: MonotonicInstant) -> [Action] {
    guard let current, current.id == id, current.isTold else { return [] }
    return [.report(id, .position(current.anchor.heard(at: now)))]
  }

  mutating func unload(_ id: LoadID, now: MonotonicInstant) -> [Action] {
    if let next, next.id == id {
      self.next = nil
      guard let current else { return [] }
      let told: [Action] = [.report(id, .released)]
      return current.isPlayedOut
        ? told + goBack(to: heard(current, now), now: now)
        : told + [.setNext(nil, as: nil, after: current.opening)]
    }
    return current?.id == id ? unload(id, .released) : []
  }

  mutating func close() -> [Action] {
    isClosed = true
    return endAll(.released)
  }

  /// The output starts or stops accepting sound.
  mutating func availabilityChanged(_ isAvailable: Bool, now: MonotonicInstant) -> [Action] {
    guard isAvailable != self.isAvailable else { return [] }
    self.isAvailable = isAvailable
    guard let current else { return [] }
    let told = Action.report(current.id, .suppressed(isAvailable ? nil : .outputLost))
    return isAvailable
      ? [told] + wait() + flowIfDue([], now: now) : stand(now: now) + [told]
  }
}
