extension QueuePlayer {
  /// Replaces the queue with one track or item, and returns once it plays audibly.
  ///
  /// It waits while the queue tries other players or retries, while it is paused, and during an
  /// interruption. If the task is canceled, the track still plays; call ``stop()`` to end it. A
  /// second call begins the track again, and the first one throws.
  ///
  /// - Parameter item: The track or item.
  /// - Parameter position: The position to begin at; `nil` for the start position of the item.
  /// - Returns: The new entry.
  /// - Throws: The ``PlayerError`` of the track if it fails for good; ``PlayerError/Code/replaced``
  ///   if another command replaces it before it plays; `CancellationError` if the task is canceled.
  @discardableResult
  public func playAndWait(
    _ item: some QueueItemConvertible,
    at position: Duration? = nil
  ) async throws -> EntryID {
    var entry: EntryID?
    var hasBegun = false
    return try await events.firstAnswer {
      entry = play(item, at: position)
      return nil
    } from: { events, status in
      if let error = events.lazy.compactMap({ $0.change.finalError(of: entry) }).first {
        throw error
      }
      let isCurrent = status.currentEntry?.id == entry
      hasBegun = hasBegun || isCurrent
      // Turns from before the command also arrive here.
      guard hasBegun else { return nil }
      let isOver = status.endReason != nil && status.endReason != .finished
      if isOver || !isCurrent { throw PlayerError.replacedPlayback }
      return status.playback.isPlaying || status.endReason == .finished ? entry : nil
    }
  }
}

extension Player {
  /// Loads a track, replacing the current one, as ``play(_:clip:at:)`` does, and returns once it
  /// plays audibly.
  ///
  /// It waits while the player is paused, and during an interruption. If the task is canceled, the
  /// track still plays; call ``unload()`` to end it. A second call begins the track again, and the
  /// first one throws.
  ///
  /// - Parameter track: The track.
  /// - Parameter position: The position at which to begin.
  /// - Parameter clip: The part of the track to play; `nil` for the whole track.
  /// - Throws: The ``PlayerError`` of the track if it fails; ``PlayerError/Code/replaced`` if
  ///   another command replaces it before it plays; `CancellationError` if the task is canceled.
  public func playAndWait(
    _ track: any Track,
    clip: Clip? = nil,
    at position: Duration = .zero
  ) async throws {
    var load: LoadID?
    var hasBegun = false
    try await events.firstAnswer {
      load = core.load(track, clip: clip, at: position, wantsToPlay: true)
      return nil
    } from: { _, status -> Void? in
      hasBegun = hasBegun || status.load == load
      guard hasBegun else { return nil }
      guard status.load == load else { throw PlayerError.replacedPlayback }
      switch status.endReason {
      case .failed(let error): throw error
      case .unloaded, .takenOver, .nothingLoaded: throw PlayerError.replacedPlayback
      case .ended: return ()
      case nil: return status.isPlaying ? () : nil
      }
    }
  }
}

extension PlayerError {
  fileprivate static let replacedPlayback = PlayerError(
    .replaced,
    "Another command replaced the track before it was audible."
  )
}

extension QueueChange {
  /// Returns why an entry failed, if the queue does not try it again.
  fileprivate func finalError(of entry: EntryID?) -> PlayerError? {
    guard case .failed(let failure) = self, failure.entry.id == entry else { return nil }
    switch failure.action {
    case .alternative, .retry: return nil
    case .skip, .stop: return failure.error
    }
  }
}
