// Edits. None interrupts the current track, unless it takes it out. What makes no sense throws, and
// then the queue is as it was and no event is sent. An edit that changes nothing sends none either.
extension QueuePlayer {
  /// Edits the queue in several steps as one: all or nothing, with one event.
  ///
  /// ```swift
  /// try queue.edit { queue in
  ///   try queue.move(entry, to: 0)
  ///   queue.playNext(tracks)
  /// }
  /// ```
  ///
  /// `body` gets a copy, and runs on the caller's thread, under no lock. Where the queue changed
  /// meanwhile, because a track ended or somebody else edited it, it runs again on what the queue is
  /// then; so it should do nothing but edit. It may also put an earlier version, or another queue,
  /// in the place of its copy. When it has returned, the getters reflect the edit.
  ///
  /// - Parameters:
  ///   - position: where a newly current entry begins.
  ///   - body: edits its copy of the queue.
  /// - Returns: what `body` returned.
  /// - Throws: what `body` throws; ``QueueError/conflict`` where the queue changed in each of 16 runs,
  ///   as it does where `body` commands it. Then nothing is edited.
  @discardableResult
  public func edit<Result>(
    at position: Duration = .zero,
    _ body: (inout PlayQueue) throws -> Result
  ) throws -> Result {
    for _ in 0..<16 {
      let old = queue
      var edited = old
      let result = try body(&edited)
      if commit(edited, since: old, at: position) { return result }
    }
    throw QueueError.conflict
  }

  // MARK: - Adding

  /// Replaces everything, in one step: no event and no sound mentions another entry than the one at
  /// `start`. Where something was loaded, the new entry is loaded, and plays if that was wanted.
  ///
  /// - Throws: ``QueueError/indexOutOfRange(_:)`` where there is no entry at `start`.
  public func set(
    _ items: some Collection<QueueItem>,
    startAt start: Int = 0,
    position: Duration = .zero
  ) throws(QueueError) {
    let items = Array(items)
    try change(items.count, at: position) { (queue) throws(QueueError) in
      try queue.set(items, startAt: start)
    }
  }

  /// Adds at the end; under shuffle, among what is still to come. Returns the new entries.
  @discardableResult
  public func append(_ items: some Collection<QueueItem>) -> [EntryID] {
    let items = Array(items)
    return change(items.count) { $0.append(items) }
  }

  /// Adds so that the first has the index `index`; under shuffle, among what is still to come.
  /// Returns the new entries.
  ///
  /// - Throws: ``QueueError/indexOutOfRange(_:)``; the index behind the last is in range.
  @discardableResult
  public func insert(
    _ items: some Collection<QueueItem>,
    at index: Int
  ) throws(QueueError) -> [EntryID] {
    let items = Array(items)
    return try change(items.count) { (queue) throws(QueueError) in
      try queue.insert(items, at: index)
    }
  }

  /// Adds behind the current entry, and behind what was added so before and still plays next.
  /// Returns the new entries.
  @discardableResult
  public func playNext(_ items: some Collection<QueueItem>) -> [EntryID] {
    let items = Array(items)
    return change(items.count) { $0.playNext(items) }
  }

  /// Adds behind everything that is there now, also under shuffle. Returns the new entries.
  @discardableResult
  public func playLater(_ items: some Collection<QueueItem>) -> [EntryID] {
    let items = Array(items)
    return change(items.count) { $0.playLater(items) }
  }

  // MARK: - Changing

  /// Moves an entry so that it then has the index `index`; the shuffled order stays. To where it is:
  /// no effect.
  ///
  /// - Throws: ``QueueError/unknownEntry(_:)``, ``QueueError/indexOutOfRange(_:)``.
  public func move(_ entry: EntryID, to index: Int) throws(QueueError) {
    try change { (queue) throws(QueueError) in try queue.move(entry, to: index) }
  }

  /// Moves entries so that they then stand in a row, in the order in which they are named, and the
  /// first has the index `index`. One that is named twice is moved once.
  ///
  /// - Throws: ``QueueError/unknownEntry(_:)``, ``QueueError/indexOutOfRange(_:)``.
  public func move(_ entries: some Collection<EntryID>, to index: Int) throws(QueueError) {
    let entries = Array(entries)
    try change(entries.count) { (queue) throws(QueueError) in
      try queue.move(entries, to: index)
    }
  }

  /// Puts something else in the place of an entry, in both orders; it is a new entry. Where the old
  /// one is current, the new one is begun, with the reason ``TransitionReason/queueChanged``.
  ///
  /// - Returns: the new entry.
  /// - Throws: ``QueueError/unknownEntry(_:)``.
  @discardableResult
  public func replace(_ entry: EntryID, with item: QueueItem) throws(QueueError) -> EntryID {
    try change { (queue) throws(QueueError) in try queue.replace(entry, with: item) }
  }

