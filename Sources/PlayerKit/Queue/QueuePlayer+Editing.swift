// Edits. None interrupts the current track, unless it removes it. An invalid edit throws; the queue
// is then unchanged and no event is sent. An edit that changes nothing sends no event either.
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
  /// `body` edits a copy and runs on the caller's thread, under no lock. If the queue changed
  /// meanwhile, because a track ended or another caller edited it, `body` runs again on the new
  /// queue, so it should do nothing but edit. It may also replace its copy with an earlier version
  /// or another queue. When this method returns, the getters reflect the edit.
  ///
  /// - Parameters:
  ///   - position: The position where a newly current entry begins; `nil` for the start position of
  ///     its item.
  ///   - body: A closure that edits its copy of the queue.
  /// - Returns: The result of `body`.
  /// - Throws: The errors of `body`; ``QueueError/conflict`` if the queue changed in each of 16
  ///   runs, which happens if `body` commands it. Then nothing is edited.
  @discardableResult
  public func edit<Result>(
    at position: Duration? = nil,
    _ body: (inout PlayQueue) throws(QueueError) -> Result
  ) throws(QueueError) -> Result {
    for _ in 0..<16 {
      let old = entries
      var edited = old
      let result = try body(&edited)
      if commit(edited, since: old, at: position) { return result }
    }
    throw .conflict
  }

  /// Edits the queue in several steps as one; `body` may throw errors of any type.
  @discardableResult
  public func edit<Success>(
    at position: Duration? = nil,
    _ body: (inout PlayQueue) throws -> Success
  ) throws -> Success {
    try edit(at: position) { (queue) throws(QueueError) -> Result<Success, any Error> in
      let old = queue
      return Result { try body(&queue) }.mapError { error in
        queue = old
        return error
      }
    }.get()
  }

  /// Shuffling takes time proportional to the number of entries.
  func shuffle(_ isShuffled: Bool) {
    change(isShuffled ? entries.count : 1) { $0.isShuffled = isShuffled }
  }

  // MARK: - Adding

  /// Replaces all entries in one step: no event mentions, and no sound comes from, any other entry
  /// than the one at `start`. If something was loaded, the new entry is loaded, and plays if that
  /// was wanted.
  ///
  /// - Parameter items: The items, in order.
  /// - Parameter start: The index of the entry to begin with.
  /// - Parameter position: The position where the entry at `start` begins; `nil` for the start
  ///   position of its item.
  /// - Throws: ``QueueError/indexOutOfRange(_:)`` if there is no entry at `start`.
  @_disfavoredOverload
  public func set(
    _ items: some Sequence<some QueueItemConvertible>,
    startAt start: Int = 0,
    position: Duration? = nil
  ) throws(QueueError) {
    let items = Array(items)
    try change(items.count, at: position) { (queue) throws(QueueError) in
      try queue.set(items, startAt: start)
    }
  }

  /// Adds items at the end; while shuffled, among the upcoming entries. Returns the new entries.
  @discardableResult @_disfavoredOverload
  public func append(_ items: some Sequence<some QueueItemConvertible>) -> [EntryID] {
    let items = Array(items)
    return change(items.count) { $0.append(items) }
  }

  /// Inserts items so that the first has the index `index`; while shuffled, among the upcoming
  /// entries. Returns the new entries.
  ///
  /// - Throws: ``QueueError/indexOutOfRange(_:)``; the index after the last is in range.
  @discardableResult @_disfavoredOverload
  public func insert(
    _ items: some Sequence<some QueueItemConvertible>,
    at index: Int
  ) throws(QueueError) -> [EntryID] {
    let items = Array(items)
    return try change(items.count) { (queue) throws(QueueError) in
      try queue.insert(items, at: index)
    }
  }

  /// Inserts items after the current entry, and after earlier entries of this kind that still play
  /// next. Returns the new entries.
  @discardableResult @_disfavoredOverload
  public func playNext(_ items: some Sequence<some QueueItemConvertible>) -> [EntryID] {
    let items = Array(items)
    return change(items.count) { $0.playNext(items) }
  }

  /// Adds items after all present entries, even while shuffled. Returns the new entries.
  @discardableResult @_disfavoredOverload
  public func playLater(_ items: some Sequence<some QueueItemConvertible>) -> [EntryID] {
    let items = Array(items)
    return change(items.count) { $0.playLater(items) }
  }

  // MARK: - Changing

  /// Moves an entry so that it has the index `index` afterwards; the shuffled order stays. Has no
  /// effect if the entry is already there.
  ///
  /// - Throws: ``QueueError/unknownEntry(_:)``, ``QueueError/indexOutOfRange(_:)``.
  public func move(_ entry: EntryID, to index: Int) throws(QueueError) {
    try change { (queue) throws(QueueError) in try queue.move(entry, to: index) }
  }

  /// Moves entries so that they are consecutive afterwards, in the order given, and the first has
  /// the index `index`. Duplicates are moved once.
  ///
  /// - Throws: ``QueueError/unknownEntry(_:)``, ``QueueError/indexOutOfRange(_:)``.
  public func move(_ entries: some Collection<EntryID>, to index: Int) throws(QueueError) {
    let entries = Array(entries)
    try change(entries.count) { (queue) throws(QueueError) in
      try queue.move(entries, to: index)
    }
  }

  /// Replaces an entry with an item, as a new entry, in both orders. If the old entry is current,
  /// the new one begins, with the reason ``TransitionReason/queueChanged``.
  ///
  /// - Returns: The new entry.
  /// - Throws: ``QueueError/unknownEntry(_:)``.
  @discardableResult
  public func replace(_ entry: EntryID, with item: some QueueItemConvertible) throws(QueueError)
    -> EntryID
  {
    try change { (queue) throws(QueueError) in try queue.replace(entry, with: item) }
  }

  /// Replaces the app's data of an entry, which keeps its identity and plays on.
  ///
  /// - Throws: ``QueueError/unknownEntry(_:)``.
  public func update(_ entry: EntryID, userInfo: [String: String]) throws(QueueError) {
    try change { (queue) throws(QueueError) in try queue.update(entry, userInfo: userInfo) }
  }

  /// Removes entries. If the current one is removed, its successor in play order follows; if it has
  /// no successor, playback ends. Duplicates are removed once.
  ///
  /// - Throws: ``QueueError/unknownEntry(_:)``.
  public func remove(_ entries: some Collection<EntryID>) throws(QueueError) {
    let entries = Array(entries)
    try change(entries.count) { (queue) throws(QueueError) in try queue.remove(entries) }
  }

  /// Removes an entry. If it is the current one, its successor in play order follows; if it has no
  /// successor, playback ends.
  ///
  /// - Throws: ``QueueError/unknownEntry(_:)``, also if the entry was removed before.
  public func remove(_ entry: EntryID) throws(QueueError) {
    try change { (queue) throws(QueueError) in try queue.remove(entry) }
  }

  /// Removes the entry at an index of the base order, as `remove(_:)` does.
  ///
  /// - Throws: ``QueueError/indexOutOfRange(_:)``; the queue is then unchanged, and no event is
  ///   sent.
  public func remove(at index: Int) throws(QueueError) {
    try change { (queue) throws(QueueError) in try queue.remove(at: index) }
  }

  /// Removes the entries in a range of indices; otherwise like `remove(_:)`.
  ///
  /// - Throws: ``QueueError/indexOutOfRange(_:)`` with the first invalid index.
  public func remove(at indices: Range<Int>) throws(QueueError) {
    try change { (queue) throws(QueueError) in try queue.remove(at: indices) }
  }

  /// Removes all entries and falls silent; the modes stay. Playing is then no longer wanted. If the
  /// queue is already empty, this cancels a ``play()`` that waits for the first entry.
  public func removeAll() {
    turn { $0.machine.removeAll(now: $1) }
  }
}

