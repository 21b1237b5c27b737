import PlayerKit

// Two tracks that overlap: the first ends early, then the bridge plays, then the second starts
// late. The second is "now playing" from the start of the bridge.
extension MPVEngineStateMachine {
  /// Renders the overlap with the next load, if one is wanted and was not tried yet.
  ///
  /// - Returns: `nil` if the next load follows gaplessly, at least for now.
  mutating func beginOverlap() -> [Action]? {
    guard let next, next.wantsOverlap, output.crossfade > .zero, let current else { return nil }
    // Tried again when the duration of the current load is known.
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

  /// Waits until postponed rendering is due, or renders an overlap with the next load, which is
  /// already in libmpv's playlist.
  ///
  /// - Parameter isCorrected: whether no pending position check could be displaced.
  mutating func appendPostponed(isCorrected: Bool = false) -> [Action] {
    guard let next, next.isRenderedLate, next.wantsOverlap, next.stage == .appended(nil),
      output.crossfade > .zero, current?.phase == .ready, current?.seek == nil
    else { return [] }
    guard let plan = overlapPlan else {
      self.next?.isOverlapDeclined = true
      return []
    }
    // After a pause, the position is measured, which leads here again.
    if shallPause { return [] }
    if let wait = plan.postponement(at: output.rate) {
      return [.wake(after: isCorrected ? wait : min(wait, Self.settling))]
    }
    // libmpv has not opened it yet: an overlap is never planned so near the end.
    return clearFollowing + render(plan)
  }

  /// The overlap that the current load allows from its position; `nil` for none.
  private var overlapPlan: Overlap.Plan? {
    // A stream that seeks by reopening has no end that could be decoded ahead.
    guard let current, current.phase == .ready, current.isSeekable, !current.seeksByReopening,
      let position = aimedPosition
    else { return nil }
    return Overlap.Plan(
      crossfade: output.crossfade,
      duration: current.duration,
      position: position
    )
  }

  /// The position of the current load, or the target of its seek.
  private var aimedPosition: Duration? {
    if let seek = current?.seek { return (seek.newer ?? seek.target).position }
    return current?.anchor.map { $0.position(at: max(now ?? $0.instant, $0.instant)) }
  }

  /// Returns whether libmpv will not reach an overlap with this start before its next entry can be
  /// changed.
  private func isAhead(of start: Duration, at position: Duration) -> Bool {
    position < start - Overlap.Plan.shortest * max(output.rate, 1)
  }

  /// Handles a rendered overlap; `nil` if rendering failed.
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

  /// Continues with the next load once the current load has reached its position.
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

  /// Holds the next load, which will not be faded.
  private mutating func declineOverlap() {
    next?.stage = .held
    next?.isOverlapDeclined = true
  }

  /// Gives up the overlap with the next load if the current load seeks past its start.
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

  /// Applies new settings to the overlap with the next load, unless libmpv has begun it.
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
      // An unopened load is planned once it is open.
      guard overlapPlan != nil || current.phase != .ready else { return [] }
      withdrawn = withdrawNext()
    case .held, .active, .decoded:
      guard isNewLength, output.crossfade > .zero else { return [] }
      withdrawn = []
    }
    self.next?.isOverlapDeclined = false
    return withdrawn + appendNext()
  }

  /// Gives up the overlap with the next load, which is then reopened and held.
  mutating func dropOverlap() -> [Action] {
    guard next?.slot.body != nil else { return [] }
    next?.isOverlapDeclined = true
    return unsetEnd + withdrawNext()
  }

  /// Removes the next load from libmpv's playlist. It is then reopened and held.
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

  /// Removes everything after the current load from libmpv's playlist.
  var clearFollowing: [Action] {
    [.clearPlaylist] + (current?.body.map { [.append($0)] } ?? [])
  }

  /// The position at which the current load must continue, if it ended early for an overlap that
  /// has begun but will not be heard.
  var cutTail: EngineItem.Target? {
    guard let rendered = next?.overlap, current?.isOver == true, current?.failure == nil else {
      return nil
    }
    return EngineItem.Target(position: rendered.start)
  }

  /// Handles the end of a decoded bridge: libmpv now decodes the second track itself.
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
  /// Closes all open entries of the item.
  var closing: [MPVEngineStateMachine.Action] {
    [.close(entry)] + (body.map { [.close($0)] } ?? [])
  }
}
