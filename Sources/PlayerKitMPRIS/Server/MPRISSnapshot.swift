import PlayerKit

/// A queue at one moment, as MPRIS sees it.
struct MPRISSnapshot: Sendable {
  enum Status: String, Sendable {
    case playing = "Playing"
    case paused = "Paused"
    case stopped = "Stopped"
  }

  /// How many tracks around the current one are told.
  static let window = 20

  let status: Status
  let loop: RepeatMode
  let isShuffled: Bool
  let rate: Double
  let rates: ClosedRange<Double>
  let volume: Double
  /// What is current; `nil`: nothing.
  let metadata: MPRISMetadata?
  /// Zero while stopped: there a command to play begins.
  let position: Duration
  /// Whether the position moves.
  let moves: Bool
  let canGoNext: Bool
  let canGoPrevious: Bool
  let canSeek: Bool
  /// Why it is stopped; `nil`: it is not, or never began.
  let endReason: QueueEndReason?
  /// The tracks around the current one, in play order.
  let tracks: [MPRISMetadata]

  /// - Parameter artwork: where the picture of an entry is.
  init(
    _ queue: QueuePlayerStatus,
    at now: MonotonicInstant,
    artwork: (QueueEntry) -> String? = { _ in nil }
  ) {
    let (playback, entries) = (queue.playback, queue.entries)
    let status = Self.status(of: queue)
    let isLoaded = playback.endReason == nil
    self.status = status
    loop = entries.repeatMode
    isShuffled = entries.isShuffled
    let canChangeRate = playback.capabilities.contains(.rate)
    rate = canChangeRate ? playback.rate : 1
    rates = canChangeRate ? 0.25...4 : 1...1
    volume = playback.isMuted ? 0 : playback.volume
    position = status == .stopped ? .zero : playback.position(at: now)
    moves = playback.isPlaying
    metadata = queue.currentEntry.map {
      MPRISMetadata(
        $0,
        stream: isLoaded ? playback.streamMetadata : nil,
        length: isLoaded ? playback.duration : nil,
        artwork: artwork($0)
      )
    }
    let repeatsAll = entries.repeatMode == .all && !entries.isEmpty
    canGoNext = entries.remaining > 0 || repeatsAll
    canSeek = isLoaded && playback.isSeekable
    let place = entries.current.flatMap { entries.playIndex(of: $0) }
    // Further on in a track, it begins anew.
    canGoPrevious = (place ?? 0) > 0 || repeatsAll || canSeek
    endReason = queue.endReason
    tracks = Self.tracks(entries, around: place, artwork)
  }

  private static func status(of queue: QueuePlayerStatus) -> Status {
    let playback = queue.playback
    guard queue.currentEntry != nil else { return .stopped }
    guard playback.endReason != nil else {
      return playback.wantsToPlay && playback.suppressions.isEmpty ? .playing : .paused
    }
    // It goes on by itself: with what its source gives.
    if queue.isAwaitingMore { return playback.wantsToPlay ? .playing : .paused }
    // One that was restored, and goes on where it was left.
    let beginning = queue.currentEntry?.item.startPosition ?? .zero
    let isLeft = queue.endReason == nil && playback.resumeAt > beginning
    return isLeft ? .paused : .stopped
  }

  private static func tracks(
    _ entries: PlayQueue,
    around place: Int?,
    _ artwork: (QueueEntry) -> String?
  ) -> [MPRISMetadata] {
    guard let place else { return [] }
    let end = min(entries.count, max(0, place - window / 2 + 1) + window)
    let start = max(0, end - window)
    let order = entries.playOrder
    return (start..<end).compactMap { entries[order[$0]] }
      .map { MPRISMetadata($0, artwork: artwork($0)) }
  }

  // MARK: - As properties

  /// What is told of the player when it changes: all but the position, and what never changes.
  var told: [String: DBusValue] {
    let isThere = metadata != nil
    return [
      "PlaybackStatus": .string(status.rawValue), "LoopStatus": .string(loop.loopStatus),
      "Rate": .double(rate), "Shuffle": .bool(isShuffled),
      "Metadata": .properties(metadata?.values ?? [:]), "Volume": .double(volume),
      "MinimumRate": .double(rates.lowerBound), "MaximumRate": .double(rates.upperBound),
      "CanGoNext": .bool(canGoNext), "CanGoPrevious": .bool(canGoPrevious),
      "CanPlay": .bool(isThere), "CanPause": .bool(isThere), "CanSeek": .bool(canSeek),
    ]
  }
}
