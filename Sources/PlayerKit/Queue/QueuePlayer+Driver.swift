import Locking

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// The machine's turns, and what they command.
extension QueuePlayer {
  /// Runs one input: under the lock, what it tells and commands takes its place in line. Then the commands
  /// are carried out.
  func turn<Failure: Error>(
    _ body: (inout State, MonotonicInstant) throws(Failure) -> QueueStep
  ) throws(Failure) {
    try runTurn { (state, now) throws(Failure) in (try body(&state, now), ()) }
  }

  /// The same with a result; without a step nothing has happened.
  func runTurn<Result, Failure: Error>(
    _ body: (inout State, MonotonicInstant) throws(Failure) -> (QueueStep?, Result)
  ) throws(Failure) -> Result {
    let (result, old) = try state.withLock { (state) throws(Failure) in
      let old = state
      let now = prepareTurn(&state)
      let (step, result) = try body(&state, now)
      if let step { post(step, &state) }
      return (result, old)
    }
    // Tracks, players and sources that are gone end here, not under the lock: that may run app code.
    withExtendedLifetime(old) {}
    performEffects()
    return result
  }

  private func prepareTurn(_ state: inout State) -> MonotonicInstant {
    let now = clock.now
    state.machine.dateOfOrigin = clock.date.addingTimeInterval(now.sinceOrigin / .seconds(-1))
    return now
  }

  private func post(_ step: QueueStep, _ state: inout State) {
    let status = state.machine.status
    events.post(
      step.changes.map { QueuePlayerEvent(change: $0, status: status, instant: step.instant) },
      status: status
    )
    effects.post(contentsOf: step.commands.map { effect(for: $0, state) })
    state.players = state.players.filter { state.machine.knows($0.key) }
  }

  func effect(for command: QueueCommand, _ state: State) -> Effect {
    Effect(command: command, player: command.player.flatMap { state.players[$0] })
  }

  /// Carries out what was commanded, outside the lock.
  private func performEffects() {
    // First the timer: who hears of the turn finds the next one arranged.
    setTimer()
    events.flush()
    guard effects.beginDraining() else { return }
    while let batch = effects.take() {
      for effect in batch { perform(effect) }
    }
  }

  func perform(_ effect: Effect) {
    switch effect.command {
    case .choose(let load, let track):
      let types = track.playerTypes
      let album = albumOfNext(load)
      turn { $0.machine.chosen(load, types: types, album: album, now: $1) }
    case .prepare(_, let load, let track, let clip, let position, let isPlaying):
      effect.player?.prepare(request(load, track, clip, at: position, wantsToPlay: isPlaying))
    case .control(_, let command, let load):
      effect.player?.control(command, of: load)
    case .change(_, let settings):
      effect.player?.change(.all(settings))
    case .preload(_, let load, let track, let clip, let current):
      effect.player?.preloading?.preload(
        request(load, track, clip, at: .zero, wantsToPlay: true),
        after: current
      )
    case .beginPreloaded(_, let load, let current, let wantsToPlay):
      effect.player?.preloading?.beginPreloaded(load, after: current, wantsToPlay: wantsToPlay)
    case .cancelPreload(_, let load):
      effect.player?.preloading?.cancelPreload(load)
    case .ask(let question, let source, let request):
      inquiry.ask(question) { [weak self] in
        let answer = await Result.of { try await source.more(for: request) }
        self?.turn { $0.machine.answered(question, answer, now: $1) }
      }
    case .cancelQuestion(let question):
      inquiry.cancel(question)
    case .inspect, .walk, .cancelInspection:
      inspect(effect.command)
    case .describe(let load, let entry):
      describe(entry, of: load)
    case .searchLyrics(let id, let sources, let entry):
      searchLyrics(id, in: sources, for: entry)
    case .cancelLyricsSearch(let id):
      lyricsSearches.cancel(id)
    case .reviewAlbum(let load):
      guard let album = albumOfNext(load) else { return }
      turn { $0.machine.albumReviewed(load, album, now: $1) }
    }
  }

  private func describe(_ entry: QueueEntry, of load: LoadID) {
    let chapters = entry.chapters
    // Most have none.
    guard !chapters.isEmpty || state.withLock(\.machine.timeline?.chapters)?.isEmpty == false else {
      return
    }
    turn { $0.machine.described(load, chapters: chapters, now: $1) }
  }

  /// How what is to follow stands to its neighbors; `nil` for any other load.
  private func albumOfNext(_ load: LoadID) -> AlbumContext? {
    // Tracks are asked what they are: not under the lock.
    let machine = state.withLock { $0.machine.preload?.load == load ? $0.machine : nil }
    return machine?.albumContext(of: load)
  }

  private func request(
    _ load: LoadID,
    _ track: any Track,
    _ clip: Clip?,
    at position: Duration,
    wantsToPlay: Bool
  ) -> LoadRequest {
    // Tracks are asked what they are: not under the lock.
    let machine = state.withLock(\.machine)
    return LoadRequest(
      id: load,
      track: track,
      clip: clip,
      position: position,
      wantsToPlay: wantsToPlay,
      album: machine.albumContext(of: load)
    ) { [weak self] report in
      self?.turn { $0.machine.report(report, of: load, now: $1) }
    }
  }
}

// One timer, for whatever the machine waits for next.
extension QueuePlayer {
  /// Keeps one timer, for whatever the machine waits for next.
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

extension QueueCommand {
  fileprivate var player: PlayerRef? {
    switch self {
    case .choose, .ask, .cancelQuestion, .inspect, .walk, .cancelInspection, .reviewAlbum,
      .describe, .searchLyrics, .cancelLyricsSearch:
      nil
    case .prepare(let player, _, _, _, _, _), .control(let player, _, _), .change(let player, _),
      .preload(let player, _, _, _, _), .beginPreloaded(let player, _, _, _),
      .cancelPreload(let player, _):
      player
    }
  }
}
