import PlayerKit

// Starting the next load on command.
extension MPVEngineStateMachine {
  /// Replaces the current load with the next one now. If another load or none is next, the current
  /// one falls silent.
  mutating func playNext(_ id: LoadID, after: LoadID, isPlaying: Bool) -> [Action] {
    guard let old = current, old.id == after else { return [] }
    let dropped = next?.slot.id == id ? cancelRendering() + dropOverlap() : []
    guard let next, next.slot.id == id else {
      return dropNext(.superseded) + endCurrent(.superseded)
        + [.wake(after: nil), .setPaused(true), .stop]
    }
    let isTailHeard = isTailHeard
    self.next = nil
    takeRate(of: next)
    self.isTailHeard = false
    self.isPlaying = isPlaying
    current = next.slot
    current?.owesStart = true
    let ending: [Action] =
      dropped + [
        .wake(after: nil), .report(old.id, .superseded),
      ] + old.closing + tellRate() + suppression(of: next.slot.id)
    switch next.stage {
    case .held, .rendering, .rendered, .appended:
      return ending
        + replace(with: next.slot.entry, isPaused: shallPause || next.slot.mustStaySilent)
    case .active where isTailHeard:
      // Playback already waits for it.
      return ending + [.setPaused(shallPause || next.slot.mustStaySilent), .clearPlaylist]
    case .active where next.slot.phase == .ready || next.slot.phase == .opening:
      return ending + [.clearPlaylist] + dropTail()
    case .active, .decoded:
      return ending + reopenCurrent()
    }
  }

  /// libmpv has begun it after the tail of the previous load. A seek to its start drops that tail.
  private mutating func dropTail() -> [Action] {
    let target = current?.seek?.target.position ?? .zero
    let seek = sendCurrent(to: EngineItem.Target(position: target))
    return [.setPaused(shallPause || current?.mustStaySilent == true)] + seek
  }

  /// Reopens the current load, which was so short that libmpv is done with it.
  private mutating func reopenCurrent() -> [Action] {
    guard let slot = current else { return [] }
    let entry = newEntry()
    current?.entry = entry
    current?.phase = .opening
    return [.close(slot.entry), .open(entry, slot.id)]
      + replace(with: entry, isPaused: shallPause)
  }
}

// libmpv may fail to open the next load, even if its first bytes look right. With that failure it
// would drop the buffered rest of the current load. So it gets a moment of silence to open instead.
// The entry has still failed, and libmpv is idle when the silence, and with it the tail, ends.
extension MPVEngineStateMachine {
  /// Returns whether a failure to open this entry would cut off audio.
  func mustNotFail(_ entry: PlaylistEntryID) -> Bool {
    active == entry && current?.entry != entry && isTailSounding && !isTailHeard
  }
}
