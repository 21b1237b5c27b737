import PlayerKit

// Paused live streams. Their buffered data becomes outdated: after a long pause the stream is
// reopened at the live position.
extension MPVEngineStateMachine {
  /// Handles a change of whether the current load should play.
  ///
  /// - Returns: `nil` if it continues where it is.
  mutating func intentChanged(_ slot: EngineItem) -> [Action]? {
    guard isPlaying else {
      pausedAt = now
      return nil
    }
    defer { pausedAt = nil }
    guard slot.isEndless, slot.phase == .ready, slot.seek == nil, !shallPause, let now,
      let pausedAt,
      let anchor = slot.anchor, now - pausedAt > longestLivePause
    else { return nil }
    return openAtLiveEdge(slot, at: anchor.position(at: now) + (now - pausedAt))
  }

  /// Notes that the current load is audible. If it is paused, its data becomes outdated from now
  /// on.
  mutating func recordBeginning() {
    if current?.isEndless == true, !isPlaying, pausedAt == nil { pausedAt = now }
  }

  /// - Parameter position: the station's current position.
  private mutating func openAtLiveEdge(_ slot: EngineItem, at position: Duration) -> [Action] {
    let entry = newEntry()
    current?.entry = entry
    current?.body = nil
    current?.phase = .opening
    current?.owesLiveEdge = true
    current?.isBuffering = true
    let waits: [Action] = slot.isBuffering ? [] : [.report(slot.id, .buffering(true))]
    return waits + [.wake(after: nil)] + slot.closing
      + [.open(entry, slot.id), .beginLive(entry, at: position)]
      + replace(with: entry, isPaused: shallPause) + renewNext() + tellRate()
  }

  /// Handles a position jump: a live stream continued without the reader, or parts of a stream are
  /// missing.
  mutating func jumped(_ reading: PlaybackSample) -> [Action] {
    guard let slot = current, slot.entry == reading.entry, slot.isLoaded, slot.phase != .opening,
      slot.seek == nil
    else { return [] }
    let anchor = anchor(reading)
    current?.anchor = anchor
    return [.report(slot.id, .liveEdge(anchor))]
  }

  /// Returns whether an entry resumes a live stream that was heard before.
  func continuesLive(_ entry: PlaylistEntryID) -> Bool {
    current?.entry == entry && current?.owesLiveEdge == true
  }

  mutating func arrivedAtLiveEdge(_ id: LoadID, _ anchor: PositionAnchor) -> [Action] {
    current?.owesLiveEdge = false
    current?.isBuffering = false
    return [.report(id, .liveEdge(anchor)), .report(id, .buffering(false))]
  }
}
