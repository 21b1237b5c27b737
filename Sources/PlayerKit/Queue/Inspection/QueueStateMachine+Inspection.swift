// Inspects entries with unknown metadata: one at a time, and only when nothing is loading.
extension QueueStateMachine {
  /// The inspector and its progress.
  struct InspectionState: Sendable {
    enum Subject: Sendable, Hashable {
      /// An entry of the window.
      case window(EntryID)
      /// A local entry beyond the window.
      case beyond(EntryID)
      /// The search for the next entry beyond the window.
      case walk
    }

    struct Question: Sendable {
      let id: InspectionID
      let subject: Subject
      /// The time by which it must be answered; after that, it counts as failed.
      let due: MonotonicInstant
    }

    /// Why an entry of the window is not inspected now.
    struct Deferral: Sendable {
      enum Retry: Sendable, Hashable {
        /// Not while it stays in the window.
        case never
        case at(MonotonicInstant)
        /// When the required scope is allowed.
        case onceWithin(InspectionScope)
      }

      var failures = 0
      var retry = Retry.never

      var retryAt: MonotonicInstant? {
        if case .at(let instant) = retry { instant } else { nil }
      }
    }

    let inspector: any MediaInspecting
    var question: Question?
    /// Only for entries in the window.
    var deferrals: [EntryID: Deferral] = [:]
    /// The entries of the window that were marked for another inspection.
    var renewed: Set<EntryID> = []
    var walk = InspectionWalk()
    /// The queue that the walk goes through.
    var scope: UInt64 = 0
  }

  package mutating func setInspector(
    _ inspector: (any MediaInspecting)?,
    now: MonotonicInstant
  ) -> QueueEffects {
    turn(now) { machine, turn in
      machine.cancelInspection(&turn)
      machine.inspectionState = inspector.map { InspectionState(inspector: $0) }
    }
  }

  package mutating func setInspection(
    _ inspection: QueueInspection,
    now: MonotonicInstant
  ) -> QueueEffects {
    turn(now) { machine, _ in machine.inspection = inspection }
  }

  /// Marks the findings of an entry as outdated.
  package mutating func inspectAgain(_ entry: EntryID, now: MonotonicInstant) -> QueueEffects {
    guard queue[entry]?.item.isInspected == true, inspectionState?.renewed.contains(entry) != true
    else {
      return QueueEffects()
    }
    return turn(now) { machine, _ in
      machine.queue.markForInspection(entry)
      machine.inspectionState?.renewed.insert(entry)
    }
  }

  /// Discards questions and answers, because all entries have changed.
  mutating func restartInspection(_ turn: inout QueueTransaction) {
    cancelInspection(&turn)
    inspectionState = inspectionState.map { InspectionState(inspector: $0.inspector) }
  }

  /// Discards the inspection of an entry that has become another track.
  mutating func forgetInspection(of entry: EntryID, _ turn: inout QueueTransaction) {
    if inspectionState?.question?.subject.entry == entry { cancelInspection(&turn) }
    inspectionState?.deferrals[entry] = nil
  }

  private mutating func cancelInspection(_ turn: inout QueueTransaction) {
    guard let question = inspectionState?.question else { return }
    inspectionState?.question = nil
    turn.commands.append(.cancelInspection(question.id))
  }

  // MARK: - Answers

  /// Handles the outcome of an inspection. Has no effect for an earlier question.
  package mutating func inspected(
    _ question: InspectionID,
    _ outcome: InspectionOutcome,
    now: MonotonicInstant
  ) -> QueueEffects {
    guard let asked = inspectionState?.question, asked.id == question,
      let entry = asked.subject.entry
    else { return QueueEffects() }
    return turn(now) { machine, turn in
      machine.inspectionState?.question = nil
      switch outcome {
      case .found(let metadata): machine.found(metadata, of: entry, &turn)
      case .declined: machine.deferInspection(entry, InspectionState.Deferral())
      case .postponed(let reach):
        machine.deferInspection(entry, InspectionState.Deferral(retry: .onceWithin(reach)))
      case .failed(let isRetryable): machine.inspectionFailed(entry, isRetryable, at: now)
      }
    }
  }

