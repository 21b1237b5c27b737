import PlayerKit
import PlayerKitSystem

/// Follows a queue by its events alone.
final class SimulatedObserver: QueuePlayerObserver, Sendable {
  struct State {
    var state = PlayerState.initial
    var current: EntryID?
    var entries: [EntryID] = []
    var volume = 1.0
    var repeatMode = RepeatMode.off
    var isShuffled = false
    var isSeeking = false
    var instant = MonotonicInstant(sinceOrigin: .zero)
    var turns = 0
    /// What contradicts an earlier event.
    var faults: [String] = []
  }

  private let chronicle: SimulatedChronicle
  private let missesTurns: Bool
  private let followed = Locked(State())

  init(_ chronicle: SimulatedChronicle, missesTurns: Bool) {
    self.chronicle = chronicle
    self.missesTurns = missesTurns
  }

  var state: State { followed.withLock(\.self) }

  func queuePlayer(_ queue: QueuePlayer, didFinishTurn events: [QueuePlayerEvent]) {
    guard let last = events.last else { return }
    let isMissed = followed.withLock { state in
      state.turns += 1
      if missesTurns, state.turns.isMultiple(of: 7) { return true }
      state.follow(events)
      return false
    }
    guard !isMissed else { return }
    chronicle.add(last.status.simulatedState, at: last.instant)
    for event in events {
      guard let text = event.change.simulatedText else { continue }
      chronicle.note("event: \(text)", at: event.instant)
    }
  }

  func queuePlayer(_ queue: QueuePlayer, didReach position: PlaybackPosition) {
    guard position.position < .zero else { return }
    followed.withLock { $0.faults.append("the position \(position.position) was reported") }
  }
}

extension SimulatedObserver.State {
  fileprivate mutating func follow(_ events: [QueuePlayerEvent]) {
    var (begins, isRestored) = (false, false)
    let isLoading = events.contains(where: \.change.startsLoading)
    for event in events {
      if event.instant < instant { faults.append("an event is older than the one before") }
      instant = event.instant
      switch event.change {
      case .transition(let transition):
        if transition.from?.id != current, !isRestored {
          faults.append("a transition from another entry than the current one")
        }
        current = transition.to?.id
        (begins, isSeeking) = (true, false)
      case .playback(let change): follow(change, isLoading: isLoading && !begins)
      case .edited(let queue): entries = queue.map(\.id)
      case .restored(let queue):
        entries = queue.map(\.id)
        (repeatMode, isShuffled, current) = (queue.repeatMode, queue.isShuffled, queue.current)
        isRestored = true
      case .repeatMode(let mode): repeatMode = mode
      case .shuffle(let isOn): isShuffled = isOn
      case .failed, .ended: isSeeking = false
      default: break
      }
    }
    // Entries may also come and go with the current one.
    if let queue = events.last?.status.entries, queue.map(\.id) != entries {
      faults.append("the entries changed without an edit")
    }
  }

  private mutating func follow(_ change: PlaybackChange, isLoading: Bool) {
    switch change {
    case .state(let from, let to):
      if from != state { faults.append("a change of state from \(from) instead of \(state)") }
      state = to
    case .settings(let settings, _): volume = settings.volume
    // A seek of a track that is not loaded yet is a part of its load.
    case .discontinuity(let jump): if jump.reason == .seek, isLoading { isSeeking = true }
    case .seekCompleted: isSeeking = false
    default: break
    }
  }
}

extension QueueChange {
  /// Whether a loaded track has to wait again.
  fileprivate var startsLoading: Bool {
    guard case .playback(.state(let from, let to)) = self else { return false }
    return [.play, .pause].contains(from) && [.load, .loadToPlay].contains(to)
  }

  /// The change without numbers that differ between processes.
  fileprivate var simulatedText: String? {
    switch self {
    case .transition(let transition):
      """
      \(transition.from?.track.id ?? "none") to \(transition.to?.track.id ?? "none"), \
      \(transition.reason)
      """
    case .playback(.state(let from, let to)): "\(from) to \(to)"
    case .playback(.discontinuity(let jump)): "jump from \(jump.from) to \(jump.to)"
    case .playback(.seekCompleted(let position)): "seek completed at \(position)"
    case .playback(.buffering(let isBuffering)): "buffering \(isBuffering)"
    case .playback(.wantsToPlay(let wantsToPlay, _)): "wants to play: \(wantsToPlay)"
    case .edited(let queue): "edited: \(queue.map { $0.track.id }.joined(separator: " "))"
    case .failed(let failure):
      "\(failure.entry.track.id) failed: \(failure.error.code.rawValue), \(failure.action)"
    case .ended: "ended"
    case .willEnd(let remaining): "will end, \(remaining)"
    case .sourceFailed(let failure): "source failed, \(failure.failures)"
    default: nil
    }
  }
}
