extension QueuePlayer {
  /// Looks into the media of entries, where nothing is known of them; `nil`, as at first: nobody
  /// does.
  ///
  /// Nothing is known where neither an artist nor an album was stated
  /// (``Track/isWorthInspecting``). What is found stands in the entry (``QueueEntry/metadata``),
  /// and is told once as ``QueueChange/metadata(_:)``. Such an entry is not looked into again. One
  /// that failed is, at most three times, where a retry may help, as long as it is in the window.
  ///
  /// Media at a server is looked into only once it is open for being played, and never where it
  /// turns out to be live. Of the next entry, that is soon after it was handed over. A server that
  /// plays nothing of an entry (``InspectionPlace/elsewhere``) is asked while the entry is heard,
  /// and not before.
  ///
  /// The inspector is asked in a task of low priority, for one entry at a time, the current one
  /// first, and only when nothing is being loaded. A question is cancelled when its entry leaves,
  /// and after ``Configuration/inspectionTimeout``.
  ///
  /// Set again: what was asked before is cancelled and forgotten. What was found stays.
  public var inspector: (any MediaInspecting)? {
    get { state.withLock(\.machine.inspectionState?.inspector) }
    set { turn { $0.machine.setInspector(newValue, now: $1) } }
  }

  /// Which entries the ``inspector`` looks into: at first those of the window.
  public var inspection: QueueInspection {
    get { state.withLock(\.machine.inspection) }
    set { turn { $0.machine.setInspection(newValue, now: $1) } }
  }

  /// Has an entry be looked into again: a picture of it is not found any more, or its file has
  /// changed. What was found stays until then.
  ///
  /// The rules are those of any other entry. So one beyond the window waits until it is in it. In
  /// the window it is done once: nothing can ask a server again and again. Of an entry that nobody
  /// has looked into, and of one of another queue: no effect.
  public func inspectAgain(_ entry: EntryID) {
    turn { $0.machine.inspectAgain(entry, now: $1) }
  }

  /// Carries out what the machine asks about the media of entries.
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
  /// Whether an entry is local, and nothing is known of it.
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
