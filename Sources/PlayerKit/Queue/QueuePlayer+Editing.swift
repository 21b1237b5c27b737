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
  ///   - position: where a newly current entry begins; `nil`: where its item says.
  ///   - body: edits its copy of the queue.
  /// - Returns: what `body` returned.
  /// - Throws: what `body` throws; ``QueueError/conflict`` where the queue changed in each of 16 runs,
  ///   as it does where `body` commands it. Then nothing is edited.
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

  /// Edits the queue in several steps as one, where `body` throws errors of any type.
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

  /// Drawing an order is as long an edit as there are entries.
  func shuffle(_ isShuffled: Bool) {
    change(isShuffled ? entries.count : 1) { $0.isShuffled = isShuffled }
  }

  // MARK: - Adding

  /// Replaces everything, in one step: no event and no sound mentions another entry than the one at
  /// `start`. Where something was loaded, the new entry is loaded, and plays if that was wanted.
  ///
  /// - Parameter position: where the entry at `start` begins; `nil`: where its item says.
  /// - Throws: ``QueueError/indexOutOfRange(_:)`` where there is no entry at `start`.
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

  /// Adds at the end; under shuffle, among what is still to come. Returns the new entries.
  @discardableResult @_disfavoredOverload
  public func append(_ items: some Sequence<some QueueItemConvertible>) -> [EntryID] {
    let items = Array(items)
    return change(items.count) { $0.append(items) }
  }

  /// Adds so that the first has the index `index`; under shuffle, among what is still to come.
  /// Returns the new entries.
  ///
  /// - Throws: ``QueueError/indexOutOfRange(_:)``; the index behind the last is in range.
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

  /// Adds behind the current entry, and behind what was added so before and still plays next.
  /// Returns the new entries.
  @discardableResult @_disfavoredOverload
  public func playNext(_ items: some Sequence<some QueueItemConvertible>) -> [EntryID] {
    let items = Array(items)
    return change(items.count) { $0.playNext(items) }
  }

  /// Adds behind everything that is there now, also under shuffle. Returns the new entries.
  @discardableResult @_disfavoredOverload
  public func playLater(_ items: some Sequence<some QueueItemConvertible>) -> [EntryID] {
    let items = Array(items)
    return change(items.count) { $0.playLater(items) }
  }

  // MARK: - Changing

  /// Moves an entry so that it then has the index `index`; the shuffled order stays. To where it
  /// is: no effect.
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
  public func replace(_ entry: EntryID, with item: some QueueItemConvertible) throws(QueueError)
    -> EntryID
  {
    try change { (queue) throws(QueueError) in try queue.replace(entry, with: item) }
  }

  /// Changes what the app keeps with an entry, which stays the same entry and plays on.
  ///
  /// - Throws: ``QueueError/unknownEntry(_:)``.
  public func update(_ entry: EntryID, userInfo: [String: String]) throws(QueueError) {
    try change { (queue) throws(QueueError) in try queue.update(entry, userInfo: userInfo) }
  }

  /// Takes entries out. Where the current one is among them, its successor in play order follows;
  /// where it has none, playback ends. One that is named twice is taken out once.
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

  /// Removes the entry at an index of the base order, as ``remove(_:)`` does.
  ///
  /// - Throws: ``QueueError/indexOutOfRange(_:)``; then the queue is as it was, and no event is
  ///   sent.
  public func remove(at index: Int) throws(QueueError) {
    try change { (queue) throws(QueueError) in try queue.remove(at: index) }
  }

  /// Takes out the entries with these indices; otherwise as ``remove(_:)``.
  ///
  /// - Throws: ``QueueError/indexOutOfRange(_:)`` with the first index that is none.
  public func remove(at indices: Range<Int>) throws(QueueError) {
    try change { (queue) throws(QueueError) in try queue.remove(at: indices) }
  }

  /// Empties the queue and falls silent; the modes stay. Playing is not wanted any more then. If
  /// the queue is empty already, it takes back a ``play()`` that waits for the first entry.
  public func removeAll() {
    turn { $0.machine.removeAll(now: $1) }
  }
}

// The same for one, and for tracks of several types.
extension QueuePlayer {
  /// Adds one at the end, as several are. Returns the new entry.
  @discardableResult
  public func append(_ item: some QueueItemConvertible) -> EntryID { change { $0.append(item) } }

  /// Adds one so that it has the index `index`, as several are. Returns the new entry.
  ///
  /// - Throws: ``QueueError/indexOutOfRange(_:)``; the index behind the last is in range.
  @discardableResult
  public func insert(_ item: some QueueItemConvertible, at index: Int) throws(QueueError) -> EntryID
  {
    try change { (queue) throws(QueueError) in try queue.insert(item, at: index) }
  }

  /// Adds one behind the current entry and what plays next, as several are. Returns the new entry.
  @discardableResult
  public func playNext(_ item: some QueueItemConvertible) -> EntryID {
    change { $0.playNext(item) }
  }

  /// Adds one behind everything, as several are. Returns the new entry.
  @discardableResult
  public func playLater(_ item: some QueueItemConvertible) -> EntryID {
    change { $0.playLater(item) }
  }

  /// Replaces everything with tracks, in one step, as with items.
  ///
  /// - Throws: ``QueueError/indexOutOfRange(_:)`` where there is no entry at `start`.
  public func set(
    _ tracks: [any Track],
    startAt start: Int = 0,
    position: Duration? = nil
  ) throws(QueueError) {
    try change(tracks.count, at: position) { (queue) throws(QueueError) in
      try queue.set(tracks, startAt: start)
    }
  }

  /// Adds tracks at the end, as items are. Returns the new entries.
  @discardableResult
  public func append(_ tracks: [any Track]) -> [EntryID] {
    change(tracks.count) { $0.append(tracks) }
  }

  /// Adds tracks so that the first has the index `index`, as items are. Returns the new entries.
  ///
  /// - Throws: ``QueueError/indexOutOfRange(_:)``; the index behind the last is in range.
  @discardableResult
  public func insert(_ tracks: [any Track], at index: Int) throws(QueueError) -> [EntryID] {
    try change(tracks.count) { (queue) throws(QueueError) in
      try queue.insert(tracks, at: index)
    }
  }

  /// Adds tracks behind the current one and what plays next, as items are. Returns the new entries.
  @discardableResult
  public func playNext(_ tracks: [any Track]) -> [EntryID] {
    change(tracks.count) { $0.playNext(tracks) }
  }

  /// Adds tracks behind everything, as items are. Returns the new entries.
  @discardableResult
  public func playLater(_ tracks: [any Track]) -> [EntryID] {
    change(tracks.count) { $0.playLater(tracks) }
  }
}

// MARK: - Parts

extension QueuePlayer {
  /// Makes an edit of our own, which calls nobody: a long one outside of the lock, as long as
  /// nobody is in its way, so that nobody waits for it.
  ///
  /// - Parameter size: how many entries it is about.
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

  /// Takes over what was edited, unless the queue has changed since.
  func commit(_ edited: PlayQueue, since old: PlayQueue, at position: Duration?) -> Bool {
    runTurn { state, now in
      guard state.machine.queue.revision == old.revision else { return (nil, false) }
      let edited = edited.keepingFindings(of: state.machine.queue, since: old)
      return (state.machine.replaceQueue(by: edited, at: position, now: now), true)
    }
  }
}
