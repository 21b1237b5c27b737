import PlayerKit
import PlayerKitSystem

/// A player with one fault, around a player without faults.
final class FaultyPlayer: Player {
  let playerType: PlayerType
  let core: PlayerCore

  init(_ player: FakePlayer, fault: SimulatedWorld.Fault, clock: any PlaybackClock) {
    playerType = player.playerType
    let backend = FaultyBackend(player.core.backend, fault: fault, clock: clock)
    core = PlayerCore(backend: backend, clock: clock)
  }
}

private final class FaultyBackend: PlayerBackend {
  private let base: any PlayerBackend
  private let fault: SimulatedWorld.Fault
  private let clock: any PlaybackClock
  /// The last load, and the one before it.
  private let loads = Locked<[LoadID]>([])

  init(_ base: any PlayerBackend, fault: SimulatedWorld.Fault, clock: any PlaybackClock) {
    self.base = base
    self.fault = fault
    self.clock = clock
  }

  var capabilities: PlayerCapabilities { base.capabilities }
  var gaplessGroup: GaplessGroup? { base.gaplessGroup }
  var network: (any NetworkChecking)? { base.network }

  func perform(_ command: PlaybackCommand, for sink: ReportSink) {
    switch command {
    case .release(let load) where fault == .playerSoundsOn:
      return sink.report(.released, of: load)
    case .open(let request, _), .preload(let request, _):
      loads.withLock { $0 = $0.suffix(1) + [request.id] }
    case .beginPreloaded, .cancelPreload, .setPlaying, .seek, .measure, .release, .apply: break
    }
    if fault == .playerLeaksTimers {
      for _ in 0..<5 { _ = clock.schedule(at: clock.now + .seconds(10_000_000)) {} }
    }
    let own = ReportSink { [weak self] report, load in
      guard let self, let report = changed(report) else { return }
      sink.report(report, of: target(of: load))
    } callInLine: {
      sink.inLine($0)
    }
    base.perform(command, for: own)
  }

  private func target(of load: LoadID) -> LoadID {
    guard fault == .playerReportsForWrongLoad else { return load }
    return loads.withLock { $0.count > 1 && $0.last == load ? $0[0] : load }
  }

  private func changed(_ report: LoadEvent) -> LoadEvent? {
    switch (fault, report) {
    case (.playerLosesSeeks, .seekCompleted): nil
    case (.playerReportsFalsePositions, .loaded(let media)): .loaded(media.displaced)
    case (.playerReportsFalsePositions, .position(let anchor)): .position(anchor.displaced)
    default: report
    }
  }
}

extension LoadedMedia {
  fileprivate var displaced: LoadedMedia {
    LoadedMedia(anchor: anchor.displaced, duration: duration, isSeekable: isSeekable)
  }
}

extension PositionAnchor {
  fileprivate var displaced: PositionAnchor {
    PositionAnchor(position: position + .seconds(1), speed: speed, instant: instant)
  }
}