// Overloads for one item and for tracks of several types.
extension QueuePlayer {
  /// Adds an item at the end, like several items. Returns the new entry.
  @discardableResult
  public func append(_ item: some QueueItemConvertible) -> EntryID { change { $0.append(item) } }

  /// Inserts an item so that it has the index `index`, like several items. Returns the new entry.
  ///
  /// - Throws: ``QueueError/indexOutOfRange(_:)``; the index after the last is in range.
  @discardableResult
  public func insert(_ item: some QueueItemConvertible, at index: Int) throws(QueueError) -> EntryID
  {
    try change { (queue) throws(QueueError) in try queue.insert(item, at: index) }
  }

  /// Inserts an item after the current entry and those that play next, like several items. Returns
  /// the new entry.
  @discardableResult
  public func playNext(_ item: some QueueItemConvertible) -> EntryID {
    change { $0.playNext(item) }
  }

  /// Adds an item after all present entries, like several items. Returns the new entry.
  @discardableResult
  public func playLater(_ item: some QueueItemConvertible) -> EntryID {
    change { $0.playLater(item) }
  }

  /// Replaces all entries with tracks in one step, as with items.
  ///
  /// - Throws: ``QueueError/indexOutOfRange(_:)`` if there is no entry at `start`.
  public func set(
    _ tracks: [any Track],
    startAt start: Int = 0,
    position: Duration? = nil
  ) throws(QueueError) {
    try change(tracks.count, at: position) { (queue) throws(QueueError) in
      try queue.set(tracks, startAt: start)
    }
  }

