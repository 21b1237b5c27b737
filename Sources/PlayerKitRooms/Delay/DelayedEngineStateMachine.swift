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
    case report(LoadID, LoadReport)
  }

  /// A report that is not heard yet.
  struct Pending: Sendable, Equatable {
    var due: MonotonicInstant
    var load: LoadID
    var report: LoadReport
  }

  /// What the engine does for the load that is heard.
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
    /// Whether ``LoadReport/loaded(_:)`` was told.
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
  private var ids: LoadIDIssuer
  private var isClosed = false

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
    let told = Action.report(current.id, .suppressed(isAvailable ? nil : .outputUnavailable))
    return isAvailable
      ? [told] + wait() + flowIfDue([], now: now) : stand(now: now) + [told]
  }

  // MARK: The line

  /// Tells what is heard by now.
  mutating func heard(now: MonotonicInstant) -> [Action] {
    var actions: [Action] = []
    if let settled, settled <= now {
      self.settled = nil
      if let current, flow == .flowing, !current.isPlayedOut {
        actions.append(.measure(current.opening))
      }
    }
    while let first = line.first, first.due <= now {
      line.removeFirst()
      actions += tell(first)
    }
    return actions
  }

  mutating func tell(_ pending: Pending) -> [Action] {
    guard current?.id == pending.load else { return [] }
    switch pending.report {
    case .position(let anchor), .liveEdge(let anchor), .started(let anchor),
      .seekCompleted(_, let anchor):
      current?.anchor = anchor
    case .loaded(let media):
      current?.anchor = media.anchor
      current?.isTold = true
    case .buffering(let isBuffering):
      current?.isBuffering = isBuffering
    case .ended, .failed:
      current = pending.report.follower == nil ? nil : next
      next = nil
      if current == nil { flow = .standing }
    case .opened, .duration, .metadata, .suppressed, .buffered, .remote, .superseded, .released,
      .takenOver:
      break
    }
    return [.report(pending.load, pending.report)]
  }

  /// Has a report of what sounds be told when it is heard.
  mutating func append(_ report: LoadReport, of load: LoadID, now: MonotonicInstant) {
    append(report.moved(by: delay), of: load, due: now + delay)
  }

  private mutating func append(_ report: LoadReport, of load: LoadID, due: MonotonicInstant) {
    // Never before what was said before.
    let due = max(due, line.last?.due ?? due)
    line.append(Pending(due: due, load: load, report: report))
  }

  // MARK: Parts

  /// Where the sound is that is heard.
  func heard(_ item: Item, _ now: MonotonicInstant) -> Duration { item.anchor.position(at: now) }

  /// Lets nothing more be heard; tells what holds all the same of what was on its way.
  mutating func cut() -> [Action] {
    settled = nil
    var actions: [Action] = [.cut]
    let waiting = line
    line = []
    for pending in waiting where pending.load == current?.id {
      switch pending.report {
      case .loaded, .started, .seekCompleted, .duration, .metadata, .suppressed, .buffered:
        actions += tell(Pending(due: pending.due, load: pending.load, report: pending.report.still))
      case .opened, .position, .liveEdge, .buffering, .remote, .ended, .failed, .superseded,
        .released, .takenOver:
        break
      }
    }
    return actions
  }

  /// Stands still where the sound is that is heard.
  private mutating func stand(now: MonotonicInstant) -> [Action] {
    guard let item = current else { return [] }
    guard flow == .flowing else { return endWait() }
    let position = heard(item, now)
    let anchor = PositionAnchor(position: position, speed: 0, instant: now)
    if item.isPlayedOut {
      return goBack(to: position, now: now) + endWait() + [.report(item.id, .position(anchor))]
    }
    let actions = cut() + [.setPlaying(false, item.opening)] + endWait()
    current?.anchor = anchor
    let told: [Action] =
      current?.isTold == true ? [.report(item.id, .position(anchor))] : []
    guard item.isSeekable else {
      flow = .standing
      return actions + told
    }
    flow = .preparing
    let own = ids.nextSeek()
    current?.ownSeek = own
    return actions + told + [.seek(position, own, item.opening)]
  }

  /// Lets the engine play where it stands and may; else it stays there.
  ///
  /// - Parameter reports: what is to be told of it when it is heard, or stands.
  mutating func flowIfDue(_ reports: [LoadReport], now: MonotonicInstant) -> [Action] {
    guard let item = current, item.isLoaded, flow == .standing else { return [] }
    guard mayFlow else {
      return reports.flatMap { tell(Pending(due: now, load: item.id, report: $0.still)) }
    }
    flow = .flowing
    settled = now + Self.settling
    let due = now + startDelay
    let anchor = PositionAnchor(position: item.anchor.position, speed: rate, instant: due)
    let waited: [LoadReport] = item.isBuffering ? [.buffering(false)] : []
    let place: [LoadReport] = reports.isEmpty ? [.position(anchor)] : []
    for report in waited + reports + place {
      append(report.anchored(anchor), of: item.id, due: due)
    }
    return [.open, .setPlaying(true, item.opening)]
  }

  /// What is to sound again is not heard yet: that is told as waiting for bytes.
  private mutating func wait() -> [Action] {
    guard let item = current, item.isTold, !item.isBuffering, item.settling == nil,
      !item.owesStart, flow != .flowing, mayFlow
    else { return [] }
    current?.isBuffering = true
    return [.report(item.id, .buffering(true))]
  }

  private mutating func endWait() -> [Action] {
    guard let item = current, item.isBuffering else { return [] }
    current?.isBuffering = false
    return [.report(item.id, .buffering(false))]
  }

  /// Opens the load that is heard once more.
  mutating func goBack(to position: Duration, now: MonotonicInstant) -> [Action] {
    let actions = cut()
    guard var item = current else { return actions }
    item.opening = ids.nextLoad()
    item.ownSeek = nil
    item.isPlayedOut = false
    item.anchor = PositionAnchor(position: position, speed: 0, instant: now)
    current = item
    flow = .preparing
    var opened: [Action] = [.load(item.id, as: item.opening, at: position, isPlaying: false)]
    if next != nil { next?.opening = ids.nextLoad() }
    if let next { opened.append(.setNext(next.id, as: next.opening, after: item.opening)) }
    return actions + opened + wait()
  }

  /// Has the next load play at once behind what the engine is done with.
  private mutating func joinNext() -> [Action] {
    guard let next, let current else { return [] }
    self.next?.owesStart = true
    for index in line.indices where line[index].load == current.id {
      line[index].report = line[index].report.followed(by: next.id)
    }
    return [.load(next.id, as: next.opening, at: next.start, isPlaying: true)]
  }

  private mutating func unload(_ id: LoadID, _ report: LoadReport) -> [Action] {
    guard let item = current else { return [] }
    let opening = item.isPlayedOut ? next?.opening : item.opening
    let actions = cut()
    let ended: [Action] =
      [.report(id, report)] + (next.map { [.report($0.id, .superseded)] } ?? [])
    (current, next) = (nil, nil)
    flow = .standing
    return actions + (opening.map { [.unload($0)] } ?? []) + ended
  }

  private mutating func endAll(_ report: LoadReport) -> [Action] {
    guard current != nil || next != nil else { return [] }
    let actions = cut()
    let ended = [current, next].compactMap(\.self).map { Action.report($0.id, report) }
    (current, next) = (nil, nil)
    flow = .standing
    return actions + ended
  }
}

