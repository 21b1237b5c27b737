// Looks into entries, where nothing is known of them: one at a time, and only when nothing is loading.
extension QueueStateMachine {
  /// What is known of the looking into entries.
  struct Inspecting: Sendable {
    enum Subject: Sendable, Hashable {
      /// An entry of the window.
      case window(EntryID)
      /// A local one beyond it.
      case beyond(EntryID)
      /// Which entry beyond the window comes next.
      case walk
    }

    struct Question: Sendable {
      let id: InspectionID
      let subject: Subject
      /// By then there is an answer, or it failed.
      let due: MonotonicInstant
    }

    /// Why an entry of the window is not asked for now.
    struct Setback: Sendable {
      enum Retry: Sendable, Hashable {
        /// Not as long as it is in the window.
        case never
        case at(MonotonicInstant)
        /// Who has to be asked may not be asked yet.
        case onceWithin(InspectionReach)
      }

      var failures = 0
      var retry = Retry.never

      var retryAt: MonotonicInstant? {
        if case .at(let instant) = retry { instant } else { nil }
      }
    }

    let inspector: any MediaInspecting
    var question: Question?
    /// Of entries in the window alone.
    var setbacks: [EntryID: Setback] = [:]
    /// Those of the window that were to be looked into again.
    var renewed: Set<EntryID> = []
    var walk = InspectionWalk()
    /// Which queue the walk goes through.
    var scope: UInt64 = 0
  }

  package mutating func setInspector(
    _ inspector: (any MediaInspecting)?,
    now: MonotonicInstant
  ) -> QueueStep {
    turn(now) { machine, turn in
      machine.cancelInspection(&turn)
      machine.inspecting = inspector.map { Inspecting(inspector: $0) }
    }
  }

  package mutating func setInspection(
    _ inspection: QueueInspection,
    now: MonotonicInstant
  ) -> QueueStep {
    turn(now) { machine, _ in machine.inspection = inspection }
  }

  /// What was found of an entry does not hold any more.
  package mutating func inspectAgain(_ entry: EntryID, now: MonotonicInstant) -> QueueStep {
    guard queue[entry]?.item.isInspected == true, inspecting?.renewed.contains(entry) != true else {
      return QueueStep()
    }
    return turn(now) { machine, _ in
      machine.queue.doubt(entry)
      machine.inspecting?.renewed.insert(entry)
    }
  }

  /// Forgets what was asked and answered: the entries are others now.
  mutating func restartInspection(_ turn: inout QueueTurn) {
    cancelInspection(&turn)
    inspecting = inspecting.map { Inspecting(inspector: $0.inspector) }
  }

  /// An entry has become another track.
  mutating func forgetInspection(of entry: EntryID, _ turn: inout QueueTurn) {
    if inspecting?.question?.subject.entry == entry { cancelInspection(&turn) }
    inspecting?.setbacks[entry] = nil
  }

  private mutating func cancelInspection(_ turn: inout QueueTurn) {
    guard let question = inspecting?.question else { return }
    inspecting?.question = nil
    turn.commands.append(.cancelInspection(question.id))
  }

  // MARK: - Answers

  /// Somebody has looked into an entry. An answer to an earlier question: no effect.
  package mutating func inspected(
    _ question: InspectionID,
    _ outcome: InspectionOutcome,
    now: MonotonicInstant
  ) -> QueueStep {
    guard let asked = inspecting?.question, asked.id == question, let entry = asked.subject.entry
    else { return QueueStep() }
    return turn(now) { machine, turn in
      machine.inspecting?.question = nil
      switch outcome {
      case .found(let metadata): machine.found(metadata, of: entry, &turn)
      case .declined: machine.setBack(entry, Inspecting.Setback())
      case .postponed(let reach):
        machine.setBack(entry, Inspecting.Setback(retry: .onceWithin(reach)))
      case .failed(let isRetryable): machine.inspectionFailed(entry, isRetryable, at: now)
      }
    }
  }

