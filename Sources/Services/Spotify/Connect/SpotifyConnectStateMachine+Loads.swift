import PlayerKit

// A load, and how it comes to its end.
extension SpotifyConnectStateMachine {
  /// For how long a pause is short: it is looked at whether somebody ends it, and ended by going on.
  static let shortPause = Duration.seconds(30)

  /// Whether no device sounds for a load, or is about to.
  package var isSilent: Bool {
    guard debt == nil, sounding == nil else { return false }
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

  /// The current load is over. Where it sounds, its device falls silent before that is told; a load
  /// that is replaced is told at once.
  mutating func end(with report: LoadEvent, _ actions: inout [Action]) {
    guard let load else { return }
    phase = .idle
    tries = 0
    move = nil
    if sounding == load.id, report != .superseded {
      debt = debt ?? Debt()
      debt?.reports[load.id] = report
    } else {
      actions.append(.report(report, load.id))
    }
  }

  /// The load failed. Its device is told to be silent. Nobody waits for it.
  mutating func fail(_ error: PlayerError, _ actions: inout [Action]) {
    guard let load else { return }
    phase = .idle
    tries = 0
    move = nil
    if error.code == .noDevice || error.code == .notEntitled { sounding = nil }
    if error.code == .notEntitled { actions.append(.entitled(false)) }
    actions.append(.report(.failed(error, followedBy: nil), load.id))
  }

  /// What was to fall silent is, or will be at once. A pause under way is not taken back.
  mutating func payDebt(_ actions: inout [Action]) {
    guard let debt else { return }
    if case .pause = flight?.request { return }
    self.debt = nil
    for (id, report) in debt.reports { actions.append(.report(report, id)) }
  }
}

/// A request to seek that the device has not heard of.
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
    /// Where it begins, while no device has it.
    var position: Duration
    var seek: ConnectSeek?
    var duration: Duration?
    /// Identities under which the device plays it.
    var ids: Set<String>
    /// Whether it was reported that it can sound.
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
