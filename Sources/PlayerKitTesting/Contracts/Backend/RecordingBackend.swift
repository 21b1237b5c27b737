import PlayerKit
import PlayerKitSystem

/// Forwards commands to the backend under test, and records its load reports.
final class RecordingBackend: PlayerBackend {
  private struct State {
    var sink: ReportSink?
    var react: @Sendable (LoadEvent, LoadID) -> Void = { _, _ in }
  }

  let recorder = ReportRecorder()
  /// The loads that the backend was asked to open or preload.
  let issued = Locked<[LoadID]>([])
  private let base: any PlayerBackend
  private let state = Locked(State())

  init(_ base: any PlayerBackend) {
    self.base = base
  }

  var capabilities: PlayerCapabilities { base.capabilities }
  var gaplessGroup: GaplessGroup? { base.gaplessGroup }

  func perform(_ command: PlaybackCommand, for sink: ReportSink) {
    switch command {
    case .open(let request, _), .preload(let request, _):
      issued.withLock { $0.append(request.id) }
    case .beginPreloaded, .cancelPreload, .setPlaying, .seek, .measure, .release, .apply:
      break
    }
    let recording = ReportSink { [self] report, load in
      recorder.record(report, of: load)
      sink.report(report, of: load)
      state.withLock { $0.react }(report, load)
    } callInLine: {
      sink.inLine($0)
    }
    state.withLock { $0.sink = sink }
    base.perform(command, for: recording)
  }

  /// Sets a closure that runs after the player has handled each report.
  func react(_ body: @escaping @Sendable (LoadEvent, LoadID) -> Void) {
    state.withLock { $0.react = body }
  }

  /// Issues a command from the check itself, serialized with the player's commands.
  func command(_ command: PlaybackCommand) {
    guard let sink = state.withLock({ $0.sink }) else { return }
    sink.inLine { self.perform(command, for: sink) }
  }
}

/// A player that commands the backend under test.
final class RecordingPlayer: Player {
  let playerType: PlayerType
  let core: PlayerCore

  init(_ backend: RecordingBackend, like player: any Player) {
    playerType = player.playerType
    core = PlayerCore(backend: backend, clock: player.core.clock)
  }
}
