import PlayerKit
import PlayerKitSystem

/// Sends reports to a service in order, one at a time, in its own task.
package final class ReportLine<Report: Sendable>: Sendable {
  private struct State {
    var waiting: [Report] = []
    var work: Task<Void, Never>?
  }

  private let capacity: Int
  private let timeout: Duration
  private let clock: any PlaybackClock
  private let send: @Sendable (Report) async -> Bool
  private let state = Locked(State())

  /// - Parameters:
  ///   - capacity: The maximum number of waiting reports. The oldest are dropped.
  ///   - timeout: The maximum time that ``finish()`` waits, on `clock`.
  ///   - send: Sends a report. If it returns `false`, the report waits, and is sent again before
  ///     the next one that is added.
  package init(
    capacity: Int,
    timeout: Duration,
    clock: any PlaybackClock = SystemPlaybackClock(),
    send: @escaping @Sendable (Report) async -> Bool
  ) {
    self.capacity = capacity
    self.timeout = timeout
    self.clock = clock
    self.send = send
  }

  /// Adds a report. Returns at once.
  ///
  /// - Parameter isOutdated: Whether a waiting report is dropped.
  package func add(_ report: Report, dropping isOutdated: (Report) -> Bool = { _ in false }) {
    state.withLock { state in
      state.waiting.removeAll(where: isOutdated)
      state.waiting.append(report)
      if state.waiting.count > capacity { state.waiting.removeFirst() }
      if state.work == nil { state.work = Task { [weak self] in await self?.work() } }
    }
  }

  /// Waits until all reports are sent, or until the timeout.
  package func finish() async {
    guard let work = state.withLock(\.work) else { return }
    await work.end(within: timeout, on: clock)
  }

  private func work() async {
    while let report = next() {
      guard await !send(report) else { continue }
      return state.withLock { state in
        state.waiting.insert(report, at: 0)
        state.work = nil
      }
    }
  }

  private func next() -> Report? {
    state.withLock { state in
      if state.waiting.isEmpty {
        state.work = nil
        return nil
      }
      return state.waiting.removeFirst()
    }
  }
}

extension Task<Void, Never> {
  /// Waits until the task ends. Cancels it after `time`, or if the caller is cancelled.
  package func end(within time: Duration, on clock: any PlaybackClock) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        await withTaskCancellationHandler {
          await value
        } onCancel: {
          cancel()
        }
      }
      group.addTask { try? await clock.sleep(for: time) }
      await group.next()
      group.cancelAll()
    }
  }
}
