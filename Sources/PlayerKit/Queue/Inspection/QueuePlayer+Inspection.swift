extension QueuePlayer {
  /// Inspects the media of entries with unknown metadata; `nil`, the default, inspects nothing.
  ///
  /// Metadata is unknown if neither artist nor album was stated (``Track/isWorthInspecting``).
  /// Findings become part of the entry (``QueueEntry/metadata``) and are reported once as
  /// ``QueueChange/metadata(_:)``. Such an entry is not inspected again. A failed inspection is
  /// retried, up to three attempts in all, if that may help and while the entry is in the window.
  ///
  /// Media on a server is inspected only once it is open for playback, and never if it turns out to
  /// be live. For the next entry, this happens soon after its handover. A server that does not play
  /// the entry (``InspectionPlace/elsewhere``) is asked only while the entry plays.
  ///
  /// Inspections run in a low-priority task, one entry at a time, the current one first, and only
  /// when nothing is loading. An inspection is canceled when its entry leaves, and after
  /// ``Configuration/inspectionTimeout``.
  ///
  /// Setting an inspector again cancels and discards open inspections. Findings stay.
  public var inspector: (any MediaInspecting)? {
    get { state.withLock(\.machine.inspectionState?.inspector) }
    set { turn { $0.machine.setInspector(newValue, now: $1) } }
  }

  /// Which entries the ``inspector`` inspects; by default, the entries of the window.
  public var inspection: QueueInspection {
    get { state.withLock(\.machine.inspection) }
    set { turn { $0.machine.setInspection(newValue, now: $1) } }
  }

  /// Inspects an entry again, because its picture is gone or its file has changed. Earlier findings
  /// stay until then.
  ///
  /// The usual rules apply, so an entry outside the window waits until it is in it. Within the
  /// window this works once, so that no server is asked again and again. Has no effect for an entry
  /// that was not inspected yet, or of another queue.
  public func inspectAgain(_ entry: EntryID) {
    turn { $0.machine.inspectAgain(entry, now: $1) }
  }

  /// Carries out the machine's commands for inspections.
  func inspect(_ command: QueueCommand) {
    switch command {
    case .inspect(let id, let inspector, let track, let reach):
      inspections.start(id, priority: .utility) { [weak self] in
        let outcome = await inspector.outcome(for: track, within: reach)
        self?.turn { $0.machine.inspected(id, outcome, now: $1) }
      }
    case .walk(let id, let inspector, let walk, let queue):
      inspections.start(id, priority: .utility) { [weak self] in
        var walk = walk
        let entry = walk.step(in: queue) { inspector.wants($0) }
        self?.turn { $0.machine.walked(id, walk, to: entry, now: $1) }
      }
    case .cancelInspection(let id):
      inspections.cancel(id)
    case .choose, .command, .checkNetwork, .ask, .cancelQuestion, .reviewAlbum, .describe,
      .searchLyrics, .cancelLyricsSearch:
      break
    }
  }
}

extension MediaInspecting {
  /// Whether an entry is local and its metadata is unknown.
  fileprivate func wants(_ entry: QueueEntry) -> Bool {
    !entry.item.isInspected && entry.track.isWorthInspecting && place(of: entry.track) == .local
  }

  fileprivate func outcome(
    for track: any Track,
    within reach: InspectionScope
  ) async -> InspectionOutcome {
    guard track.isWorthInspecting, let place = place(of: track) else { return .declined }
    guard place.reach <= reach else { return .postponed(until: place.reach) }
    do {
      return .found(try await inspect(track))
    } catch {
      return .failed(isRetryable: (error as? PlayerError)?.isRetryable ?? false)
    }
  }
}
