/// A snapshot of a queue for remote controls. MPD, MPRIS, the web page and Snapcast use it, so that
/// they agree.
public struct RemoteSnapshot: Sendable {
  /// The state of playback, as one of the three that remote controls know.
  public enum State: String, Sendable, Hashable, CaseIterable {
    /// Playing, or about to play.
    case playing
    /// Paused; playing continues where it was left.
    case paused
    /// Stopped: nothing is current, or playing starts the entry from its beginning.
    case stopped
  }

  /// The state of playback.
  public let state: State
  /// The current entry.
  public let entry: QueueEntry?
  /// The index of the current entry in the queue.
  public let index: Int?
  /// The position; zero while stopped.
  public let position: Duration
  /// The length of the track, if known.
  public let duration: Duration?
  /// Whether the position moves.
  public let isMoving: Bool
  /// The volume, from 0 to 1; zero while muted.
  public let volume: Double
  /// The current speed setting, or 1 if the player supports no other.
  public let rate: Double
  /// The repeat mode.
  public let repeatMode: RepeatMode
  /// Whether the queue is shuffled.
  public let isShuffled: Bool
  /// Whether there is a next entry.
  public let canGoNext: Bool
  /// Whether there is a previous entry, or the track can be restarted.
  public let canGoPrevious: Bool
  /// Whether the track is seekable.
  public let canSeek: Bool

  /// Creates a snapshot.
  ///
  /// - Parameter status: The status to show.
  /// - Parameter now: The current time on the queue's clock.
  public init(_ status: QueuePlayerStatus, at now: MonotonicInstant) {
    let (playback, entries) = (status.playback, status.entries)
    state = Self.state(of: status)
    entry = status.currentEntry
    index = entries.currentIndex
    let isLoaded = playback.endReason == nil
    duration = (isLoaded ? playback.duration : nil) ?? status.currentEntry?.metadata.duration
    let position = playback.position(at: now)
    self.position = state == .stopped ? .zero : duration.map { min(position, $0) } ?? position
    isMoving = playback.isPlaying
    volume = playback.isMuted ? 0 : playback.volume
    rate = playback.capabilities.contains(.rate) ? playback.rate : 1
    (repeatMode, isShuffled) = (entries.repeatMode, entries.isShuffled)
    let repeatsAll = repeatMode == .all && !entries.isEmpty
    canGoNext = entries.remaining > 0 || repeatsAll
    canSeek = isLoaded && playback.isSeekable
    let place = entries.current.flatMap { entries.playIndex(of: $0) }
    canGoPrevious = (place ?? 0) > 0 || repeatsAll || canSeek
  }

  private static func state(of status: QueuePlayerStatus) -> State {
    let playback = status.playback
    guard let entry = status.currentEntry else { return .stopped }
    if playback.endReason == nil {
      return playback.wantsToPlay && playback.suppressions.isEmpty ? .playing : .paused
    }
    // It continues by itself with entries from its source.
    if status.isAwaitingMore { return playback.wantsToPlay ? .playing : .paused }
    // A restored queue continues where it was left.
    let isLeft = status.endReason == nil && playback.resumeAt > entry.item.startPosition
    return isLeft ? .paused : .stopped
  }
}