  /// Handles a step of the walk, which may have found an entry to inspect.
  package mutating func walked(
    _ question: InspectionID,
    _ walk: InspectionWalk,
    to entry: EntryID?,
    now: MonotonicInstant
  ) -> QueueEffects {
    guard inspectionState?.question?.id == question else { return QueueEffects() }
    return turn(now) { machine, turn in
      machine.inspectionState?.question = nil
      // Playback takes precedence. The walk will reach the entry again.
      guard entry == nil || machine.mayInspect else { return }
      machine.inspectionState?.walk = walk
      guard let entry, machine.queue.contains(entry), machine.inspection == .all else { return }
      machine.ask(.beyond(entry), &turn)
    }
  }

  private mutating func found(
    _ metadata: TrackMetadata,
    of id: EntryID,
    _ turn: inout QueueTransaction
  ) {
    queue.record(metadata, of: id)
    inspectionState?.deferrals[id] = nil
    guard metadata != TrackMetadata(), let entry = queue[id] else { return }
    history.renewLast(entry)
    turn.findings.append(entry)
    // The preload was handed over with the album context known then.
    if let preload, preload.handover != nil, inspectionWindow.contains(id) {
      turn.commands.append(.reviewAlbum(preload.load))
    }
  }

  private mutating func inspectionFailed(
    _ entry: EntryID,
    _ isRetryable: Bool,
    at now: MonotonicInstant
  ) {
    guard var deferral = inspectionState.map({ $0.deferrals[entry] ?? InspectionState.Deferral() })
    else {
      return
    }
    deferral.failures += 1
    let mayRetry = isRetryable && deferral.failures < configuration.inspectionTries
    deferral.retry =
      mayRetry
      ? .at(now + configuration.inspectionBackoff * (1 << (deferral.failures - 1))) : .never
    deferInspection(entry, deferral)
  }

  private mutating func deferInspection(_ entry: EntryID, _ deferral: InspectionState.Deferral) {
    inspectionState?.deferrals[entry] = deferral
  }

  // MARK: - Requests

  /// The current entry and the next one in play order. If albums matter, also the one after that.
  private var inspectionWindow: [EntryID] {
    switch inspection {
    case .off: return []
    case .window, .all:
      guard let current = queue.current else { return [] }
      return [current] + queue.knownSuccessors(albumMatters ? 2 : 1)
    }
  }

  /// Whether inspections are allowed. Playback takes precedence: nothing is inspected while bytes
  /// are awaited or the user skips through the queue.
  var mayInspect: Bool { skipsEndAt == nil && !playback.status.isBuffering }

  /// Inspects the next due entry. Part of every turn.
  mutating func inspect(_ turn: inout QueueTransaction) {
    guard inspectionState != nil else { return }
    let window = inspectionWindow
    if let left = inspectionState?.deferrals.keys.filter({ !window.contains($0) }), !left.isEmpty {
      for entry in left { inspectionState?.deferrals[entry] = nil }
    }
    inspectionState?.renewed.formIntersection(window)
    if let subject = inspectionState?.question?.subject, !isWanted(subject, window) {
      cancelInspection(&turn)
    }
    guard mayInspect, inspectionState?.question == nil else { return }
    if let entry = window.first(where: { isDue($0, at: turn.now) }) {
      ask(.window(entry), &turn)
    } else if inspection == .all, walkHasMore() {
      ask(.walk, &turn)
    }
  }

  private func isWanted(_ subject: InspectionState.Subject, _ window: [EntryID]) -> Bool {
    switch subject {
    case .window(let entry): window.contains(entry)
    case .beyond(let entry): inspection == .all && queue.contains(entry)
    case .walk: inspection == .all
    }
  }

  /// Whether an inspection of an entry may still find something.
  private func isInspectable(_ entry: EntryID) -> Bool {
    queue[entry]?.item.isInspected == false
      && !(entry == queue.current && playback.status.isLive)
  }

