import Foundation
import PlayerKitSystem
import PlayerKitServices
import PlayerKit

/// Reports the current song and plays to a Subsonic server, one call at a time, in order.
///
/// If the server is unavailable, plays are sent before the next one, with their own times. They are
/// kept in memory with a limit, and are lost when the process ends.
public final class SubsonicScrobbler: ListeningReporter {
  /// The maximum number of waiting plays. The oldest are dropped.
  static let mostWaiting = 1_000

  private struct Report: Sendable {
    let id: String
    let date: Date
    let isSubmission: Bool
  }

  private struct State {
    var waiting: [Report] = []
    var work: Task<Void, Never>?
  }

  private let client: SubsonicClient
  private let patience: Duration
  private let onFailure: @Sendable (CatalogError) -> Void
  private let state = Locked(State())

  /// Half of a track or 4 minutes. The server decides whether short tracks count.
  public let rule = ScrobbleRule(
    minimumDuration: .zero,
    fraction: 0.5,
    maximum: .seconds(240)
  )

  /// Creates a reporter.
  ///
  /// - Parameters:
  ///   - patience: The maximum time that ``finish()`` waits.
  ///   - onFailure: Called on any thread for each call that failed.
  public init(
    client: SubsonicClient,
    patience: Duration = .seconds(5),
    onFailure: @escaping @Sendable (CatalogError) -> Void = { _ in }
  ) {
    self.client = client
    self.patience = patience
    self.onFailure = onFailure
  }

  /// Handles an event.
  public func receive(_ event: ListeningEvent) {
    let listening = event.listening
    guard let track = listening.entry.track as? SubsonicTrack, let server = client.server,
      track.server == nil || track.server == server.id
    else { return }
    switch event {
    case .began: add(Report(id: track.id, date: listening.date, isSubmission: false))
    case .qualified: add(Report(id: track.id, date: listening.date, isSubmission: true))
    case .ended: break
    }
  }

  /// Waits until all reports are sent, or until `patience` has passed.
  public func finish() async {
    guard let work = state.withLock(\.work) else { return }
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        await withTaskCancellationHandler {
          await work.value
        } onCancel: {
          work.cancel()
        }
      }
      group.addTask { [patience] in try? await Task.sleep(for: patience) }
      await group.next()
      group.cancelAll()
    }
  }

  private func add(_ report: Report) {
    state.withLock { state in
      // Reports of the current song are only useful at that moment.
      state.waiting.removeAll { !$0.isSubmission }
      state.waiting.append(report)
      if state.waiting.count > Self.mostWaiting { state.waiting.removeFirst() }
      if state.work == nil { state.work = Task { [weak self] in await self?.work() } }
    }
  }

  private func work() async {
    while let report = next() {
      do {
        try await client.scrobble(report.id, at: report.date, isSubmission: report.isSubmission)
      } catch {
        let error = error as? CatalogError
        if let error { onFailure(error) }
        if report.isSubmission, error?.isRetryable ?? true {
          // Send it before the next one.
          return state.withLock { state in
            state.waiting.insert(report, at: 0)
            state.work = nil
          }
        }
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
