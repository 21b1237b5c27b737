import PlayerKitSystem

// Runs the machine's turns and their commands.
extension QueuePlayer {
  /// Runs one input. Its events and commands are queued under the lock; then the commands are
  /// carried out.
  func turn<Failure: Error>(
    _ body: (inout State, MonotonicInstant) throws(Failure) -> QueueEffects
  ) throws(Failure) {
    try runTurn { (state, now) throws(Failure) in (try body(&state, now), ()) }
  }

  /// Runs one input with a result. If there are no effects, nothing has happened.
  func runTurn<Result, Failure: Error>(
    _ body: (inout State, MonotonicInstant) throws(Failure) -> (QueueEffects?, Result)
  ) throws(Failure) -> Result {
    let (result, old) = try state.withLock { (state) throws(Failure) in
      let old = state
      let now = prepareTurn(&state)
      let (effects, result) = try body(&state, now)
      if let effects { post(effects, &state) }
      return (result, old)
    }
    // Removed tracks, players and sources are released here and not under the lock, because that
    // may run app code.
    withExtendedLifetime(old) {}
    performEffects()
    return result
  }

  private func prepareTurn(_ state: inout State) -> MonotonicInstant {
    let now = clock.now
    state.machine.dateOfOrigin = clock.date.addingTimeInterval(now.sinceOrigin / .seconds(-1))
    return now
  }

  private func post(_ effects: QueueEffects, _ state: inout State) {
    let status = state.machine.status
    events.post(
      effects.changes.map {
        QueuePlayerEvent(change: $0, status: status, instant: effects.instant)
      },
      status: status
    )
    outbox.post(contentsOf: effects.commands.compactMap { effect(for: $0, state) })
    state.players = state.players.filter { state.machine.knows($0.key) }
  }

  func effect(for command: QueueCommand, _ state: State) -> Effect? {
    switch command {
    case .command(let player, let command):
      state.players[player].map { .player($0, command) }
    case .checkNetwork(let player, let load):
      state.players[player].map { .checkNetwork($0, load) }
    case .choose, .ask, .cancelQuestion, .inspect, .walk, .cancelInspection, .reviewAlbum,
      .describe, .searchLyrics, .cancelLyricsSearch:
      .queue(command)
    }
  }

  /// Returns a sink for the reports of a player's backend.
  func sink(for player: PlayerRef) -> ReportSink {
    ReportSink { [weak self] report, load in
      self?.turn { $0.machine.report(report, of: load, by: player, now: $1) }
    } callInLine: { [weak self] body in
      self?.outbox.post(.call(body))
      self?.performEffects()
    }
  }

  /// Carries out the commands, outside the lock.
  private func performEffects() {
    // The timer first, so that observers of the turn find the next one arranged.
    setTimer()
    events.flush()
    outbox.drain(perform)
  }

  func perform(_ effect: Effect) {
    switch effect {
    case .queue(let command): perform(command)
    case .player(let added, let command):
      added.player.core.remember(command)
      added.backend.perform(command, for: added.sink)
    case .checkNetwork(let added, let load): checkNetwork(of: added.backend, for: load)
    case .call(let body): body()
    }
  }

  private func checkNetwork(of backend: any PlayerBackend, for load: LoadID) {
    guard let network = backend.network else { return }
    networkChecks.start(load) { [weak self] in
      let isLost = await network.isNetworkLost()
      self?.turn { $0.machine.networkChecked(load, isLost: isLost, now: $1) }
    }
  }

  private func perform(_ command: QueueCommand) {
    switch command {
    case .choose(let load, let track):
      let types = track.playerTypes
      let album = albumContext(of: load)
      turn { $0.machine.chosen(load, types: types, album: album, now: $1) }
    case .ask(let question, let source, let request):
      sourceRequests.start(question) { [weak self] in
        let answer = await Result.of { try await source.more(for: request) }
        self?.turn { $0.machine.answered(question, answer, now: $1) }
      }
    case .cancelQuestion(let question):
      sourceRequests.cancel(question)
    case .inspect, .walk, .cancelInspection:
      inspect(command)
    case .describe(let load, let entry):
      describe(entry, of: load)
    case .searchLyrics(let id, let sources, let entry):
      searchLyrics(id, in: sources, for: entry)
    case .cancelLyricsSearch(let id):
      lyricsSearches.cancel(id)
    case .reviewAlbum(let load):
      let album = albumContext(of: load)
      turn { $0.machine.albumReviewed(load, album, now: $1) }
    case .command, .checkNetwork: break
    }
  }

  private func describe(_ entry: QueueEntry, of load: LoadID) {
    let chapters = entry.chapters
    // Most entries have no chapters.
    guard !chapters.isEmpty || state.withLock(\.machine.timeline?.chapters)?.isEmpty == false else {
      return
    }
    turn { $0.machine.described(load, chapters: chapters, now: $1) }
  }

  /// Returns how the current or the preloaded track relates to its neighbors.
  private func albumContext(of load: LoadID) -> AlbumContext {
    // This reads the metadata of tracks, so it must not happen under the lock.
    state.withLock(\.machine).albumContext(of: load)
  }
}

// One timer for the machine's next deadline.
extension QueuePlayer {
  /// Keeps one timer for the machine's next deadline.
  func setTimer() {
    state.keepTimer(at: \.timer, on: clock, until: \.machine.deadline) { [weak self] deadline in
      self?.timerFired(deadline)
    }
  }

  private func timerFired(_ deadline: MonotonicInstant) {
    turn { state, now in
      if state.timer?.deadline == deadline { state.timer = nil }
      return state.machine.tick(now: max(now, deadline))
    }
  }
}
