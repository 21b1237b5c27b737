import Foundation
import Locking

// The machine's turns, and what they command.
extension QueuePlayer {
  func turn(_ body: (inout State, MonotonicInstant) -> QueueStep) {
    state.withLock { state in
      let now = prepareTurn(&state)
      take(body(&state, now), &state)
    }
    settle()
  }

  func attempt(
    _ body: (inout State, MonotonicInstant) throws(QueueError) -> QueueStep
  ) throws(QueueError) {
    try state.withLock { (state) throws(QueueError) in
      let now = prepareTurn(&state)
      take(try body(&state, now), &state)
    }
    settle()
  }

  func prepareTurn(_ state: inout State) -> MonotonicInstant {
    let now = clock.now
    state.machine.dateOfOrigin = clock.date.addingTimeInterval(now.sinceOrigin / .seconds(-1))
    return now
  }

  /// Under the lock: what is told and commanded takes its place in line.
  func take(_ step: QueueStep, _ state: inout State) {
    let status = state.machine.status
    events.post(
      step.changes.map { QueuePlayerEvent(change: $0, status: status, instant: step.instant) },
      status: status
    )
    errands.post(contentsOf: step.commands.map { errand(for: $0, state) })
    state.players = state.players.filter { state.machine.knows($0.key) }
  }

  func errand(for command: QueueCommand, _ state: State) -> Errand {
    Errand(command: command, player: command.player.flatMap { state.players[$0] })
  }

  /// Outside the lock: it is carried out.
  func settle() {
    events.flush()
    setTimer()
    guard errands.beginDraining() else { return }
    while let batch = errands.take() {
      for errand in batch { perform(errand) }
    }
  }

  func perform(_ errand: Errand) {
    switch errand.command {
    case .choose(let load, let track):
      let types = track.playerTypes
      turn { $0.machine.chosen(load, types: types, now: $1) }
    case .prepare(_, let load, let track, let clip, let position, let isPlaying):
      errand.player?.prepare(request(load, track, clip, at: position, wantsToPlay: isPlaying))
    case .control(_, let command, let load):
      errand.player?.control(command, of: load)
    case .change(_, let settings):
      errand.player?.change(.all(settings))
    case .preload(_, let load, let track, let clip, let current):
      errand.player?.preloading?.preload(
        request(load, track, clip, at: .zero, wantsToPlay: true),
        after: current
      )
    case .beginPreloaded(_, let load, let current, let wantsToPlay):
      errand.player?.preloading?.beginPreloaded(load, after: current, wantsToPlay: wantsToPlay)
    case .cancelPreload(_, let load):
      errand.player?.preloading?.cancelPreload(load)
    case .ask(let question, let source, let request):
      inquiry.ask(question, source, request) { [weak self] answer in
        self?.turn { $0.machine.answered(question, answer, now: $1) }
      }
    case .cancelQuestion(let question):
      inquiry.cancel(question)
    }
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

extension QueueCommand {
  fileprivate var player: PlayerRef? {
    switch self {
    case .choose, .ask, .cancelQuestion: nil
    case .prepare(let player, _, _, _, _, _), .control(let player, _, _), .change(let player, _),
      .preload(let player, _, _, _, _), .beginPreloaded(let player, _, _, _),
      .cancelPreload(let player, _):
      player
    }
  }
}
