import PlayerKit

/// The contents of the now-playing line.
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
    name = Self.name(of: status)
    // The type says nothing useful about a file or an address.
    service = entry?.track.playerType.flatMap { $0 == .url ? nil : $0.rawValue }
    self.position = position
    duration = status.playback.duration ?? entry?.metadata.duration
    volume = status.playback.volume
    isShuffled = status.entries.isShuffled
    repeatMode = status.entries.repeatMode
    next = Self.next(in: status.entries).map(Self.name)
  }

  /// The current track in printable form, or an empty string if there is none.
  static func name(of status: QueuePlayerStatus) -> String {
    status.currentEntry.map {
      name(of: $0.track, $0.metadata, heard: status.playback.streamMetadata)
    } ?? ""
  }

  static func name(of entry: QueueEntry) -> String {
    name(of: entry.track, entry.metadata)
  }

  /// Title and artist in printable form, or the track's id if it has no title.
  ///
  /// - Parameter heard: The metadata of a stream. Its title comes first, and its name replaces an
  ///   address.
  static func name(
    of track: any Track,
    _ metadata: TrackMetadata,
    heard: StreamMetadata? = nil
  ) -> String {
    if let title = heard?.title, !title.isEmpty { return line(title, heard?.artist) }
    let isAddress =
      track.statedMetadata.title == nil && metadata.title == track.metadata.title
    if isAddress, let station = heard?.name, !station.isEmpty { return line(station, nil) }
    let title = metadata.title.flatMap { $0.isEmpty ? nil : $0 } ?? ShownItem.text(track.id)
    return line(title, metadata.artist)
  }

  private static func line(_ title: String, _ artist: String?) -> String {
    PrintableText.line([title, artist].compactMap(\.self).joined(separator: " – "))
  }

  /// The next track in the queue. The first track of the next lap is unknown until the lap is
  /// shuffled.
  private static func next(in queue: PlayQueue) -> QueueEntry? {
    if queue.repeatMode == .one { return queue.currentEntry }
    let order = queue.playOrder
    guard let current = queue.current, let place = queue.playIndex(of: current) else { return nil }
    if place + 1 < order.count { return queue[order[place + 1]] }
    guard queue.repeatMode == .all, !queue.isShuffled else { return nil }
    return order.first.flatMap { queue[$0] }
  }
}