  /// The walk has come to an entry to look into, or to none.
  package mutating func walked(
    _ question: InspectionID,
    _ walk: InspectionWalk,
    to entry: EntryID?,
    now: MonotonicInstant
  ) -> QueueStep {
    guard inspecting?.question?.id == question else { return QueueStep() }
    return turn(now) { machine, turn in
      machine.inspecting?.question = nil
      // The sound comes first. Then the walk comes to the entry again.
      guard entry == nil || machine.mayInspect else { return }
      machine.inspecting?.walk = walk
      guard let entry, machine.queue.contains(entry), machine.inspection == .all else { return }
      machine.ask(.beyond(entry), &turn)
    }
  }

  private mutating func found(
    _ metadata: TrackMetadata,
    of id: EntryID,
    _ turn: inout QueueTurn
  ) {
    queue.record(metadata, of: id)
    inspecting?.setbacks[id] = nil
    guard metadata != TrackMetadata(), let entry = queue[id] else { return }
    history.renewLast(entry)
    turn.findings.append(entry)
    // What follows was handed over as what was known then.
    if let preload, preload.handover != nil, inspectionWindow.contains(id) {
      turn.commands.append(.reviewAlbum(preload.load))
    }
  }

  private mutating func inspectionFailed(
    _ entry: EntryID,
    _ isRetryable: Bool,
    at now: MonotonicInstant
  ) {
    guard var setback = inspecting.map({ $0.setbacks[entry] ?? Inspecting.Setback() }) else {
      return
    }
    setback.failures += 1
    let mayRetry = isRetryable && setback.failures < configuration.inspectionTries
    setback.retry =
      mayRetry ? .at(now + configuration.inspectionBackoff * (1 << (setback.failures - 1))) : .never
    setBack(entry, setback)
  }

  private mutating func setBack(_ entry: EntryID, _ setback: Inspecting.Setback) {
    inspecting?.setbacks[entry] = setback
  }

  // MARK: - Asking

  /// The current entry and the next one in play order. Where albums matter, the one behind, too.
  private var inspectionWindow: [EntryID] {
    switch inspection {
    case .off: return []
    case .window, .all:
      guard let current = queue.current else { return [] }
      return [current] + queue.knownSuccessors(mattersAlbum ? 2 : 1)
    }
  }

  /// The sound comes first: nothing is looked into while bytes are waited for, or while somebody leafs
  /// through the queue.
  var mayInspect: Bool { burstEndsAt == nil && !playback.status.isBuffering }

  /// Looks into what is to be looked into. Part of every turn.
  mutating func inspect(_ turn: inout QueueTurn) {
    guard inspecting != nil else { return }
    let window = inspectionWindow
    if let left = inspecting?.setbacks.keys.filter({ !window.contains($0) }), !left.isEmpty {
      for entry in left { inspecting?.setbacks[entry] = nil }
    }
    inspecting?.renewed.formIntersection(window)
    if let subject = inspecting?.question?.subject, !isWanted(subject, window) {
      cancelInspection(&turn)
    }
    guard mayInspect, inspecting?.question == nil else { return }
    if let entry = window.first(where: { isDue($0, at: turn.now) }) {
      ask(.window(entry), &turn)
    } else if inspection == .all, goesOn() {
      ask(.walk, &turn)
    }
  }

  private func isWanted(_ subject: Inspecting.Subject, _ window: [EntryID]) -> Bool {
    switch subject {
    case .window(let entry): window.contains(entry)
    case .beyond(let entry): inspection == .all && queue.contains(entry)
    case .walk: inspection == .all
    }
  }

  /// Whether something may still be found out about an entry.
  private func isWorthIt(_ entry: EntryID) -> Bool {
    queue[entry]?.item.isInspected == false
      && !(entry == queue.current && playback.status.isLive)
  }

  private func isDue(_ entry: EntryID, at now: MonotonicInstant) -> Bool {
    guard isWorthIt(entry) else { return false }
    guard let setback = inspecting?.setbacks[entry] else { return true }
    return switch setback.retry {
    case .never: false
    case .at(let instant): instant <= now
    case .onceWithin(let reach): reach <= self.reach(of: entry)
    }
  }

