import PlayerKit
import PlayerKitSystem
import PlayerKitTesting

/// Resolves tracks once they are opened. Other tracks wait.
final class GatedResolver: MediaResolver, Sendable {
  private struct State {
    var open: Set<String>
    var waiting: [String: [CheckedContinuation<Void, Never>]] = [:]
  }

  let playerType: PlayerType
  private let state: Locked<State>

  init(playerType: PlayerType = .url, open: Set<String> = []) {
    self.playerType = playerType
    state = Locked(State(open: open))
  }

  /// Completes the lookups of a track, including later ones.
  func open(_ id: String) {
    let waiting = state.withLock { state in
      state.open.insert(id)
      return state.waiting.removeValue(forKey: id) ?? []
    }
    for continuation in waiting { continuation.resume() }
  }

  func resolveNow(_ track: any Track) throws(PlayerError) -> MediaSource? {
    state.withLock { $0.open.contains(track.id) } ? source(track) : nil
  }

  func resolve(_ track: any Track) async throws(PlayerError) -> MediaSource {
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state in
        if state.open.contains(track.id) { return true }
        state.waiting[track.id, default: []].append(continuation)
        return false
      }
      if isOpen { continuation.resume() }
    }
    return source(track)
  }

  private func source(_ track: any Track) -> MediaSource { MediaSource(.file(path: track.id)) }
}

extension ManualClock {
  /// Advances from deadline to deadline until `condition` holds. If no timer is due within
  /// `duration`, lets other tasks run.
  func reach(
    _ what: String,
    within duration: Duration = .seconds(3600),
    _ condition: () -> Bool
  ) async throws {
    let limit = ContinuousClock.now + .seconds(30)
    while !advance(within: duration, until: condition) {
      guard ContinuousClock.now < limit else {
        throw WaitFailure.timedOut(what: what, limit: .seconds(30), lastSeen: "\(now)")
      }
      await Task.yield()
    }
  }
}
