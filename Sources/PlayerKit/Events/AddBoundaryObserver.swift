extension QueuePlayer {
  /// Calls `body` each time playback of the current track passes one of `positions`.
  ///
  /// The positions count from the start of the track or its clip. A seek passes no position, and
  /// the position where playback begins does not count. In a queue that repeats, each lap counts
  /// again. The clock's timers follow pauses and changes of the rate; nothing polls.
  ///
  /// ```swift
  /// token = queue.addBoundaryObserver(at: [.seconds(30)]) { print("Half a minute") }
  /// ```
  ///
  /// - Parameters:
  ///   - positions: The positions, in any order.
  ///   - isolation: The actor on which the call happens. By default, the caller's.
  ///   - entry: The entry; `nil` for every entry that plays.
  ///   - body: A closure that runs on the actor of the caller, such as the main actor.
  /// - Returns: A token that keeps the observation alive until it is freed or canceled.
  public func addBoundaryObserver(
    at positions: [Duration],
    of entry: EntryID? = nil,
    isolation: isolated any Actor = #isolation,
    _ body: @escaping () -> Void
  ) -> ObserverToken {
    events.addBoundaryObserver(
      at: positions,
      where: { $0.isPlayback(of: entry) },
      isolation: isolation,
      body
    )
  }

  /// Calls `body` on any thread, one call at a time, for functions without an actor.
  ///
  /// - Parameter positions: The positions, in any order.
  /// - Parameter entry: The entry for which the positions hold. `nil` for every entry.
  /// - Parameter body: The closure to call.
  /// - Parameter isolation: Pass `nil`; see `observe(every:isolation:_:)`.
  public func addBoundaryObserver(
    at positions: [Duration],
    of entry: EntryID? = nil,
    isolation _: Never?,
    _ body: @escaping @Sendable () -> Void
  ) -> ObserverToken {
    events.addBoundaryObserver(at: positions, where: { $0.isPlayback(of: entry) }, body)
  }
}

extension QueuePlayerStatus {
  fileprivate func isPlayback(of entry: EntryID?) -> Bool {
    entry == nil || entry == entries.current
  }
}

extension Player {
  /// Calls `body` each time playback of the current track passes one of `positions`.
  ///
  /// The positions count from the start of the track or its clip. A seek passes no position, and
  /// the position where playback begins does not count. The clock's timers follow pauses and
  /// changes of the rate; nothing polls.
  ///
  /// ```swift
  /// token = player.addBoundaryObserver(at: [.seconds(30)]) { print("Half a minute") }
  /// ```
  ///
  /// - Returns: A token that keeps the observation alive until it is freed or canceled.
  public func addBoundaryObserver(
    at positions: [Duration],
    isolation: isolated any Actor = #isolation,
    _ body: @escaping () -> Void
  ) -> ObserverToken {
    events.addBoundaryObserver(at: positions, isolation: isolation, body)
  }

  /// Calls `body` on any thread, one call at a time, for functions without an actor.
  ///
  /// - Parameter positions: The positions, in any order.
  /// - Parameter body: The closure to call.
  /// - Parameter isolation: Pass `nil`; see `observe(every:isolation:_:)`.
  public func addBoundaryObserver(
    at positions: [Duration],
    isolation _: Never?,
    _ body: @escaping @Sendable () -> Void
  ) -> ObserverToken {
    events.addBoundaryObserver(at: positions, body)
  }
}
