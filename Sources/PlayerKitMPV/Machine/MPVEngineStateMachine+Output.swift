import PlayerKit

/// Why everything is silent, as there is no usable output.
enum OutputHold: Sendable, Equatable {
  /// The output has disappeared.
  case lost
  /// It is back, and libmpv is seeking to where the audio stopped.
  case returning
}

// An output that disappears during use and returns.
extension MPVEngineStateMachine {
  /// Whether libmpv must be paused.
  var shallPause: Bool {
    switch outputHold {
    case .lost: true
    case .returning: !isPlaying || current?.seek != nil
    case nil: !isPlaying
    }
  }

  /// Called when the output is gone, or was not found again: libmpv uses a silent one.
  mutating func outputVanished(now: MonotonicInstant) -> [Action] {
    guard outputHold != .lost else { return returnToAnchor() }
    // The position that was heard, not libmpv's position in the new output.
    let heard = current?.anchor?.moved(to: now, speed: 0)
    outputHold = .lost
    moveStart(to: now)
    guard let slot = current else { return [.setPaused(true)] }
    var actions: [Action] = [.setPaused(true), .wake(after: nil)] + suppression(of: slot.id)
    if let heard, slot.isLoaded, slot.seek == nil {
      current?.anchor = heard
      actions.append(.report(slot.id, .position(heard)))
    }
    return actions + returnToAnchor()
  }

  /// Called when there is an output again.
  mutating func outputReturned() -> [Action] {
    guard outputHold == .lost else { return [] }
    outputHold = .returning
    let actions = returnToAnchor()
    guard let slot = current else { return actions }
    return slot.seek == nil ? actions + outputIsReady(for: slot.id) + [.measure] : actions
  }

  /// Called when another output was chosen while the last one existed. Playback resumes at the
  /// position heard last.
  mutating func outputMoved(at instant: MonotonicInstant) -> [Action] {
    guard outputHold == nil, let slot = current, slot.seek == nil, let anchor = slot.anchor
    else { return [] }
    current?.anchor = anchor.moved(to: instant, speed: anchor.speed)
    return returnToAnchor()
  }

  /// Reports a load that starts or continues without an output as suppressed.
  func suppression(of load: LoadID) -> [Action] {
    outputHold == .lost ? [.report(load, .suppressed(.outputLost))] : []
  }

  /// Called when the current load is back where its audio stopped.
  mutating func outputIsReady(for load: LoadID) -> [Action] {
    guard outputHold == .returning else { return [] }
    outputHold = nil
    return [.setPaused(shallPause), .report(load, .suppressed(nil))]
  }

  /// Seeks back to the last position. When its output changes, libmpv drops the old output's
  /// buffer: for a tail, also its rest and the start of the next entry.
  private mutating func returnToAnchor() -> [Action] {
    guard let slot = current, slot.seek == nil, slot.isSeekable, let anchor = slot.anchor else {
      return []
    }
    let target = EngineItem.Target(position: anchor.position)
    switch slot.phase {
    case .opening: return []
    case .ready: return sendCurrent(to: target)
    case .over(let failure):
      let isHeard = isTailHeard || slot.duration.map { anchor.position >= $0 } ?? true
      return isHeard || failure != nil ? [] : reload(at: target)
    }
  }
}