  /// Who may be asked about an entry of the window.
  private func reach(of entry: EntryID) -> InspectionReach {
    guard isOpen(entry) else { return .files }
    // What is not heard may never be.
    return entry == queue.current && playback.status.isPlaying ? .anyServer : .itsServer
  }

  /// Whether a player has opened an entry, and it has an end. Then its server may be asked for more.
  private func isOpen(_ entry: EntryID) -> Bool {
    if entry == queue.current, let media = playback.status.activeMedia, media.stage == .open {
      return !playback.status.isLive
    }
    guard preload?.entry == entry, let handover = preload?.handover else { return false }
    if let media = handover.media { return media.duration != nil || media.isSeekable }
    return handover.isLive == false
  }

  /// Whether there are entries that the walk has not passed.
  private mutating func goesOn() -> Bool {
    guard !queue.isEmpty else { return false }
    if inspecting?.scope != queue.scope {
      inspecting?.scope = queue.scope
      inspecting?.walk = InspectionWalk()
    }
    return inspecting?.walk.resume(in: queue) ?? false
  }

  private mutating func ask(_ subject: Inspecting.Subject, _ turn: inout QueueTurn) {
    guard let inspecting else { return }
    lastInspection += 1
    let id = InspectionID(number: lastInspection)
    let due = turn.now + configuration.inspectionTimeout
    switch subject {
    case .window(let entry), .beyond(let entry):
      guard let entry = queue[entry] else { return }
      let reach = subject.isBeyond ? .files : reach(of: entry.id)
      turn.commands.append(.inspect(id, inspecting.inspector, entry.track, within: reach))
    case .walk:
      turn.commands.append(.walk(id, inspecting.inspector, inspecting.walk, queue))
    }
    self.inspecting?.question = Inspecting.Question(id: id, subject: subject, due: due)
  }

  // MARK: - Time

  /// When something about the looking into entries is due.
  var inspectionDeadline: MonotonicInstant? {
    guard let inspecting else { return nil }
    if let question = inspecting.question { return question.due }
    guard mayInspect, !inspecting.setbacks.isEmpty else { return nil }
    return inspectionWindow.filter(isWorthIt).compactMap { inspecting.setbacks[$0]?.retryAt }.min()
  }

  /// Gives up a question when its time is over.
  mutating func inspectionTick(_ turn: inout QueueTurn) {
    guard let question = inspecting?.question, question.due <= turn.now else { return }
    cancelInspection(&turn)
    switch question.subject {
    case .window(let entry), .beyond(let entry): inspectionFailed(entry, true, at: turn.now)
    // Only a track's own code can take so long: no track is asked again.
    case .walk: inspecting?.walk.abandon()
    }
  }

  // MARK: - Albums

  /// Compares how the next entry stands to its neighbors with what the player was told. If it differs, and
  /// there is time, the entry is handed over anew.
  package mutating func albumReviewed(
    _ load: LoadID,
    _ album: AlbumContext,
    now: MonotonicInstant
  ) -> QueueStep {
    guard let preload, preload.load == load, preload.handover != nil, preload.album != album,
      mattersAlbum, hasTimeToHandOver(at: now)
    else { return QueueStep() }
    return turn(now) { machine, turn in machine.cancelPreload(&turn) }
  }

  /// Whether anything is heard of how a track stands on its album.
  private var mattersAlbum: Bool {
    playback.status.crossfade > .zero || playback.status.loudness.mode == .auto
  }

  private func hasTimeToHandOver(at now: MonotonicInstant) -> Bool {
    guard let duration = playback.status.duration else { return false }
    let rest = duration - playback.status.position(at: now)
    let lead = configuration.albumLead + playback.status.crossfade
    return rest > lead * playback.status.rate
  }
}

extension QueueStateMachine.Inspecting.Subject {
  var entry: EntryID? {
    switch self {
    case .window(let entry), .beyond(let entry): entry
    case .walk: nil
    }
  }

  var isBeyond: Bool {
    switch self {
    case .beyond: true
    case .window, .walk: false
    }
  }
}
