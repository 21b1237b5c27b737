import Dispatch
import PlayerKitSystem
import PlayerKit

/// A serial executor whose thread is the loop around `mpv_wait_event`.
///
/// What is submitted runs on that thread in the order of submission, between events. The thread ends
/// with the core: then late jobs of tasks run on a serial queue, so that no task hangs, and late
/// calls are dropped.
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

  /// Starts the thread. It calls `onEvent` with each event, `timeout` for the seconds that it may
  /// wait, and ends after `onEvent` returned `false`; then it destroys the core and calls `onEnd`.
  ///
  /// - Returns: whether there is a thread. If not, the core is destroyed, and `onEnd` was called.
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

  /// Runs `body` on the thread, after everything that was submitted before.
  ///
  /// - Returns: `false` where the core has ended; then `body` is not called.
  @discardableResult
  func submit(_ body: @escaping @Sendable () -> Void) -> Bool {
    state.withLock { state in
      guard !state.isClosed else { return false }
      state.work.append(body)
      // Under the lock, so that no wake-up can follow the destroy.
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
    // What came before the flag was set still runs here; nothing can come after it.
    runWork()
    handle.destroy()
    threadKey.withLock { $0 = nil }
  }
}