  private func isDue(_ entry: EntryID, at now: MonotonicInstant) -> Bool {
    guard isInspectable(entry) else { return false }
    guard let deferral = inspectionState?.deferrals[entry] else { return true }
    return switch deferral.retry {
    case .never: false
    case .at(let instant): instant <= now
    case .onceWithin(let reach): reach <= self.reach(of: entry)
    }
  }

  /// Returns which servers may be contacted for an entry of the window.
  private func reach(of entry: EntryID) -> InspectionScope {
    guard isOpen(entry) else { return .files }
    // An entry that does not play may never play.
    return entry == queue.current && playback.status.isPlaying ? .anyServer : .itsServer
  }

  /// Returns whether a player has opened an entry and it is not live. Its server may then be asked
  /// for more.
  private func isOpen(_ entry: EntryID) -> Bool {
    if entry == queue.current, let media = playback.status.activeMedia, media.stage == .open {
      return !playback.status.isLive
    }
    guard preload?.entry == entry, let handover = preload?.handover else { return false }
    if let media = handover.media { return media.duration != nil || media.isSeekable }
    return handover.isLive == false
  }

  /// Returns whether there are entries that the walk has not visited.
  private mutating func walkHasMore() -> Bool {
    guard !queue.isEmpty else { return false }
    if inspectionState?.scope != queue.scope {
      inspectionState?.scope = queue.scope
      inspectionState?.walk = InspectionWalk()
    }
    return inspectionState?.walk.resume(in: queue) ?? false
  }

  private mutating func ask(_ subject: InspectionState.Subject, _ turn: inout QueueTransaction) {
    guard let inspectionState else { return }
    lastInspection += 1
    let id = InspectionID(number: lastInspection)
    let due = turn.now + configuration.inspectionTimeout
    switch subject {
    case .window(let entry), .beyond(let entry):
      guard let entry = queue[entry] else { return }
      let reach = subject.isBeyond ? .files : reach(of: entry.id)
      turn.commands.append(.inspect(id, inspectionState.inspector, entry.track, within: reach))
    case .walk:
      turn.commands.append(.walk(id, inspectionState.inspector, inspectionState.walk, queue))
    }
    self.inspectionState?.question = InspectionState.Question(id: id, subject: subject, due: due)
  }

  // MARK: - Time

  /// The next deadline that concerns inspections.
  var inspectionDeadline: MonotonicInstant? {
    guard let inspectionState else { return nil }
    if let question = inspectionState.question { return question.due }
    guard mayInspect, !inspectionState.deferrals.isEmpty else { return nil }
    return inspectionWindow.filter(isInspectable).compactMap {
      inspectionState.deferrals[$0]?.retryAt
    }.min()
  }

  /// Gives up an overdue question.
  mutating func inspectionTick(_ turn: inout QueueTransaction) {
    guard let question = inspectionState?.question, question.due <= turn.now else { return }
    cancelInspection(&turn)
    switch question.subject {
    case .window(let entry), .beyond(let entry): inspectionFailed(entry, true, at: turn.now)
    // Only a track's own code can take this long, so no more tracks are asked.
    case .walk: inspectionState?.walk.abandon()
    }
  }

  // MARK: - Albums

  /// Compares the album context of the next entry with the one that the player received. If it
  /// differs and there is time, the entry is handed over again.
  package mutating func albumReviewed(
    _ load: LoadID,
    _ album: AlbumContext,
    now: MonotonicInstant
  ) -> QueueEffects {
    guard let preload, preload.load == load, preload.handover != nil, preload.album != album,
      albumMatters, hasTimeToHandOver(at: now)
    else { return QueueEffects() }
    return turn(now) { machine, turn in machine.cancelPreload(&turn) }
  }

  /// Whether a track's album context affects the sound.
  private var albumMatters: Bool {
    playback.status.crossfade > .zero || playback.status.loudness.mode == .auto
  }

  private func hasTimeToHandOver(at now: MonotonicInstant) -> Bool {
    guard let duration = playback.status.duration else { return false }
    let rest = duration - playback.status.position(at: now)
    let lead = configuration.albumLead + playback.status.crossfade
    return rest > lead * playback.status.rate
  }
}

extension QueueStateMachine.InspectionState.Subject {
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
