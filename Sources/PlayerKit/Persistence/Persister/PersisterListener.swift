import PlayerKitSystem

/// The facts of a turn that a persister needs.
struct PersisterEvent: Sendable {
  let isPlaying: Bool
  /// Whether any stored property changed, apart from the position during playback.
  let needsPersisting: Bool
}

/// Observes a queue for a persister.
final class PersisterListener: QueuePlayerObserver, Sendable {
  private let onEvent: @Sendable (PersisterEvent) -> Void
  /// Unknown before the first turn.
  private let wasPlaying = Locked(Bool?.none)

  init(onEvent: @escaping @Sendable (PersisterEvent) -> Void) {
    self.onEvent = onEvent
  }

  func queuePlayer(_ queue: QueuePlayer, didFinishTurn events: [QueuePlayerEvent]) {
    guard let isPlaying = events.last?.status.playback.isPlaying else { return }
    let didPlay = wasPlaying.withLock { wasPlaying in
      defer { wasPlaying = isPlaying }
      return wasPlaying
    }
    let needsPersisting =
      (didPlay != false && !isPlaying) || events.contains(where: \.change.needsPersisting)
    guard needsPersisting || didPlay != isPlaying else { return }
    onEvent(PersisterEvent(isPlaying: isPlaying, needsPersisting: needsPersisting))
  }
}

extension QueueChange {
  /// Whether the change must be stored soon.
  fileprivate var needsPersisting: Bool {
    switch self {
    case .transition, .edited, .restored, .repeatMode, .shuffle, .sleepTimer, .ended, .metadata,
      .historyErased:
      true
    case .playback(let change): change.needsPersisting
    case .failed, .stopsAfterCurrent, .sectionBegan, .sectionEnded, .willEnd,
      .chapter, .lyrics, .line, .sourceFailed:
      false
    }
  }
}

extension PlaybackChange {
  fileprivate var needsPersisting: Bool {
    switch self {
    case .discontinuity, .settings: true
    case .track, .wantsToPlay, .suppression, .buffering, .state, .duration, .ducking, .metadata,
      .format,
      .unsupported, .capabilities, .bufferedPosition, .failed, .ended, .seekCompleted:
      false
    }
  }
}
