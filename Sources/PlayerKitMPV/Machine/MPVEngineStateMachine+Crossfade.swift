import PlayerKit

// Two tracks that overlap: the first ends early, then the bridge sounds, then the second begins late.
// The second is "now playing" from the beginning of the bridge.
extension MPVEngineStateMachine {
  /// Has the overlap with what follows rendered, where there is to be one and it was not tried.
  ///
  /// - Returns: `nil` where what follows is to follow without a gap.
  mutating func beginOverlap() -> [Action]? {
    guard let next, next.canOverlap, next.overlap == nil, output.crossfade > .zero, let current
    else { return nil }
    // Then it is tried when it is known how long the current load is.
    guard current.phase == .ready, current.seek == nil, let anchor = current.anchor else {
      return []
    }
    guard current.isSeekable,
      let plan = Overlap.Plan(
        crossfade: output.crossfade,
        duration: current.duration,
        position: anchor.position
      )
    else {
      self.next?.overlap = Overlap(bridge: next.slot.entry, stage: .dropped)
      return nil
    }
    let bridge = newEntry()
    self.next?.overlap = Overlap(bridge: bridge)
    return [.render(bridge, tail: current.id, head: next.slot.id, plan)]
  }

  /// The overlap is rendered, or (`nil`) could not be.
  mutating func rendered(
    _ bridge: Entry,
    _ rendered: Overlap.Rendered?,
    _ reading: Reading
  ) -> [Action] {
    let rejected: [Action] = rendered == nil ? [] : [.close(bridge)]
    guard let next, next.overlap == Overlap(bridge: bridge), next.place == .held, let current
    else { return rejected }
    guard let rendered, current.phase == .ready, current.seek == nil,
      reading.entry == current.entry, let position = reading.position,
      position < rendered.start - Overlap.Plan.shortest * max(output.rate, 1)
    else {
      self.next?.overlap?.stage = .dropped
      return rejected + appendNext()
    }
    let body = next.slot.entry
    self.next?.overlap?.stage = .appended(rendered)
    self.next?.slot.entry = bridge
    self.next?.slot.body = body
    self.next?.slot.duration = rendered.headDuration
    self.next?.place = .appended
    return [
      .setEnd(current.body ?? current.entry, rendered.start), .trim(body, rendered.length),
      .append(bridge),
      .append(body),
    ]
  }

  /// Gives up the overlap with what follows: that is held then, opened anew.
  mutating func dropOverlap() -> [Action] {
    guard let old = next, let body = old.slot.body else { return [] }
    var slot = Slot(id: old.slot.id, entry: newEntry(), position: old.position)
    slot.isLoaded = old.slot.isLoaded
    next?.slot = slot
    next?.place = .held
    next?.overlap?.stage = .dropped
    return unsetEnd + clearBehind + [
      .close(old.slot.entry), .close(body), .open(slot.entry, slot.id),
    ]
  }

  var unsetEnd: [Action] {
    current.map { [.setEnd($0.body ?? $0.entry, nil)] } ?? []
  }

  /// Takes out of libmpv's playlist what is behind the current load.
  var clearBehind: [Action] {
    [.clearPlaylist] + (current?.body.map { [.append($0)] } ?? [])
  }

  /// Where the current load was ended early for an overlap that has begun, and that is not to be
  /// heard: where it has to go on.
  var cutTail: Slot.Target? {
    guard let next, next.slot.body != nil || isBridgeOver, current?.failure == nil,
      current?.isOver == true, case .appended(let rendered) = next.overlap?.stage
    else { return nil }
    return Slot.Target(position: rendered.start)
  }

  private var isBridgeOver: Bool {
    if case .appended = next?.overlap?.stage { true } else { false }
  }

  /// The bridge was decoded: what libmpv has in hand now is the second track itself.
  mutating func bridgeEnded(_ entry: Entry) -> [Action]? {
    if let body = current?.body, current?.entry == entry {
      current?.entry = body
      current?.body = nil
      return [.close(entry)]
    }
    if let body = next?.slot.body, next?.slot.entry == entry {
      next?.slot.entry = body
      next?.slot.body = nil
      return [.close(entry)]
    }
    return nil
  }
}

extension Slot {
  /// Closes whatever is open of it.
  var closing: [MPVEngineStateMachine.Action] {
    [.close(entry)] + (body.map { [.close($0)] } ?? [])
  }
}
