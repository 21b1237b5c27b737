import PlayerKit

/// What was reported of the bytes of a load.
struct BufferingReport {
  var load: LoadID?
  var position: Duration?
  /// Whether all is there.
  var isComplete = false
  /// When to look again; `nil`: when the load moves, or never, since all is there.
  var due: MonotonicInstant?
}

// Up to where the bytes are there: once a second while something plays. What is paused wakes nobody.
extension MPVCore {
  func reportBuffered() {
    let now = self.now
    if let due = buffering.due, due > now, machine.speed > 0 { return }
    buffering.due = nil
    guard machine.speed > 0, let entry = active, let load = playlist[entry]?.load,
      machine.isHeard(load.id)
    else { return }
    if buffering.load != load.id { buffering = BufferingReport(load: load.id) }
    guard !buffering.isComplete else { return }
    buffering.due = now + .seconds(1)
    let extent = extent(of: entry)
    guard let position = bufferedPosition(of: load, entry, extent), position != buffering.position
    else { return }
    buffering.position = position
    if position == extent.duration { (buffering.isComplete, buffering.due) = (true, nil) }
    load.onReport(.buffered(position))
  }

  /// A file is there as a whole; of anything else libmpv knows up to where it has read.
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