extension PositionAnchor {
  /// The same line as it is at an instant; one that begins later stands as it is.
  func heard(at now: MonotonicInstant) -> PositionAnchor {
    now > instant ? moved(to: now, speed: speed) : self
  }

  func moved(by delay: Duration) -> PositionAnchor {
    PositionAnchor(position: position, speed: speed, instant: instant + delay)
  }
}

extension LoadReport {
  /// The same, said later.
  func moved(by delay: Duration) -> LoadReport {
    switch self {
    case .started(let anchor): .started(anchor.moved(by: delay))
    case .position(let anchor): .position(anchor.moved(by: delay))
    case .liveEdge(let anchor): .liveEdge(anchor.moved(by: delay))
    case .opened, .loaded, .buffering, .seekCompleted, .duration, .metadata, .suppressed, .buffered,
      .remote, .ended, .failed, .superseded, .released, .takenOver:
      self
    }
  }

  /// The same with another anchor.
  func anchored(_ anchor: PositionAnchor) -> LoadReport {
    switch self {
    case .loaded(var media):
      media.anchor = anchor
      return .loaded(media)
    case .started: return .started(anchor)
    case .seekCompleted(let seek, _): return .seekCompleted(seek, anchor)
    case .position: return .position(anchor)
    case .liveEdge: return .liveEdge(anchor)
    case .opened, .buffering, .duration, .metadata, .suppressed, .buffered, .remote, .ended,
      .failed,
      .superseded, .released, .takenOver:
      return self
    }
  }

  var anchor: PositionAnchor? {
    switch self {
    case .loaded(let media): media.anchor
    case .started(let anchor), .position(let anchor), .liveEdge(let anchor),
      .seekCompleted(_, let anchor):
      anchor
    case .opened, .buffering, .duration, .metadata, .suppressed, .buffered, .remote, .ended,
      .failed,
      .superseded, .released, .takenOver:
      nil
    }
  }

  /// The same where nothing moves.
  var still: LoadReport {
    anchor.map {
      anchored(PositionAnchor(position: $0.position, speed: 0, instant: $0.instant))
    } ?? self
  }

  /// What follows after it.
  var follower: LoadID? {
    switch self {
    case .ended(let next), .failed(_, let next): next
    case .opened, .loaded, .started, .position, .liveEdge, .buffering, .seekCompleted, .duration,
      .metadata, .suppressed, .buffered, .remote, .superseded, .released, .takenOver:
      nil
    }
  }

  /// An end after which something else follows.
  func followed(by next: LoadID) -> LoadReport {
    switch self {
    case .ended: .ended(followedBy: next)
    case .failed(let error, _): .failed(error, followedBy: next)
    case .opened, .loaded, .started, .position, .liveEdge, .buffering, .seekCompleted, .duration,
      .metadata, .suppressed, .buffered, .remote, .superseded, .released, .takenOver:
      self
    }
  }
}
