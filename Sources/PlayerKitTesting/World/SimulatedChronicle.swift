import PlayerKit
import PlayerKitSystem

/// What has happened in a world: its log, the states of the queue, and the answers of the store.
final class SimulatedChronicle: Sendable {
  private struct State {
    var log: [String] = []
    /// The states of the queue, each with the time at which it began.
    var states: [(instant: MonotonicInstant, text: String)] = []
    /// The states since the last start, while the store restores.
    var restored: [(instant: MonotonicInstant, text: String)]?
    var pendingFlushes = 0
    /// The time of the last flush that was acknowledged.
    var acknowledged: MonotonicInstant?
  }

  private let state = Locked(State())

  var log: [String] { state.withLock { $0.log } }

  func note(_ text: String, at now: MonotonicInstant) {
    let milliseconds = Int64(now.sinceOrigin / .milliseconds(1))
    state.withLock { $0.log.append("\(milliseconds) \(text)") }
  }

  // MARK: - States

  /// Notes the state of the queue after a turn.
  func add(_ text: String, at instant: MonotonicInstant) {
    state.withLock { state in
      if state.restored != nil {
        state.restored?.append((instant, text))
      } else if state.states.last?.text != text {
        state.states.append((instant, text))
      }
    }
  }

  /// Begins with an empty queue, at the first start. States do not count until ``restoringEnded()``.
  func restoringBegan() {
    state.withLock { state in
      state.restored = []
      guard state.states.isEmpty else { return }
      let empty = QueuePlayer(clock: ManualClock()).status.simulatedState
      state.states = [(MonotonicInstant(sinceOrigin: .zero), empty)]
    }
  }

  func restoringEnded() {
    state.withLock { state in
      state.states += state.restored ?? []
      state.restored = nil
    }
  }

  /// Whether the state has existed, and did not end before the last acknowledged flush.
  func mayRestore(_ text: String) -> Bool {
    state.withLock { state in
      let (states, limit) = (state.states, state.acknowledged)
      return states.indices.contains { index in
        guard states[index].text == text else { return false }
        guard let limit, index + 1 < states.count else { return true }
        return states[index + 1].instant >= limit
      }
    }
  }

  /// The last states, for a message.
  var latestStates: String {
    state.withLock { state in
      state.states.suffix(4).map { "\($0.instant.sinceOrigin): \($0.text)" }
        .joined(separator: "; ")
    }
  }

  // MARK: - Flushes

  var pendingFlushes: Int { state.withLock { $0.pendingFlushes } }

  /// Whether the store has ever acknowledged anything.
  var hasAcknowledged: Bool { state.withLock { $0.acknowledged != nil } }

  func flushBegan() {
    state.withLock { $0.pendingFlushes += 1 }
  }

  /// - Parameter start: The time at which it began.
  func flushEnded(_ error: QueueStoreError?, from start: MonotonicInstant, to now: MonotonicInstant)
  {
    state.withLock { state in
      state.pendingFlushes -= 1
      if error == nil { state.acknowledged = max(state.acknowledged ?? start, start) }
    }
    note("flush from \(start.sinceOrigin): \(error?.code.rawValue ?? "stored")", at: now)
  }
}

extension QueuePlayerStatus {
  /// What a store must keep together.
  var simulatedState: String {
    let tracks = entries.map { $0.track.id }.joined(separator: " ")
    let order = entries.isShuffled ? entries.playOrder.map { entries[$0]?.track.id ?? "?" } : []
    return """
      [\(tracks)] \(order.joined(separator: " ")) at \(currentEntry?.track.id ?? "none") \
      \(entries.repeatMode) \(playback.volume) \(playback.isMuted)
      """
  }
}
