import PlayerKit

/// What is to be done about each command and report where the sound of an engine is heard later than
/// the engine plays it. Pure: gives back what is to be done.
///
/// What the engine says of what sounds waits in a line until it is heard. So a load is loaded, a seek
/// settled and a skip begun when the first sample of it is heard; what goes on after a pause waits for
/// bytes until then. A command that changes what
/// sounds cuts what is on its way, has the engine go to where the change is to be heard while it is
/// paused, and lets it play from there. So the engine may have to come back to a load that it is done
/// with: each opening of a load has a name of its own.
struct DelayedEngineStateMachine: Sendable {
  enum Action: Sendable, Equatable {
    /// Opens a load on the engine, paused unless `isPlaying`.
    case load(LoadID, as: LoadID, at: Duration, isPlaying: Bool)
    /// Has a load follow, or none.
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

  /// A report on sound that nobody hears yet.
  struct Pending: Sendable, Equatable {
    var due: MonotonicInstant
    var load: LoadID
    var report: LoadEvent
  }

  /// What the engine does for the heard load.
  enum Flow: Sendable, Equatable {
    /// Paused, on its way to where it is to go on.
    case preparing
    /// Paused, where it is to go on.
    case standing
    /// Playing; what it plays is heard later.
    case flowing
  }

  /// One load, and the name of its opening.
  struct Item: Sendable, Equatable {
    let id: LoadID
    var opening: LoadID
    var start: Duration
    var anchor: PositionAnchor
    /// Whether the engine has loaded it.
    var isLoaded = false
    /// Whether ``LoadEvent/loaded(_:)`` was told.
    var isTold = false
    var isSeekable = false
    /// The seek of ours that this opening is on its way by.
    var ownSeek: SeekID?
    /// Whom to tell that it stands where it was sought.
    var settling: SeekID?
    /// Whether it is to be told that it began.
    var owesStart = false
    /// Whether the engine is done with it; what is left is on its way.
    var isPlayedOut = false
    /// What was told last.
    var isBuffering = false

    init(id: LoadID, opening: LoadID, start: Duration, now: MonotonicInstant) {
      self.id = id
      self.opening = opening
      self.start = start
      anchor = PositionAnchor(position: start, speed: 0, instant: now)
    }
  }

  let delay: Duration
  /// As the output says it now.
  var startDelay: Duration
  var current: Item?
  var next: Item?
  /// In the order in which they are heard.
  var line: [Pending] = []
  var flow = Flow.standing
  var isPlaying = false
  /// Whether the output takes sound.
  var isAvailable = true
  var rate = 1.0
  /// When to ask the engine where it is, as it began to play; until then it is not believed.
  var settled: MonotonicInstant?
  var ids: LoadIDIssuer
  var isClosed = false

  init(delay: Duration, startDelay: Duration, ids: LoadIDIssuer) {
    self.delay = delay
    self.startDelay = startDelay
    self.ids = ids
  }

  /// How long an engine takes to fill what is between it and its output.
  static let settling = Duration.milliseconds(400)

  /// When ``heard(now:)`` is due.
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
    // What was to follow is on its way already: back to where it does not.
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

  /// The output takes sound, or does not any more.
  mutating func availabilityChanged(_ isAvailable: Bool, now: MonotonicInstant) -> [Action] {
    guard isAvailable != self.isAvailable else { return [] }
    self.isAvailable = isAvailable
    guard let current else { return [] }
    let told = Action.report(current.id, .suppressed(isAvailable ? nil : .outputLost))
    return isAvailable
      ? [told] + wait() + flowIfDue([], now: now) : stand(now: now) + [told]
  }
}
