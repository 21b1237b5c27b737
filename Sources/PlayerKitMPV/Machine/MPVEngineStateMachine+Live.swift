import PlayerKit

// A live stream that is paused. What it holds by then grows old: after a long pause it is opened anew, and
// begins where the station is.
extension MPVEngineStateMachine {
  /// Playing is wanted of the current load, or no longer is.
  ///
  /// - Returns: `nil` where it goes on where it is.
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

  /// The current load can sound. From now on it grows old where it may not.
  mutating func recordBeginning() {
    if current?.isEndless == true, !isPlaying, pausedAt == nil { pausedAt = now }
  }

  /// - Parameter position: how far the station has come.
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

  /// The position jumped: a live stream continued without the reader, or parts of a stream are missing.
  mutating func jumped(_ reading: PlaybackSample) -> [Action] {
    guard let slot = current, slot.entry == reading.entry, slot.isLoaded, slot.phase != .opening,
      slot.seek == nil
    else { return [] }
    let anchor = anchor(reading)
    current?.anchor = anchor
    return [.report(slot.id, .liveEdge(anchor))]
  }

  /// Whether an entry takes up a live stream that was heard before.
  func continuesLive(_ entry: PlaylistEntryID) -> Bool {
    current?.entry == entry && current?.owesLiveEdge == true
  }

  mutating func arrivedAtLiveEdge(_ id: LoadID, _ anchor: PositionAnchor) -> [Action] {
    current?.owesLiveEdge = false
    current?.isBuffering = false
    return [.report(id, .liveEdge(anchor)), .report(id, .buffering(false))]
  }
}
