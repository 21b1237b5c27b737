import Foundation
import PlayerKitSystem
import PlayerKitServices
import PlayerKit

/// Tells a Subsonic server what plays now and what was heard. One call at a time, in order.
///
/// What could not be told for want of the server is told before the next one, with its own time. The
/// memory of it is bounded, and ends with the process.
public final class SubsonicScrobbler: ListeningReporter {
  /// So many plays wait at most; the oldest are dropped.
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

  /// Half of a track or 4 minutes. Whether a short one counts, the server decides.
  public let rule = ScrobbleRule(
    minimumDuration: .zero,
    fraction: 0.5,
    maximum: .seconds(240)
  )

  /// Makes a reporter.
  ///
  /// - Parameters:
  ///   - patience: how long ``finish()`` waits at most.
  ///   - onFailure: told of each call that failed, on any thread.
  public init(
    client: SubsonicClient,
    patience: Duration = .seconds(5),
    onFailure: @escaping @Sendable (CatalogError) -> Void = { _ in }
  ) {
    self.client = client
    self.patience = patience
    self.onFailure = onFailure
  }

  /// Takes in an event.
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

  /// Waits until all is told, or `patience` is over.
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
      // What plays now is of interest once.
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
          // It is told before the next one.
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
