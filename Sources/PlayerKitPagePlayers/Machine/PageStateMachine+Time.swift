import PlayerKit

// Deadlines.
extension PageStateMachine {
  mutating func timePassed(now: MonotonicInstant) {
    for id in connections.keys.sorted() { checkPage(id, now: now) }
    // Closes the connections of pages that owe silence, which are then silent.
    for silence in silences where silence.until <= now {
      close(silence.connection, .unresponsive, now: now)
    }
    if let vacancy, vacancy.until <= now {
      self.vacancy = nil
      promoteStandby(now: now)
    }
    checkLoad(now: now)
  }

  private mutating func checkPage(_ id: Int, now: MonotonicInstant) {
    guard let page = connections[id] else { return }
    if let until = page.helloUntil, until <= now { return close(id, .refused, now: now) }
    if let ping = page.ping, ping.until <= now { return close(id, .unresponsive, now: now) }
    guard let next = page.nextPing, next <= now else { return }
    connections[id]?.nextPing = now + PageRules.ping
    let sequence = send(.ping, to: id)
    // A page must answer each ping, and the oldest in time.
    if page.ping == nil { connections[id]?.ping = (sequence, now, now + PageRules.pong) }
  }

  private mutating func checkLoad(now: MonotonicInstant) {
    guard let load else { return }
    if case .waiting(let until, let code) = load.stage {
      // A page that still owes silence has its own deadline.
      guard until <= now, successor == nil else { return checkLater(until, now: now) }
      return fail(code, now: now)
    }
    let isHidden = !(player.flatMap { connections[$0]?.isVisible } ?? true)
    if let acceptance = load.acceptance, acceptance.until <= now {
      return fail(.pageAsleep, now: now)
    }
    if let readiness = load.readiness, readiness <= now { return fail(.timedOut, now: now) }
    if let click = load.click, click <= now {
      return fail(load.isResumed ? .pageReloaded : .needsClick, now: now)
    }
    if let command = load.command, command.until <= now {
      guard !command.isPlaying || load.state != .playing else {
        // A page that never stopped has nothing to report. Its position shows whether it moves.
        self.load?.command = nil
        sendToPlayer(.measure)
        return
      }
      return fail(command.isPlaying && isHidden ? .pageHidden : .timedOut, now: now)
    }
    if let until = load.seek?.until, until <= now {
      completeSeek(at: load.anchor.moved(to: now, speed: load.anchor.speed))
      sendToPlayer(.measure)
    }
  }

  /// Extends the wait for a page that takes over.
  private mutating func checkLater(_ until: MonotonicInstant, now: MonotonicInstant) {
    guard until <= now, case .waiting(_, let code) = load?.stage else { return }
    load?.stage = .waiting(until: now + PageRules.silence, code)
  }

  private mutating func fail(_ code: PlayerError.Code, now: MonotonicInstant) {
    end(.failed(.page(code), followedBy: nil), now: now)
  }
}
