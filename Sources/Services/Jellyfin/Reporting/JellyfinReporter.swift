import Foundation
import PlayerKit
import PlayerKitServices
import PlayerKitSystem

/// Reports playback to a Jellyfin server: the start, the progress and the end of each play of its
/// songs, one call at a time, in order. The server counts plays by these reports, and shows what
/// the user listens to.
///
/// Reports that fail are dropped, because they are about the moment. May be used on any thread.
public final class JellyfinReporter: ListeningReporter {
  /// The maximum number of waiting reports. The oldest are dropped.
  private static let maximumWaiting = 100

  private struct State {
    var isEnabled: Bool
    /// The server's name of the current play, if its start was reported.
    var session: String?
  }

  private let client: JellyfinClient
  private let line: ReportLine<JellyfinReport>
  private let state: Locked<State>

  /// Half of a track or 4 minutes. The progress is reported then. The server counts by its own rule.
  public let rule = ScrobbleRule(
    minimumDuration: .zero,
    fraction: 0.5,
    maximum: .seconds(240)
  )

  /// Creates a reporter.
  ///
  /// - Parameters:
  ///   - client: The client that sends the requests.
  ///   - isEnabled: Whether to report; see ``isEnabled``.
  ///   - timeout: The maximum time that ``finish()`` waits.
  ///   - onFailure: Called on any thread for each call that failed.
  public init(
    client: JellyfinClient,
    isEnabled: Bool = true,
    timeout: Duration = .seconds(5),
    onFailure: @escaping @Sendable (CatalogError) -> Void = { _ in }
  ) {
    self.client = client
    state = Locked(State(isEnabled: isEnabled))
    line = ReportLine(capacity: Self.maximumWaiting, timeout: timeout) { report in
      do {
        try await client.send(report)
      } catch {
        if let error = error as? CatalogError { onFailure(error) }
      }
      return true
    }
  }

  /// Whether playback is reported. A play that began while it was `false` is not reported, even if
  /// it becomes `true` during the play. The end of a reported play is not reported if it is `false`
  /// by then.
  public var isEnabled: Bool {
    get { state.withLock(\.isEnabled) }
    set { state.withLock { $0.isEnabled = newValue } }
  }

  /// Handles an event.
  public func receive(_ event: ListeningEvent) {
    let listening = event.listening
    guard let track = listening.entry.track as? JellyfinTrack,
      client.server?.owns(track.server) == true
    else { return }
    switch event {
    case .began: report(.started, track.id, at: listening.reached)
    case .qualified: report(.progress(isPaused: false), track.id, at: listening.reached)
    case .ended:
      let isFinished = listening.end == .finished
      let position = isFinished ? listening.duration ?? listening.reached : listening.reached
      report(.stopped, track.id, at: position)
    }
  }

  /// Reports the position of the current play, if it is reported. Call it from time to time, after
  /// a seek, and after a pause.
  public func report(progress position: Duration, isPaused: Bool, of track: JellyfinTrack) {
    guard client.server?.owns(track.server) == true else { return }
    report(.progress(isPaused: isPaused), track.id, at: position)
  }

  /// Waits until all reports are sent, or until the timeout has passed.
  public func finish() async { await line.finish() }

  private func report(_ moment: JellyfinReport.Moment, _ id: String, at position: Duration) {
    let session: String? = state.withLock { state in
      if moment == .started { state.session = state.isEnabled ? SignInSecrets.random() : nil }
      defer { if moment == .stopped { state.session = nil } }
      return state.isEnabled ? state.session : nil
    }
    guard let session else { return }
    let report = JellyfinReport(moment: moment, item: id, position: position, session: session)
    // A later progress report of the same play makes earlier ones useless.
    line.add(report) { report.replaces($0) }
  }
}

/// A moment of a play.
struct JellyfinReport: Sendable {
  enum Moment: Sendable, Equatable {
    case started
    case progress(isPaused: Bool)
    case stopped
  }

  let moment: Moment
  let item: String
  let position: Duration
  let session: String

  func replaces(_ earlier: JellyfinReport) -> Bool {
    guard case .progress = earlier.moment, session == earlier.session else { return false }
    return moment != .started
  }

  var path: String {
    switch moment {
    case .started: "/Sessions/Playing"
    case .progress: "/Sessions/Playing/Progress"
    case .stopped: "/Sessions/Playing/Stopped"
    }
  }

  /// The position in ticks of 100 ns.
  var ticks: Int {
    let (seconds, attoseconds) = min(max(position, .zero), .seconds(1 << 32)).components
    return Int(seconds) * Jellyfin.ticksPerSecond + Int(attoseconds / 100_000_000_000)
  }
}

extension JellyfinClient {
  /// Sends a report of playback.
  func send(_ report: JellyfinReport) async throws {
    let body: JSONValue = [
      "ItemId": .string(try Self.checked(report.item)), "PlaySessionId": .string(report.session),
      "PositionTicks": .int(report.ticks), "CanSeek": true,
      "IsPaused": .bool(report.moment == .progress(isPaused: true)),
    ]
    try await send(
      CatalogRequest(report.path, method: .post, body: try JSONEncoder().encode(body))
    )
  }
}
