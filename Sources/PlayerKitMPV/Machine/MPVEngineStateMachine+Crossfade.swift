import PlayerKit

// Two tracks that overlap: the first ends early, then the bridge sounds, then the second begins late.
// The second is "now playing" from the beginning of the bridge.
extension MPVEngineStateMachine {
  /// Has the overlap with what follows rendered, where there is to be one and it was not tried.
  ///
  /// - Returns: `nil` where what follows is to follow without a gap, or does so for now.
  mutating func beginOverlap() -> [Action]? {
    guard let next, next.wantsOverlap, output.crossfade > .zero, let current else { return nil }
    // Then it is tried when it is known how long the current load is.
    guard current.phase == .ready, current.seek == nil else { return [] }
    guard let plan = overlapPlan else {
      self.next?.isOverlapDeclined = true
      return nil
    }
    if next.isRenderedLate, plan.postponement(at: output.rate) != nil { return nil }
    return render(plan)
  }

  private mutating func render(_ plan: Overlap.Plan) -> [Action] {
    guard let tail = current?.id, let head = next?.slot.id else { return [] }
    let bridge = newEntry()
    next?.stage = .rendering(bridge)
    return [.render(bridge, tail: tail, head: head, plan)]
  }

  /// Where rendering was put off: waits for its time, or renders what is in libmpv's playlist for now.
  ///
  /// - Parameter isCorrected: whether no look at the position is asked for that this could displace.
  mutating func appendPostponed(isCorrected: Bool = false) -> [Action] {
    guard let next, next.isRenderedLate, next.wantsOverlap, next.stage == .appended(nil),
      output.crossfade > .zero, current?.phase == .ready, current?.seek == nil
    else { return [] }
    guard let plan = overlapPlan else {
      self.next?.isOverlapDeclined = true
      return []
    }
    // After a pause the position is measured, and that comes here again.
    if shallPause { return [] }
    if let wait = plan.postponement(at: output.rate) {
      return [.wake(after: isCorrected ? wait : min(wait, Self.settling))]
    }
    // libmpv has not opened it yet: so near to the end no overlap would have been planned.
    return clearFollowing + render(plan)
  }

  /// What the current load allows, from where it is now; `nil`: no overlap.
  private var overlapPlan: Overlap.Plan? {
    // What has to be opened anew to go elsewhere has no end that could be decoded ahead.
    guard let current, current.phase == .ready, current.isSeekable, !current.seeksByReopening,
      let position = aimedPosition
    else { return nil }
    return Overlap.Plan(
      crossfade: output.crossfade,
      duration: current.duration,
      position: position
    )
  }

  /// Where the current load is, or is on its way to.
  private var aimedPosition: Duration? {
    if let seek = current?.seek { return (seek.newer ?? seek.target).position }
    return current?.anchor.map { $0.position(at: max(now ?? $0.instant, $0.instant)) }
  }

  /// Whether libmpv will not come to an overlap that begins there for as long as it takes to change
  /// what it has next.
  private func isAhead(of start: Duration, at position: Duration) -> Bool {
    position < start - Overlap.Plan.shortest * max(output.rate, 1)
  }

  /// The overlap is rendered, or (`nil`) could not be.
  mutating func rendered(
    _ bridge: PlaylistEntryID,
    _ rendered: Overlap.Rendered?,
    _ reading: PlaybackSample
  ) -> [Action] {
    guard next?.stage == .rendering(bridge), let current else {
      return rendered == nil ? [] : [.close(bridge)]
    }
    guard let rendered else {
      declineOverlap()
      return appendNext()
    }
    next?.stage = .rendered(bridge, rendered)
    return current.phase == .ready && current.seek == nil ? appendWaiting(reading) : []
  }

  /// The current load stands where it should: what waited for that goes on.
  mutating func appendWaiting(_ reading: PlaybackSample) -> [Action] {
    guard let next, case .rendered(let bridge, let rendered) = next.stage, let current else {
      return appendNext()
    }
    guard reading.entry == current.entry, let position = reading.position,
      isAhead(of: rendered.start, at: position)
    else { return cancelRendering() + appendNext() }
    let body = next.slot.entry
    self.next?.stage = .appended(rendered)
    self.next?.slot.entry = bridge
    self.next?.slot.body = body
    self.next?.slot.duration = rendered.headDuration
    return [
      .setEnd(current.body ?? current.entry, rendered.start), .trim(body, rendered.length),
      .append(bridge), .append(body),
    ]
  }

