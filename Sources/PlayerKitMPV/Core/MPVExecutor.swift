import Dispatch
import PlayerKit
import PlayerKitSystem

/// A serial executor whose thread runs the loop around `mpv_wait_event`.
///
/// Submitted closures run on that thread, in order, between events. The thread ends with the core.
/// After that, jobs of tasks run on a serial queue so that no task hangs, and other calls are
/// dropped.
final class MPVExecutor: SerialExecutor {
  private struct State {
    var work: [@Sendable () -> Void] = []
    var isClosed = false
  }

  private let handle: MPVHandle
  private let state = Locked(State())
  private let lateQueue = DispatchQueue(label: "PlayerKit.MPV.late")
  private let lateKey = DispatchSpecificKey<Bool>()
  private let threadKey = Locked<BackgroundThread.ID?>(nil)

  init(handle: MPVHandle) {
    self.handle = handle
    lateQueue.setSpecific(key: lateKey, value: true)
  }

  /// Starts the thread. It calls `timeout` for the seconds to wait, then `onEvent` with each event,
  /// until `onEvent` returns `false`. Then it destroys the core and calls `onEnd`.
  ///
  /// - Returns: whether a thread could be started. If not, the core is destroyed, and `onEnd` was
  ///   called.
  func start(
    timeout: @escaping @Sendable () -> Double,
    onEvent: @escaping @Sendable (MPVEvent) -> Bool,
    onEnd: @escaping @Sendable () -> Void
  ) -> Bool {
    let isStarted = BackgroundThread.start("PlayerKit.MPV") { [self] in
      threadKey.withLock { $0 = .current }
      repeat { runWork() } while onEvent(handle.waitEvent(timeout: timeout()))
      close()
      onEnd()
    }
    if !isStarted {
      close()
      onEnd()
    }
    return isStarted
  }

  /// Runs `body` on the thread, after all earlier submissions.
  ///
  /// - Returns: `false` if the core has ended; then `body` is not called.
  @discardableResult
  func submit(_ body: @escaping @Sendable () -> Void) -> Bool {
    state.withLock { state in
      guard !state.isClosed else { return false }
      state.work.append(body)
      // Under the lock, so that no wakeup can follow the destroy.
      handle.wakeup()
      return true
    }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let run: @Sendable () -> Void = { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    if !submit(run) { lateQueue.async(execute: run) }
  }

  func checkIsolated() {
    precondition(isOnExecutor, "not on the thread of the libmpv core")
  }

  func isIsolatingCurrentContext() -> Bool? {
    isOnExecutor
  }

  private var isOnExecutor: Bool {
    threadKey.withLock { $0 == .current } || DispatchQueue.getSpecific(key: lateKey) == true
  }

  private func runWork() {
    let work = state.withLock { state in
      let work = state.work
      state.work.removeAll(keepingCapacity: true)
      return work
    }
    for body in work { body() }
  }

  private func close() {
    state.withLock { $0.isClosed = true }
    // Closures submitted before the flag was set still run here; none can follow.
    runWork()
    handle.destroy()
    threadKey.withLock { $0 = nil }
  }
}
