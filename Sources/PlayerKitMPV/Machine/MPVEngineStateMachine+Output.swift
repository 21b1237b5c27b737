import PlayerKit

/// What keeps all silent, as there is nothing to sound from.
enum OutputHold: Sendable, Equatable {
  /// The output has vanished.
  case lost
  /// It is back; libmpv is on its way to where the sound ceased.
  case returning
}

// An output that vanishes while it is in use, and comes back.
extension MPVEngineStateMachine {
  /// Whether libmpv is to be paused.
  var shallPause: Bool {
    switch outputHold {
    case .lost: true
    case .returning: !isPlaying || current?.seek != nil
    case nil: !isPlaying
    }
  }

  /// The output is gone, or was looked for in vain: libmpv has another one, that nobody hears.
  mutating func outputVanished(now: MonotonicInstant) -> [Action] {
    guard outputHold != .lost else { return returnToAnchor() }
    // What was heard, not what libmpv has put into the new one since.
    let heard = current?.anchor?.moved(to: now, speed: 0)
    outputHold = .lost
    guard let slot = current else { return [.setPaused(true)] }
    var actions: [Action] = [.setPaused(true), .wake(after: nil)] + suppression(of: slot.id)
    if let heard, slot.isLoaded, slot.seek == nil {
      current?.anchor = heard
      actions.append(.report(slot.id, .position(heard)))
    }
    return actions + returnToAnchor()
  }

  /// There is an output again.
  mutating func outputReturned() -> [Action] {
    guard outputHold == .lost else { return [] }
    outputHold = .returning
    let actions = returnToAnchor()
    guard let slot = current else { return actions }
    return slot.seek == nil ? actions + outputIsReady(for: slot.id) + [.measure] : actions
  }

  /// Another output was chosen while the last one was there. It goes on with what was heard last by then.
  mutating func outputMoved(at instant: MonotonicInstant) -> [Action] {
    guard outputHold == nil, let slot = current, slot.seek == nil, let anchor = slot.anchor
    else { return [] }
    current?.anchor = anchor.moved(to: instant, speed: anchor.speed)
    return returnToAnchor()
  }

  /// Where a load stands that sets out now, or goes on, without an output.
  func suppression(of load: LoadID) -> [Action] {
    outputHold == .lost ? [.report(load, .suppressed(.outputLost))] : []
  }

  /// The current load stands where it ceased to sound.
  mutating func outputIsReady(for load: LoadID) -> [Action] {
    guard outputHold == .returning else { return [] }
    outputHold = nil
    return [.setPaused(shallPause), .report(load, .suppressed(nil))]
  }

  /// With each change of its output libmpv drops what it had put into the old one: of a tail also the rest, with
  /// the beginning of what it has begun after that.
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
