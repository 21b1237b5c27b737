import Dispatch
import PlayerKit
import PlayerKitSystem

/// The threads that render overlaps, with a way to end them.
///
/// Callable from any thread.
final class OverlapRenderings: Sendable {
  private struct State {
    var isClosed = false
    var running: [PlaylistEntryID: OverlapCancellation] = [:]
  }

  private let threads = DispatchGroup()
  private let state = Locked(State())

  /// Renders on its own thread, and calls `then` there.
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

  /// Cancels one rendering. It ends soon; its reads end at once.
  func cancel(_ bridge: PlaylistEntryID) {
    state.withLock { $0.running[bridge] }?.cancel()
  }

  /// Cancels all renderings, also later ones, and waits until they have ended.
  func close() {
    let running = state.withLock { state in
      state.isClosed = true
      return state.running.values
    }
    for cancellation in running { cancellation.cancel() }
    threads.wait()
  }
}

/// Cancels one rendering.
///
/// Callable from any thread.
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

  /// Adds an action for the cancellation. Runs it now if already cancelled.
  func onCancel(_ action: @escaping @Sendable () -> Void) {
    let isCancelled = state.withLock { state in
      if !state.isCancelled { state.actions.append(action) }
      return state.isCancelled
    }
    if isCancelled { action() }
  }
}

extension DispatchGroup {
  /// Runs blocking code on its own thread, which the group waits for.
  func startThread(_ name: String, _ body: @escaping @Sendable () -> Void) {
    enter()
    let run: @Sendable () -> Void = { [self] in
      body()
      leave()
    }
    // Without room for another thread, an existing one must do.
    if !BackgroundThread.start("PlayerKit.\(name)", run) {
      DispatchQueue.global().async(execute: run)
    }
  }
}
