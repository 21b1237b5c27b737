import Locking

/// What a keeper has to know of a turn.
struct KeeperNews: Sendable {
  let isPlaying: Bool
  /// Whether anything happened that is kept, besides that time goes on.
  let isWorthKeeping: Bool
}

/// Hears of a queue for a keeper.
final class KeeperListener: QueuePlayerObserver, Sendable {
  private let onNews: @Sendable (KeeperNews) -> Void
  /// Not known before the first turn.
  private let wasPlaying = Locked(Bool?.none)

  init(onNews: @escaping @Sendable (KeeperNews) -> Void) {
    self.onNews = onNews
  }

  func queuePlayer(_ queue: QueuePlayer, didFinishTurn events: [QueuePlayerEvent]) {
    guard let isPlaying = events.last?.status.playback.isPlaying else { return }
    let didPlay = wasPlaying.withLock { wasPlaying in
      defer { wasPlaying = isPlaying }
      return wasPlaying
    }
    let isWorthKeeping =
      (didPlay != false && !isPlaying) || events.contains(where: \.change.isWorthKeeping)
    guard isWorthKeeping || didPlay != isPlaying else { return }
    onNews(KeeperNews(isPlaying: isPlaying, isWorthKeeping: isWorthKeeping))
  }
}

extension QueueChange {
  /// Whether a store has to hear of it soon.
  fileprivate var isWorthKeeping: Bool {
    switch self {
    case .transition, .edited, .restored, .repeatMode, .shuffle, .sleepTimer, .ended, .metadata:
      true
    case .playback(let change): change.isWorthKeeping
    case .failed, .stopsAfterCurrent, .sectionBegan, .sectionEnded, .willEnd,
      .chapter, .lyrics, .line, .sourceFailed:
      false
    }
  }
}

extension PlaybackChange {
  fileprivate var isWorthKeeping: Bool {
    switch self {
    case .discontinuity, .settings: true
    case .track, .wantsToPlay, .suppression, .buffering, .state, .duration, .ducking, .metadata,
      .format,
      .unsupported, .capabilities, .bufferedPosition, .failed, .ended, .seekCompleted:
      false
    }
  }
}