  /// Takes entries out. Where the current one is among them, its successor in play order follows;
  /// where it has none, playback ends. One that is named twice is taken out once.
  ///
  /// - Throws: ``QueueError/unknownEntry(_:)``.
  public func remove(_ entries: some Collection<EntryID>) throws(QueueError) {
    let entries = Array(entries)
    try change(entries.count) { (queue) throws(QueueError) in try queue.remove(entries) }
  }

  /// Takes out the entries with these indices; otherwise as ``remove(_:)``.
  ///
  /// - Throws: ``QueueError/indexOutOfRange(_:)`` with the first index that is none.
  public func remove(at indices: Range<Int>) throws(QueueError) {
    try change { (queue) throws(QueueError) in try queue.remove(at: indices) }
  }

  /// Empties the queue and falls silent; the modes stay. Of an empty one: no effect.
  public func removeAll() {
    change { $0.removeAll() }
  }
}

// The same for tracks that are played as they are.
extension QueuePlayer {
  /// Replaces everything; see ``set(_:startAt:position:)-(Collection<QueueItem>,_,_)``.
  ///
  /// - Throws: ``QueueError/indexOutOfRange(_:)`` where there is no entry at `start`.
  public func set(
    _ tracks: [any Track],
    startAt start: Int = 0,
    position: Duration = .zero
  ) throws(QueueError) {
    try change(tracks.count, at: position) { (queue) throws(QueueError) in
      try queue.set(tracks, startAt: start)
    }
  }

  /// Adds tracks at the end; under shuffle, among what is still to come. Returns the new entries.
  @discardableResult
  public func append(_ tracks: [any Track]) -> [EntryID] {
    change(tracks.count) { $0.append(tracks) }
  }

  /// Adds tracks so that the first has the index `index`; under shuffle, among what is still to come.
  /// Returns the new entries.
  ///
  /// - Throws: ``QueueError/indexOutOfRange(_:)``; the index behind the last is in range.
  @discardableResult
  public func insert(_ tracks: [any Track], at index: Int) throws(QueueError) -> [EntryID] {
    try change(tracks.count) { (queue) throws(QueueError) in
      try queue.insert(tracks, at: index)
    }
  }

  /// Adds tracks behind the current one, and behind those that were added so before and still play
  /// next. Returns the new entries.
  @discardableResult
  public func playNext(_ tracks: [any Track]) -> [EntryID] {
    change(tracks.count) { $0.playNext(tracks) }
  }

  /// Adds tracks behind everything that is there now, also under shuffle. Returns the new entries.
  @discardableResult
  public func playLater(_ tracks: [any Track]) -> [EntryID] {
    change(tracks.count) { $0.playLater(tracks) }
  }

  /// Puts a track in the place of an entry; see ``replace(_:with:)-(_,QueueItem)``.
  @discardableResult
  public func replace(_ entry: EntryID, with track: any Track) throws(QueueError) -> EntryID {
    try replace(entry, with: QueueItem(track))
  }
}

// MARK: - Parts

extension QueuePlayer {
  /// Makes an edit of our own, which calls nobody: a long one outside of the lock, as long as nobody
  /// is in its way, so that nobody waits for it.
  ///
  /// - Parameter size: how many entries it is about.
  @discardableResult
  private func change<Result, Failure: Error>(
    _ size: Int = 1,
    at position: Duration = .zero,
    _ body: (inout PlayQueue) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if size > 1_000 {
      for _ in 0..<3 {
        let old = queue
        var edited = old
        let result = try body(&edited)
        if commit(edited, since: old, at: position) { return result }
      }
    }
    let (result, old) = try state.withLock { (state) throws(Failure) in
      let old = state.machine.queue
      var edited = old
      let result = try body(&edited)
      take(state.machine.take(edited, at: position, now: prepareTurn(&state)), &state)
      return (result, old)
    }
    // Tracks that were taken out end here, not under the lock: that may run the app's code.
    withExtendedLifetime(old) {}
    settle()
    return result
  }

  /// Takes in what was edited, unless the queue has changed since.
  private func commit(
    _ edited: PlayQueue,
    since old: PlayQueue,
    at position: Duration
  ) -> Bool {
    let isDone = state.withLock { state in
      guard state.machine.queue.revision == old.revision else { return false }
      take(state.machine.take(edited, at: position, now: prepareTurn(&state)), &state)
      return true
    }
    settle()
    return isDone
  }
}
