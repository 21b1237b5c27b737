import PlayerKit

/// The last report about the buffered bytes of a load.
struct BufferingReport {
  var load: LoadID?
  var position: Duration?
  /// Whether everything is buffered.
  var isComplete = false
  /// When to check again; `nil` until the load moves, or if everything is buffered.
  var due: MonotonicInstant?
}

// Reports the buffered position once a second during playback. Paused playback causes no wakeups.
extension MPVCore {
  func reportBuffered() {
    let now = self.now
    if let due = buffering.due, due > now, machine.speed > 0 { return }
    buffering.due = nil
    guard machine.speed > 0, let entry = active, let load = playlist[entry]?.load,
      machine.isHeard(load.id)
    else { return }
    if buffering.load != load.id { buffering = BufferingReport(load: load.id) }
    let isMeasured = measureRemote(entry)
    if isMeasured, buffering.isComplete { return }
    buffering.due = now + (isMeasured ? .seconds(1) : .milliseconds(500))
    let extent = extent(of: entry)
    guard let position = bufferedPosition(of: load, entry, extent), position != buffering.position
    else { return }
    buffering.position = position
    if position == extent.duration { buffering.isComplete = true }
    if buffering.isComplete, isMeasured { buffering.due = nil }
    load.onReport(.buffered(position))
  }

  /// A file is complete; for other media, libmpv knows how far it has read.
  private func bufferedPosition(
    of load: EngineLoad,
    _ entry: PlaylistEntryID,
    _ extent: PlayableRange
  ) -> Duration? {
    if case .file = load.source.location { return extent.duration }
    guard let time = handle.double("demuxer-cache-time") else { return nil }
    let offset = liveAhead(of: entry)
    let position = max(.zero, .seconds(time) + (offset ?? .zero - extent.lead))
    return extent.duration.map { min($0, position) } ?? position
  }
}
