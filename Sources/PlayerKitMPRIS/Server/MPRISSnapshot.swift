import PlayerKit

/// The state of a queue at one moment, for MPRIS.
struct MPRISSnapshot: Sendable {
  /// The number of tracks around the current one to report.
  static let window = 20

  private let shown: RemoteSnapshot
  let rates: ClosedRange<Double>
  /// The current track. `nil` if there is none.
  let metadata: MPRISMetadata?
  /// The reason of the stop. `nil` if playback is not stopped or never began.
  let endReason: QueueEndReason?
  /// The tracks around the current one, in play order.
  let tracks: [MPRISMetadata]

  /// - Parameter artwork: Returns the address of an entry's picture.
  init(
    _ queue: QueuePlayerStatus,
    at now: MonotonicInstant,
    artwork: (QueueEntry) -> String? = { _ in nil }
  ) {
    let (playback, entries) = (queue.playback, queue.entries)
    let isLoaded = playback.endReason == nil
    shown = RemoteSnapshot(queue, at: now)
    rates = playback.capabilities.contains(.rate) ? 0.25...4 : 1...1
    metadata = queue.currentEntry.map {
      MPRISMetadata(
        $0,
        stream: isLoaded ? playback.streamMetadata : nil,
        length: isLoaded ? playback.duration : nil,
        artwork: artwork($0)
      )
    }
    endReason = queue.endReason
    let place = entries.current.flatMap { entries.playIndex(of: $0) }
    tracks = Self.tracks(entries, around: place, artwork)
  }

  var status: RemoteSnapshot.State { shown.state }
  var rate: Double { shown.rate }
  /// The position. Zero while stopped, since playback would begin there.
  var position: Duration { shown.position }
  /// Whether the position moves.
  var moves: Bool { shown.isMoving }
  var canGoNext: Bool { shown.canGoNext }
  var canGoPrevious: Bool { shown.canGoPrevious }
  var canSeek: Bool { shown.canSeek }

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

  // MARK: - Properties

  /// The properties to report when the player changes: all except the position and constant ones.
  var told: [String: DBusValue] {
    let isThere = metadata != nil
    return [
      "PlaybackStatus": .string(status.playbackStatus),
      "LoopStatus": .string(shown.repeatMode.loopStatus),
      "Rate": .double(rate), "Shuffle": .bool(shown.isShuffled),
      "Metadata": .properties(metadata?.values ?? [:]), "Volume": .double(shown.volume),
      "MinimumRate": .double(rates.lowerBound), "MaximumRate": .double(rates.upperBound),
      "CanGoNext": .bool(canGoNext), "CanGoPrevious": .bool(canGoPrevious),
      "CanPlay": .bool(isThere), "CanPause": .bool(isThere), "CanSeek": .bool(canSeek),
    ]
  }
}

extension RemoteSnapshot.State {
  /// The MPRIS name of the state.
  fileprivate var playbackStatus: String {
    switch self {
    case .playing: "Playing"
    case .paused: "Paused"
    case .stopped: "Stopped"
    }
  }
}