  /// Adds tracks at the end, like items. Returns the new entries.
  @discardableResult
  public func append(_ tracks: [any Track]) -> [EntryID] {
    change(tracks.count) { $0.append(tracks) }
  }

  /// Inserts tracks so that the first has the index `index`, like items. Returns the new entries.
  ///
  /// - Throws: ``QueueError/indexOutOfRange(_:)``; the index after the last is in range.
  @discardableResult
  public func insert(_ tracks: [any Track], at index: Int) throws(QueueError) -> [EntryID] {
    try change(tracks.count) { (queue) throws(QueueError) in
      try queue.insert(tracks, at: index)
    }
  }

  /// Inserts tracks after the current entry and those that play next, like items. Returns the new
  /// entries.
  @discardableResult
  public func playNext(_ tracks: [any Track]) -> [EntryID] {
    change(tracks.count) { $0.playNext(tracks) }
  }

  /// Adds tracks after all present entries, like items. Returns the new entries.
  @discardableResult
  public func playLater(_ tracks: [any Track]) -> [EntryID] {
    change(tracks.count) { $0.playLater(tracks) }
  }
}

// MARK: - Parts

extension QueuePlayer {
  /// Makes an internal edit, which calls no app code. A long edit first runs outside the lock, up
  /// to three times, so that other callers do not wait for it.
  ///
  /// - Parameter size: The number of entries concerned.
  @discardableResult
  private func change<Result, Failure: Error>(
    _ size: Int = 1,
    at position: Duration? = nil,
    _ body: (inout PlayQueue) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if size > 1_000 {
      for _ in 0..<3 {
        let old = entries
        var edited = old
        let result = try body(&edited)
        if commit(edited, since: old, at: position) { return result }
      }
    }
    return try runTurn { (state, now) throws(Failure) in
      var edited = state.machine.queue
      let result = try body(&edited)
      return (state.machine.replaceQueue(by: edited, at: position, now: now), result)
    }
  }

  /// Applies an edited copy, unless the queue has changed since. Returns whether it was applied.
  func commit(_ edited: PlayQueue, since old: PlayQueue, at position: Duration?) -> Bool {
    runTurn { state, now in
      guard state.machine.queue.revision == old.revision else { return (nil, false) }
      let edited = edited.keepingFindings(of: state.machine.queue, since: old)
      return (state.machine.replaceQueue(by: edited, at: position, now: now), true)
    }
  }
}
