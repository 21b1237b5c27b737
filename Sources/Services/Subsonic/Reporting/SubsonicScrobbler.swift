import Foundation
import PlayerKit
import PlayerKitServices

/// Reports the current song and plays to a Subsonic server, one call at a time, in order.
///
/// If the server is unavailable, plays are sent before the next one, with their own times. They are
/// kept in memory with a limit, and are lost when the process ends.
public final class SubsonicScrobbler: ListeningReporter {
  /// The maximum number of waiting plays. The oldest are dropped.
  static let maximumWaiting = 1_000

  private struct Report: Sendable {
    let id: String
    let date: Date
    let isSubmission: Bool
  }

  private let client: SubsonicClient
  private let line: ReportLine<Report>

  /// Half of a track or 4 minutes. The server decides whether short tracks count.
  public let rule = ScrobbleRule(
    minimumDuration: .zero,
    fraction: 0.5,
    maximum: .seconds(240)
  )

  /// Creates a reporter.
  ///
  /// - Parameters:
  ///   - client: The client that sends the requests.
  ///   - timeout: The maximum time that ``finish()`` waits.
  ///   - onFailure: Called on any thread for each call that failed.
  public init(
    client: SubsonicClient,
    timeout: Duration = .seconds(5),
    onFailure: @escaping @Sendable (CatalogError) -> Void = { _ in }
  ) {
    self.client = client
    line = ReportLine(capacity: Self.maximumWaiting, timeout: timeout) { report in
      do {
        try await client.scrobble(report.id, at: report.date, isSubmission: report.isSubmission)
        return true
      } catch {
        let error = error as? CatalogError
        if let error { onFailure(error) }
        // A play is sent before the next one.
        return !report.isSubmission || error?.isRetryable == false
      }
    }
  }

  /// Handles an event.
  public func receive(_ event: ListeningEvent) {
    let listening = event.listening
    guard let track = listening.entry.track as? SubsonicTrack, let server = client.server,
      server.owns(track.server)
    else { return }
    switch event {
    case .began: add(Report(id: track.id, date: listening.date, isSubmission: false))
    case .qualified: add(Report(id: track.id, date: listening.date, isSubmission: true))
    case .ended: break
    }
  }

  /// Waits until all reports are sent, or until `timeout` has passed.
  public func finish() async { await line.finish() }

  private func add(_ report: Report) {
    // Reports of the current song are only useful at that moment.
    line.add(report) { !$0.isSubmission }
  }
}
