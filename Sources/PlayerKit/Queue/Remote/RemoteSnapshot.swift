/// A queue at one moment, as remote controls show it. MPD, MPRIS, the web page and Snapcast print
/// from this, so that they agree.
public struct RemoteSnapshot: Sendable {
  /// How playback stands, in the three words that remote controls know.
  public enum State: String, Sendable, Hashable, CaseIterable {
    /// It plays, or will as soon as it can.
    case playing
    /// It goes on where it was left, as soon as somebody plays it.
    case paused
    /// Nothing is current, or it begins anew if somebody plays it.
    case stopped
  }

  /// How playback stands.
  public let state: State
  /// The current entry.
  public let entry: QueueEntry?
  /// The place of the current entry in the queue, from 0.
  public let index: Int?
  /// Where playback is; zero while stopped.
  public let position: Duration
  /// The length of the track, as far as it is known.
  public let duration: Duration?
  /// Whether the position moves.
  public let isMoving: Bool
  /// From 0 to 1; zero while muted.
  public let volume: Double
  /// The speed that is set, or 1 if the player has no other.
  public let rate: Double
  /// What is repeated.
  public let repeatMode: RepeatMode
  /// Whether the queue is shuffled.
  public let isShuffled: Bool
  /// Whether there is an entry to go on to.
  public let canGoNext: Bool
  /// Whether there is something to go back to: an entry, or the beginning of the track.
  public let canGoPrevious: Bool
  /// Whether other positions can be played.
  public let canSeek: Bool

  /// Takes the snapshot.
  ///
  /// - Parameter now: The present on the queue's clock.
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
    // It goes on by itself with what its source gives.
    if status.isAwaitingMore { return playback.wantsToPlay ? .playing : .paused }
    // A queue that was restored goes on where it was left.
    let isLeft = status.endReason == nil && playback.resumeAt > entry.item.startPosition
    return isLeft ? .paused : .stopped
  }
}
