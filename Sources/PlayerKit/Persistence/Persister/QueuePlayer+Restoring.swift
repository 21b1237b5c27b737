import PlayerKitSystem

extension QueuePlayer {
  /// Replaces this queue with a stored one, in one step: the same entries with their identities,
  /// both orders, the modes, the current entry at its position, volume, mute, rate and sound
  /// processing, and the sleep timer if its time is still to come. The queue is then paused with
  /// nothing loaded. A ``QueuePersister`` calls this.
  ///
  /// - Parameter stored: The stored queue.
  /// - Parameter registry: The types of tracks; a track of another type becomes an
  ///   ``UnknownTrack``.
  /// - Throws: ``QueueStoreError/Code/corrupt`` if the data is not a valid queue; this queue is
  ///   then unchanged.
  public func restore(
    _ stored: StoredQueue,
    registry: TrackRegistry = TrackRegistry()
  ) throws(QueueStoreError) {
    _ = try restorePersisted(stored, registry: registry)
  }

  /// - Returns: What is stored of the restored queue.
  func restorePersisted(
    _ stored: StoredQueue,
    registry: TrackRegistry
  ) throws(QueueStoreError) -> PersistedQueue {
    let (restored, hasItsChunks) = try PlayQueue.restoring(
      stored,
      registry: registry,
      seed: state.withLock(\.machine.configuration.restoringSeed) ?? .random(in: .min ... .max)
    )
    let position = stored.state.position.ifStorable ?? .zero
    let plays = stored.plays.compactMap { PlayHistory.Record($0, registry) }
    let rate = state.withLock(\.machine.defaultRate)
    let settings = stored.state.restore(playback.settings, rate: rate)
    let date = clock.date
    let total = runTurn { state, now in
      let effects = state.machine.restore(
        restored,
        at: position,
        plays: plays,
        playCount: stored.state.playCount,
        settings: settings,
        sleepTimer: stored.state.sleepTimer(at: now, date),
        now: now
      )
      return (effects, state.machine.history.total)
    }
    guard hasItsChunks else { return .nothing }
    return PersistedQueue(queue: restored, playCount: total)
  }
}

extension PlayQueue {
  fileprivate static func restoring(
    _ stored: StoredQueue,
    registry: TrackRegistry,
    seed: UInt64
  ) throws(QueueStoreError) -> (queue: PlayQueue, hasItsChunks: Bool) {
    let entries = stored.entries.map { QueueEntry($0, registry) }
    var rest = entries[...]
    let base = stored.base.map { chunk in
      defer { rest = rest.dropFirst(chunk.entries.count) }
      return QueueChunk(chunk, elements: rest.prefix(chunk.entries.count))
    }
    let shuffled = stored.shuffled.map { chunk in
      QueueChunk(chunk, elements: chunk.entries.map(EntryID.init))
    }
    do throws(QueueInconsistency) {
      let queue = try PlayQueue(
        restoring: base,
        shuffled: shuffled,
        marks: stored.state,
        seed: seed
      )
      return (queue, true)
    } catch {
      // Another version may use another chunk size.
      return (try flat(entries, stored, seed: seed), false)
    }
  }

  private static func flat(
    _ entries: [QueueEntry],
    _ stored: StoredQueue,
    seed: UInt64
  ) throws(QueueStoreError) -> PlayQueue {
    let order = stored.state.isShuffled ? stored.playOrder.map(EntryID.init) : nil
    do throws(QueueInconsistency) {
      return try PlayQueue(
        restoring: entries,
        playOrder: order,
        marks: stored.state,
        seed: seed
      )
    } catch {
      throw QueueStoreError(.corrupt, "The stored data is not a queue: \(error).")
    }
  }
}

extension StoredQueueState {
  /// Returns the settings with the stored values applied.
  ///
  /// - Parameter present: The current rate of entries without their own rate.
  fileprivate func restore(_ settings: OutputSettings, rate present: Double) -> OutputSettings {
    var settings = settings
    settings.volume = volume ?? settings.volume
    settings.isMuted = isMuted ?? settings.isMuted
    settings.rate = rate ?? present
    settings.processing = processing ?? settings.processing
    return settings
  }

  /// Returns the timer; `nil` if its time has passed.
  fileprivate func sleepTimer(at now: MonotonicInstant, _ present: Date) -> SleepTimer? {
    switch sleepTimer {
    case .at(let date, let fade) where date > present:
      .at(now + Self.time(until: date, from: present), fadingOut: fade.bounded)
    case .endOfTrack: .endOfTrack
    case .at, nil: nil
    }
  }

  /// Returns the time until a date, which a damaged store may have put beyond all durations.
  private static func time(until date: Date, from present: Date) -> Duration {
    .seconds(min(date.timeIntervalSince(present), 1e12)).bounded
  }
}

extension QueueEntry {
  fileprivate init(_ stored: StoredEntry, _ registry: TrackRegistry) {
    self.init(
      id: EntryID(number: stored.id),
      item: QueueItem(
        registry.decode(stored.track),
        startingAt: stored.startPosition?.ifStorable ?? .zero,
        clip: stored.clip,
        rate: stored.rate,
        section: stored.section,
        userInfo: stored.userInfo ?? [:]
      )
      .with(
        found: stored.found?.metadata,
        lacksPictures: stored.found?.lacksPictures ?? false
      )
    )
  }
}

extension PlayHistory.Record {
  /// Returns `nil` if the reason is unknown.
  fileprivate init?(_ stored: StoredPlay, _ registry: TrackRegistry) {
    guard let reason = TransitionReason(rawValue: stored.reason) else { return nil }
    self.init(entry: QueueEntry(stored.entry, registry), reason: reason, date: stored.date)
  }
}

extension QueueChunk {
  fileprivate init(_ chunk: StoredChunk, elements: some Sequence<Element>) {
    self.init(number: chunk.number, label: chunk.label, elements: ContiguousArray(elements))
  }
}
