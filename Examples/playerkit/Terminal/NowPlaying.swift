import PlayerKit

/// What the now-playing line shows.
struct NowPlaying {
  var state = PlayerState.initial
  var name = ""
  var service: String?
  var position = Duration.zero
  var duration: Duration?
  /// From 0 to 1.
  var volume = 1.0
  var isShuffled = false
  var repeatMode = RepeatMode.off
  var next: String?
}

extension NowPlaying {
  init(_ status: QueuePlayerStatus, position: Duration) {
    let entry = status.currentEntry
    state = status.playback.state
    name = entry.map(Self.name) ?? ""
    service = (entry?.track.playerType).map(\.rawValue)
    self.position = position
    duration = status.playback.duration ?? entry?.metadata.duration
    volume = status.playback.volume
    isShuffled = status.entries.isShuffled
    repeatMode = status.entries.repeatMode
    next = Self.next(in: status.entries).map(Self.name)
  }

  /// Title and artist, fit to be shown; the track's id where it has no title.
  static func name(of entry: QueueEntry) -> String {
    name(of: entry.track, entry.metadata)
  }

  static func name(of track: any Track, _ metadata: TrackMetadata) -> String {
    let title = metadata.title.flatMap { $0.isEmpty ? nil : $0 } ?? ShownItem.text(track.id)
    return PrintableText.line([title, metadata.artist].compactMap(\.self).joined(separator: " – "))
  }

  /// What comes next by itself. The first of a lap that is not shuffled yet is nobody's to know.
  private static func next(in queue: PlayQueue) -> QueueEntry? {
    if queue.repeatMode == .one { return queue.currentEntry }
    let order = queue.playOrder
    guard let current = queue.current, let place = queue.playIndex(of: current) else { return nil }
    if place + 1 < order.count { return queue[order[place + 1]] }
    guard queue.repeatMode == .all, !queue.isShuffled else { return nil }
    return order.first.flatMap { queue[$0] }
  }
}
