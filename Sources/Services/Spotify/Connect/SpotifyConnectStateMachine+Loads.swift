import PlayerKit

// A load and its end.
extension SpotifyConnectStateMachine {
  /// The maximum length of a short pause. Until then, the state is read for remote changes, and
  /// playback can resume. After it, playback starts again at the same position.
  static let shortPause = Duration.seconds(30)

  /// Whether no device plays for a load, or is about to.
  package var isSilent: Bool {
    guard pendingRelease == nil, sounding == nil else { return false }
    switch phase {
    case .idle, .lookingUp, .cued: return true
    case .starting, .onDevice: return false
    }
  }

  var load: Load? {
    switch phase {
    case .idle: nil
    case .lookingUp(let load), .cued(let load), .starting(let load, _), .onDevice(let load, _): load
    }
  }

  func phase(with load: Load) -> Phase {
    switch phase {
    case .idle: .idle
    case .lookingUp: .lookingUp(load)
    case .cued: .cued(load)
    case .starting(_, let start): .starting(load, start)
    case .onDevice(_, let playback): .onDevice(load, playback)
    }
  }

  /// Ends the current load. If it plays, its device is silenced before the end is reported. A
  /// replaced load is reported at once.
  mutating func end(with report: LoadEvent, _ actions: inout [Action]) {
    guard let load else { return }
    phase = .idle
    tries = 0
    move = nil
    if sounding == load.id, report != .superseded {
      pendingRelease = pendingRelease ?? PendingRelease()
      pendingRelease?.reports[load.id] = report
    } else {
      actions.append(.report(report, load.id))
    }
  }

  /// Fails the load. Its device is silenced, but the report does not wait for that.
  mutating func fail(_ error: PlayerError, _ actions: inout [Action]) {
    guard let load else { return }
    phase = .idle
    tries = 0
    move = nil
    if error.code == .noDevice || error.code == .notEntitled { sounding = nil }
    if error.code == .notEntitled { actions.append(.entitled(false)) }
    actions.append(.report(.failed(error, followedBy: nil), load.id))
  }

  /// Reports the pending ends without waiting for silence, unless the pause is already in progress.
  mutating func finishPendingRelease(_ actions: inout [Action]) {
    guard let pendingRelease else { return }
    if case .pause = flight?.request { return }
    self.pendingRelease = nil
    for (id, report) in pendingRelease.reports { actions.append(.report(report, id)) }
  }
}

/// A seek that was not sent to the device yet.
struct ConnectSeek: Sendable {
  var position: Duration
  var id: SeekID
}

extension SpotifyConnectStateMachine {
  /// A load that has not ended.
  struct Load: Sendable {
    let id: LoadID
    let track: ConnectTrack
    var wantsToPlay: Bool
    /// The start position until a device has the load.
    var position: Duration
    var seek: ConnectSeek?
    var duration: Duration?
    /// The ids under which the device plays the track.
    var ids: Set<String>
    /// Whether the load was reported as loaded.
    var isLoaded = false

    init(id: LoadID, track: ConnectTrack, wantsToPlay: Bool, position: Duration) {
      self.id = id
      self.track = track
      self.wantsToPlay = wantsToPlay
      self.position = position
      duration = track.metadata.duration
      ids = [track.id]
    }
  }
}
