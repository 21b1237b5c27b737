import PlayerKit
import PlayerKitWebServer

// The pages: who is connected, and which one plays.
extension PageStateMachine {
  mutating func connected(_ id: Int, now: MonotonicInstant) {
    guard connections.count < PageRules.maximumConnections else {
      actions.append(.close(id, .crowded))
      return
    }
    connections[id] = PageConnection(now: now, helloUntil: now + PageRules.hello)
  }

  /// The connection has ended: its page is silent.
  mutating func disconnected(_ id: Int, now: MonotonicInstant) {
    leave(id, code: .pageClosed, now: now)
  }

  /// A message of the page that can't be read.
  mutating func receivedUnreadable(from id: Int, now: MonotonicInstant) {
    guard var page = connections[id] else { return }
    page.faults += 1
    let isAllowed = page.spend(now: now) && page.faults < PageRules.maximumFaults
    connections[id] = page
    if !page.isWelcome {
      close(id, .refused, now: now)
    } else if !isAllowed {
      close(id, .policy, now: now)
    }
  }

  mutating func received(_ message: PageMessage, from id: Int, now: MonotonicInstant) {
    guard var page = connections[id] else { return }
    let isAllowed = page.spend(now: now)
    connections[id] = page
    guard isAllowed else { return close(id, .policy, now: now) }
    guard page.isWelcome else {
      guard case .hello(let hello) = message.body else { return close(id, .refused, now: now) }
      return welcome(hello, message, id, now: now)
    }
    guard message.page == page.page, message.sequence > page.received else { return }
    connections[id]?.received = message.sequence
    handle(message, id, now: now)
  }

  private mutating func welcome(
    _ hello: PageHello,
    _ message: PageMessage,
    _ id: Int,
    now: MonotonicInstant
  ) {
    guard WebAccess.isEqual(hello.credential, configuration.credential) else {
      return close(id, .refused, now: now)
    }
    guard hello.version == PageRules.version else { return close(id, .outdated, now: now) }
    let others = connections.values.count { $0.isWelcome && $0.session != hello.session }
    guard others < PageRules.maximumPages else { return close(id, .crowded, now: now) }
    // A reloaded page takes the place of its earlier document.
    for (older, page) in connections.sorted(by: { $0.key < $1.key })
    where page.isWelcome && page.session == hello.session {
      close(older, .superseded, now: now)
    }
    connections[id]?.helloUntil = nil
    connections[id]?.page = message.page
    connections[id]?.session = hello.session
    connections[id]?.received = message.sequence
    connections[id]?.isActivated = hello.isActivated
    connections[id]?.isVisible = hello.isVisible
    connections[id]?.adapters = hello.adapters
    connections[id]?.nextPing = now + PageRules.ping
    actions.append(.trust(id))
    let isVacant = vacancy.map { $0.session == hello.session } ?? true
    let plays = player == nil && successor == nil && isVacant
    send(
      .welcome(
        server: configuration.server,
        plays ? .player : .standby,
        ping: PageRules.ping,
        grace: PageRules.grace
      ),
      to: id
    )
    if plays { become(player: id, now: now) }
    if wantsAppleMusicSignIn { send(.signInToAppleMusic, to: id) }
  }

  private mutating func become(player id: Int, now: MonotonicInstant) {
    player = id
    successor = nil
    vacancy = nil
    connections[id]?.role = .player
    if case .waiting = load?.stage { sendLoad(now: now) }
  }

  /// The user wants to play in this page. The current one is silenced first.
  mutating func takeOver(_ id: Int, now: MonotonicInstant) {
    guard player != id, successor != id else { return }
    guard let old = player else {
      // Another page is being silenced, or has gone.
      successor = id
      if silences.isEmpty { promoteSuccessor(now: now) }
      return
    }
    let number = load?.number ?? 0
    load?.becomeUnsent(.waiting(until: now + PageRules.reload, .pageAsleep), now: now)
    reportWaiting()
    player = nil
    successor = id
    connections[old]?.role = .standby
    owe(silence: [], of: number, by: old, now: now)
    send(.role(.standby), to: old)
  }

  private mutating func promoteSuccessor(now: MonotonicInstant) {
    guard let id = successor, silences.isEmpty else { return }
    send(.role(.player), to: id)
    become(player: id, now: now)
  }

  // MARK: - Silence

  /// Stops a load in a page. The loads end when the page is silent.
  mutating func owe(
    silence endings: [(LoadEvent, LoadID)],
    of number: Int,
    by id: Int,
    now: MonotonicInstant
  ) {
    let sequence = send(.stop, load: number, to: id)
    silences.append(
      Silence(
        connection: id,
        answerTo: sequence,
        until: now + PageRules.silence,
        endings: endings
      )
    )
  }

  /// A page is silent: it has confirmed this stop, or its connection has ended.
  mutating func becameSilent(_ id: Int, stop: Int? = nil, now: MonotonicInstant) {
    let isPaid: (Silence) -> Bool = { $0.connection == id && $0.answerTo <= stop ?? .max }
    let paid = silences.filter(isPaid)
    silences.removeAll(where: isPaid)
    for (event, load) in paid.flatMap(\.endings) { actions.append(.report(event, load)) }
    promoteSuccessor(now: now)
  }

  // MARK: - Leaving

  /// The server ends: all pages fall silent.
  mutating func closeAll(now: MonotonicInstant) {
    for id in connections.keys.sorted() { close(id, .ended, now: now) }
  }

  mutating func close(_ id: Int, _ reason: WebSocketClose, now: MonotonicInstant) {
    actions.append(.close(id, reason))
    leave(id, code: reason == .unresponsive ? .pageAsleep : .pageClosed, now: now)
  }

  private mutating func leave(_ id: Int, code: PlayerError.Code, now: MonotonicInstant) {
    guard let page = connections.removeValue(forKey: id) else { return }
    if successor == id { successor = nil }
    if player == id {
      player = nil
      let until = now + PageRules.reload
      vacancy = Vacancy(session: page.session, until: until, code: code)
      load?.becomeUnsent(.waiting(until: until, code), now: now)
      reportWaiting()
    }
    becameSilent(id, now: now)
    if player == nil, successor == nil, vacancy == nil { promoteStandby(now: now) }
  }

  /// Gives the place of the player to a page that waits, a visible one if possible.
  mutating func promoteStandby(now: MonotonicInstant) {
    let pages = connections.filter(\.value.isWelcome)
    guard let id = (pages.filter(\.value.isVisible).keys.min() ?? pages.keys.min()) else { return }
    successor = id
    promoteSuccessor(now: now)
  }

  /// The load waits for a page.
  private mutating func reportWaiting() {
    guard var load else { return }
    if load.isLoaded {
      report(.position(load.anchor), load)
      if !load.isBuffering { report(.buffering(true), load) }
      load.isBuffering = true
    }
    if load.suppression != nil { report(.suppressed(nil), load) }
    load.suppression = nil
    self.load = load
  }
}
