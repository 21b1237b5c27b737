import PlayerKit

// Beginning on command what was to follow.
extension MPVEngineStateMachine {
  /// Begins what is to follow, in place of the current load; where something else follows, or
  /// nothing, the current load falls silent all the same.
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
      // It is what playback waits for already.
      return ending + [.setPaused(shallPause || next.slot.mustStaySilent), .clearPlaylist]
    case .active where next.slot.phase == .ready || next.slot.phase == .opening:
      return ending + [.clearPlaylist] + dropTail()
    case .active, .decoded:
      return ending + reopenCurrent()
    }
  }

  /// libmpv has begun it, behind the tail of the load before: a seek to where it begins drops that.
  private mutating func dropTail() -> [Action] {
    let target = current?.seek?.target.position ?? .zero
    let seek = sendCurrent(to: EngineItem.Target(position: target))
    return [.setPaused(shallPause || current?.mustStaySilent == true)] + seek
  }

  /// libmpv is done with it already, so short it is.
  private mutating func reopenCurrent() -> [Action] {
    guard let slot = current else { return [] }
    let entry = newEntry()
    current?.entry = entry
    current?.phase = .opening
    return [.close(slot.entry), .open(entry, slot.id)]
      + replace(with: entry, isPaused: shallPause)
  }
}

// libmpv may be unable to open what follows, whatever its first bytes say. With that failure it would
// drop what is still buffered of the current load. So it gets a moment of silence to open instead;
// the entry has failed all the same, and when the silence ends, and with it the tail, libmpv is idle.
extension MPVEngineStateMachine {
  /// Whether something would be cut if libmpv failed to open this entry.
  func mustNotFail(_ entry: PlaylistEntryID) -> Bool {
    active == entry && current?.entry != entry && isTailSounding && !isTailHeard
  }
}