  /// Gives up an overlap that libmpv does not have yet.
  mutating func cancelRendering() -> [Action] {
    guard let bridge = next?.pendingOverlap else { return [] }
    declineOverlap()
    return [.cancelRendering(bridge)]
  }

  /// Holds what follows, which is not faded then.
  private mutating func declineOverlap() {
    next?.stage = .held
    next?.isOverlapDeclined = true
  }

  /// Gives up the overlap with what follows where the current load goes to a place behind its
  /// beginning.
  mutating func dropOverlap(before position: Duration) -> [Action] {
    switch next?.stage {
    case .rendering:
      guard let duration = current?.duration,
        position > duration - Overlap.Plan.length(output.crossfade, of: duration)
          - Overlap.Plan.margin
      else { return [] }
      return cancelRendering() + appendNext()
    case .rendered(_, let rendered):
      return position < rendered.start ? [] : cancelRendering() + appendNext()
    case .appended(let rendered?):
      return position < rendered.start ? [] : dropOverlap() + appendNext()
    case .held, .appended(nil), .active, .decoded, nil:
      return []
    }
  }

  /// Other settings: what follows is faded as they say, as long as libmpv has not begun it.
  mutating func renewOverlap(after old: OutputSettings) -> [Action] {
    let isNewLength = output.crossfade != old.crossfade
    guard isNewLength || output.loudness != old.loudness, let next,
      case .overlapping(let rendering) = next.joint, let current, !current.isOver, !isTailHeard
    else { return [] }
    let withdrawn: [Action]
    switch next.stage {
    case .rendering, .rendered:
      withdrawn = cancelRendering()
    case .appended(let rendered?):
      guard let position = aimedPosition, isAhead(of: rendered.start, at: position) else {
        return []
      }
      withdrawn = dropOverlap()
    case .appended(nil):
      guard isNewLength, output.crossfade > .zero else { return [] }
      if rendering == .late {
        self.next?.isOverlapDeclined = false
        return appendPostponed()
      }
      // What is not open yet is planned for when it is.
      guard overlapPlan != nil || current.phase != .ready else { return [] }
      withdrawn = withdrawNext()
    case .held, .active, .decoded:
      guard isNewLength, output.crossfade > .zero else { return [] }
      withdrawn = []
    }
    self.next?.isOverlapDeclined = false
    return withdrawn + appendNext()
  }

  /// Gives up the overlap with what follows: that is held then, opened anew.
  mutating func dropOverlap() -> [Action] {
    guard next?.slot.body != nil else { return [] }
    next?.isOverlapDeclined = true
    return unsetEnd + withdrawNext()
  }

  /// Takes what follows out of libmpv's playlist: it is held then, opened anew.
  private mutating func withdrawNext() -> [Action] {
    guard let old = next?.slot else { return [] }
    var slot = EngineItem(id: old.id, entry: newEntry(), position: next?.position ?? .zero)
    slot.isLoaded = old.isLoaded
    next?.slot = slot
    next?.stage = .held
    return clearFollowing + old.closing + [.open(slot.entry, slot.id)]
  }

  var unsetEnd: [Action] {
    current.map { [.setEnd($0.body ?? $0.entry, nil)] } ?? []
  }

  /// Takes out of libmpv's playlist what is behind the current load.
  var clearFollowing: [Action] {
    [.clearPlaylist] + (current?.body.map { [.append($0)] } ?? [])
  }

  /// Where the current load was ended early for an overlap that has begun, and that is not to be
  /// heard: where it has to go on.
  var cutTail: EngineItem.Target? {
    guard let rendered = next?.overlap, current?.isOver == true, current?.failure == nil else {
      return nil
    }
    return EngineItem.Target(position: rendered.start)
  }

  /// The bridge was decoded: what libmpv has in hand now is the second track itself.
  mutating func bridgeEnded(_ entry: PlaylistEntryID) -> [Action]? {
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

extension EngineItem {
  /// Closes whatever is open of it.
  var closing: [MPVEngineStateMachine.Action] {
    [.close(entry)] + (body.map { [.close($0)] } ?? [])
  }
}
