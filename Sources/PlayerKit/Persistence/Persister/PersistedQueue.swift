/// What a store has of a queue. The next write contains the differences from it.
struct PersistedQueue: Sendable {
  /// Nothing, or nothing known.
  static let nothing = PersistedQueue(queue: nil)

  let queue: PlayQueue?
  /// The number of history records ever added.
  var playCount = 0
  /// The number of records at the last erasure that the store knows of.
  var erasedTotal = 0

  /// Returns the changes to the present queue, and what is stored after they are written.
  func changes(
    to player: QueuePlayer,
    on clock: any PlaybackClock,
    registry: TrackRegistry
  ) -> (changes: QueueChanges, after: PersistedQueue) {
    let (status, rate) = player.state.withLock { ($0.machine.status, $0.machine.defaultRate) }
    let new = status.entries
    let history = status.history
    var state = new.marks
    let (now, date) = (clock.now, clock.date)
    state.position = status.playback.positionToPersist(at: now)
    state.volume = status.playback.volume
    state.isMuted = status.playback.isMuted
    // Not the rate of the current entry, which may have its own.
    state.rate = rate
    state.processing = status.playback.processing
    state.sleepTimer = status.sleepTimer.map { timer in
      switch timer {
      case .at(let instant, let fade):
        .at(date.addingTimeInterval((instant - now) / .seconds(1)), fadingOut: fade)
      case .endOfTrack: .endOfTrack
      }
    }
    state.playCount = history.total
    return (
      changes(to: new, history, state, registry),
      PersistedQueue(queue: new, playCount: history.total, erasedTotal: history.erasedTotal)
    )
  }

  private func changes(
    to new: PlayQueue,
    _ history: PlayHistory,
    _ state: StoredQueueState,
    _ registry: TrackRegistry
  ) -> QueueChanges {
    guard let old = queue else { return complete(new, history, state, registry) }
    let base = new.baseChanges(since: old)
    let gone = (base.isEmpty ? [] : old.baseChanges(since: new).changed).flatMap(\.elements)
    let items = Dictionary(uniqueKeysWithValues: gone.map { ($0.id, $0.item) })
    let there = base.changed.flatMap(\.elements)
    // Entries that only moved need no new row.
    let added = there.filter { items[$0.id]?.isIdentical(to: $0.item) != true }
    guard added.count < new.count || base.isEmpty else {
      return complete(new, history, state, registry)
    }
    return QueueChanges(
      state: state,
      removedEntries: Set(items.keys).subtracting(there.map(\.id)).map(\.number),
      base: StoredOrderChanges(base) { $0.id.number },
      shuffled: shuffledChanges(from: old, to: new),
      plays: history.stored(after: playCount, registry),
      firstPlay: history.firstPlayToPersist,
      erasesPlays: history.erasedTotal != erasedTotal
    ).with(added, registry)
  }

  private func shuffledChanges(from old: PlayQueue, to new: PlayQueue) -> StoredOrderChanges {
    guard old.isShuffled || new.isShuffled else { return StoredOrderChanges() }
    guard new.isShuffled else { return StoredOrderChanges(isComplete: true) }
    return StoredOrderChanges(
      new.shuffledChanges(since: old.isShuffled ? old : nil),
      isComplete: !old.isShuffled
    ) { $0.number }
  }

  private func complete(
    _ queue: PlayQueue,
    _ history: PlayHistory,
    _ state: StoredQueueState,
    _ registry: TrackRegistry
  ) -> QueueChanges {
    QueueChanges(
      isComplete: true,
      state: state,
      base: StoredOrderChanges(queue.baseChanges(since: nil), isComplete: true) { $0.id.number },
      shuffled: StoredOrderChanges(
        queue.isShuffled ? queue.shuffledChanges(since: nil) : QueueChunkChanges(),
        isComplete: true
      ) { $0.number },
      plays: history.stored(after: 0, registry),
      firstPlay: history.firstPlayToPersist,
      erasesPlays: history.erasedTotal != erasedTotal
    ).with(queue, registry)
  }
}

extension PlayHistory {
  /// The number of the oldest record that a store has to keep. Some later records may be missing
  /// because they could not be stored, which must not displace others.
  fileprivate var firstPlayToPersist: Int { Swift.max(erasedTotal, total - limit) }

  /// Returns the records after the first `count` ever added. A record whose track can't be stored
  /// is left out, because it is only a record.
  fileprivate func stored(after count: Int, _ registry: TrackRegistry) -> [StoredPlay] {
    let first = total - self.count
    return (Swift.max(first, count)..<Swift.max(total, count)).compactMap { number in
      let record = self[number - first]
      guard let entry = try? StoredEntry(record.entry, registry: registry) else { return nil }
      return StoredPlay(
        id: number,
        entry: entry,
        reason: record.reason.rawValue,
        date: record.date
      )
    }
  }
}

extension StoredOrderChanges {
  fileprivate init<Element>(
    _ changes: QueueChunkChanges<Element>,
    isComplete: Bool = false,
    number: (Element) -> UInt64
  ) {
    self.init(
      isComplete: isComplete,
      changed: changes.changed.map { chunk in
        StoredChunk(
          number: chunk.number,
          label: chunk.label,
          entries: chunk.elements.map(number)
        )
      },
      relabeled: changes.relabeled.map { StoredLabel(number: $0.number, label: $0.label) },
      removed: changes.removed
    )
  }
}

extension PlayerStatus {
  /// Returns the position where playback will resume: the current one, or, with nothing loaded, the
  /// one where it would begin.
  fileprivate func positionToPersist(at now: MonotonicInstant) -> Duration {
    activeMedia == nil ? resumeAt : position(at: now)
  }
}
