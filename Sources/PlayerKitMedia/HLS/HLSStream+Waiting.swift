import PlayerKit

// The reader waits, and does slow work meanwhile.
extension HLSStream {
  private enum Turn {
    case step(HLSReader.Step)
    case work(Work)
  }

  /// Returns the next step; `wait` if the stream was cancelled.
  func wait() -> HLSReader.Step {
    withState { $0.beginWait() }
    while true {
      switch turn() {
      case .step(let step):
        if case .failed = step { setting.memory.keep(nil, of: setting.key) }
        return step
      case .work(.file(let request)):
        answer(request)
      case .work(.playlist(let bytes, let origin, let serial)):
        read(bytes, from: origin, serial: serial)
      }
    }
  }

  private func turn() -> Turn {
    condition.withLock {
      while !state.isCancelled {
        if !state.work.isEmpty { return .work(state.work.removeFirst()) }
        let (step, actions) = state.reader.read(now: now)
        perform(actions, &state)
        if case .wait = step {
        } else {
          if case .part = step { state.jump += state.hasBegun ? state.reader.takeLost() : .zero }
          return .step(step)
        }
        if !state.work.isEmpty { continue }
        if let late = state.late(at: .now) {
          giveUp(late, &state)
        } else if let deadline = deadline() {
          condition.wait(atMost: max(SuspendingClock.now.duration(to: deadline), .zero))
        } else {
          condition.wait()
        }
      }
      return .step(.wait)
    }
  }

  /// Returns when to check again if nothing arrives.
  private func deadline() -> SuspendingClock.Instant? {
    let own = state.reader.deadline.map { SuspendingClock.now + ($0 - now) }
    return [own, state.deadlines.min { $0.at < $1.at }?.at].compactMap(\.self).min()
  }

  private func giveUp(_ late: State.Late, _ state: inout State) {
    switch late {
    case .renewal:
      state.renewal?.task.cancel()
      state.renewal = nil
      perform(state.reader.renewalFailed(HTTPFailure.stalled), &state)
    case .exchange(let serial):
      state.exchanges.removeValue(forKey: serial)?.cancel()
      perform(state.reader.refused(.stalled, serial: serial, now: now), &state)
    }
  }

  /// Reads a local file that a local playlist names.
  private func answer(_ request: HLSReader.Request) {
    let result = request.readFile()
    withState { state in
      switch result {
      case .success(let bytes):
        let origin = StreamOrigin(url: request.piece.url, reach: state.origin.reach)
        deliver(bytes, from: origin, serial: request.serial, &state)
      case .failure(let error):
        let refusal = HLSReader.Refusal.final(error)
        perform(state.reader.refused(refusal, serial: request.serial, now: now), &state)
      }
    }
  }

  /// Parses a playlist.
  private func read(_ bytes: [UInt8], from origin: StreamOrigin, serial: Int?) {
    let variables = condition.withLock { state.reader.variables ?? [:] }
    let result = Result { () throws(HLSFailure) in
      try HLSParser.parse(bytes, from: origin.url, variables: variables)
    }
    withState { state in
      // The request was cancelled.
      if let serial, state.reader.flights[serial] == nil { return }
      if case .success = result { state.origin = origin }
      perform(state.reader.received(result, serial: serial, now: now), &state)
    }
  }
}

extension HLSStream.State {
  enum Late {
    case exchange(Int)
    case renewal
  }

  /// Notes that the reader starts to wait.
  mutating func beginWait() {
    for (serial, exchange) in exchanges {
      if case .sent(let sent, let request, .some) = exchange {
        exchanges[serial] = .sent(sent, request, awaitedSince: nil)
      }
    }
  }

  /// Notes which resources are awaited now, and returns one that has taken too long.
  mutating func late(at now: SuspendingClock.Instant) -> Late? {
    let awaited = reader.awaited
    for (serial, exchange) in exchanges {
      if case .sent(let sent, let request, nil) = exchange, awaited.contains(request.resource) {
        exchanges[serial] = .sent(sent, request, awaitedSince: now)
      }
    }
    return deadlines.first { $0.at <= now }?.late
  }

  /// When awaited resources become late, because a server is silent or never finishes. Resources
  /// that are not awaited may take their time.
  var deadlines: [(late: Late, at: SuspendingClock.Instant)] {
    if let renewal { return [(.renewal, renewal.deadline)] }
    return exchanges.compactMap { serial, exchange in
      guard case .sent(let sent, let request, let since?) = exchange else { return nil }
      let silence = max(since, sent.lastProgress) + reader.limits.timeout
      return (.exchange(serial), min(silence, since + request.timeout))
    }
  }
}
