import Dispatch
import PlayerKitSystem
import PlayerKit

/// The threads on which overlaps are rendered, and the way to end them.
///
/// Threads: any.
final class OverlapRenderings: Sendable {
  private struct State {
    var isClosed = false
    var running: [PlaylistEntryID: OverlapCancellation] = [:]
  }

  private let threads = DispatchGroup()
  private let state = Locked(State())

  /// Renders on a thread of its own, and calls `then` there.
  func start(
    _ bridge: PlaylistEntryID,
    _ renderer: OverlapRenderer,
    then: @escaping @Sendable ((Overlap.Rendered, wav: [UInt8])?) -> Void
  ) {
    let cancellation = renderer.cancellation
    let isClosed = state.withLock { state in
      state.running[bridge] = cancellation
      return state.isClosed
    }
    if isClosed { cancellation.cancel() }
    threads.startThread("overlap") { [self] in
      let result = renderer.render()
      state.withLock { $0.running[bridge] = nil }
      then(result)
    }
  }

  /// Has one end soon; what it reads ends at once.
  func cancel(_ bridge: PlaylistEntryID) {
    state.withLock { $0.running[bridge] }?.cancel()
  }

  /// Has all end soon, and later ones at once; returns when they have.
  func close() {
    let running = state.withLock { state in
      state.isClosed = true
      return state.running.values
    }
    for cancellation in running { cancellation.cancel() }
    threads.wait()
  }
}

/// The wish to end one rendering.
///
/// Threads: any.
final class OverlapCancellation: Sendable {
  private struct State {
    var isCancelled = false
    var actions: [@Sendable () -> Void] = []
  }

  private let state = Locked(State())

  var isCancelled: Bool { state.withLock(\.isCancelled) }

  func cancel() {
    let actions = state.withLock { state in
      state.isCancelled = true
      defer { state.actions = [] }
      return state.actions
    }
    for action in actions { action() }
  }

  /// Adds what is to be done at once when it is cancelled; does it now where it was.
  func onCancel(_ action: @escaping @Sendable () -> Void) {
    let isCancelled = state.withLock { state in
      if !state.isCancelled { state.actions.append(action) }
      return state.isCancelled
    }
    if isCancelled { action() }
  }
}

extension DispatchGroup {
  /// Runs what blocks on a thread of its own, which the group waits for.
  func startThread(_ name: String, _ body: @escaping @Sendable () -> Void) {
    enter()
    let run: @Sendable () -> Void = { [self] in
      body()
      leave()
    }
    // Where there is no room for another thread, one of those that are there has to do.
    if !BackgroundThread.start("PlayerKit.\(name)", run) {
      DispatchQueue.global().async(execute: run)
    }
  }
}
