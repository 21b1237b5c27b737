extension QueuePlayer {
  /// Brings back a queue that was stored, in place of this one, in one step: the same entries with
  /// their identities, both orders, the modes, the current entry at its position. It is paused, and
  /// nothing is loaded. A ``QueueKeeper`` calls this.
  ///
  /// - Parameter registry: The types of tracks; a track of another type becomes an ``UnknownTrack``.
  /// - Throws: ``QueueStoreError/Code/corrupt`` where it is no queue; then this one is as it was.
  public func restore(
    _ stored: StoredQueue,
    registry: TrackRegistry = TrackRegistry()
  ) throws(QueueStoreError) {
    _ = try bringBack(stored, registry: registry)
  }

  /// - Returns: what is kept of the queue as it is then.
  func bringBack(
    _ stored: StoredQueue,
    registry: TrackRegistry
  ) throws(QueueStoreError) -> KeptQueue {
    let (restored, hasItsChunks) = try PlayQueue.restoring(stored, registry: registry)
    let position = stored.state.position.ifStorable ?? .zero
    turn { $0.machine.restore(restored, at: position, now: $1) }
    return hasItsChunks ? KeptQueue(queue: restored) : .nothing
  }
}

extension PlayQueue {
  fileprivate static func restoring(
    _ stored: StoredQueue,
    registry: TrackRegistry
  ) throws(QueueStoreError) -> (queue: PlayQueue, hasItsChunks: Bool) {
    let entries = stored.entries.map { entry in
      QueueEntry(
        id: EntryID(number: entry.id),
        item: QueueItem(
          registry.decode(entry.track),
          clip: entry.clip,
          section: entry.section,
          userInfo: entry.userInfo ?? [:]
        )
      )
    }
    let marks = QueueMarks(stored.state)
    var rest = entries[...]
    let base = stored.base.map { chunk in
      defer { rest = rest.dropFirst(chunk.entries.count) }
      return QueueChunk(chunk, elements: rest.prefix(chunk.entries.count))
    }
    let shuffled = stored.shuffled.map { chunk in
      QueueChunk(chunk, elements: chunk.entries.map(EntryID.init))
    }
    do throws(QueueContradiction) {
      return (try PlayQueue(restoring: base, shuffled: shuffled, marks: marks), true)
    } catch {
      // The chunks of another version may be of another size.
      return (try flat(entries, stored, marks), false)
    }
  }

  private static func flat(
    _ entries: [QueueEntry],
    _ stored: StoredQueue,
    _ marks: QueueMarks
  ) throws(QueueStoreError) -> PlayQueue {
    let order = stored.state.isShuffled ? stored.playOrder.map(EntryID.init) : nil
    do throws(QueueContradiction) {
      return try PlayQueue(restoring: entries, playOrder: order, marks: marks)
    } catch {
      throw QueueStoreError(.corrupt, "What is stored is no queue: \(error).")
    }
  }
}

extension QueueChunk {
  fileprivate init(_ chunk: StoredChunk, elements: some Sequence<Element>) {
    self.init(number: chunk.number, label: chunk.label, elements: ContiguousArray(elements))
  }
}
