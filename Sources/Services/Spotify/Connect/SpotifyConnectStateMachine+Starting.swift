import PlayerKit

// The start of a track on a device.
extension SpotifyConnectStateMachine {
  /// The progress of a start.
  struct Start: Sendable {
    let since: MonotonicInstant
    /// Whether the account's previous state is known.
    var knowsState = false
    var hasListed = false
    var hasSetRepeat = false
    /// Whether a transfer must activate the device first.
    var mustTransfer = false
    var hasTransferred = false
    /// The devices that did not accept the track.
    var excluded: Set<String> = []

    init(since: MonotonicInstant) {
      self.since = since
    }
  }

  /// The maximum age of a state that need not be read again before a start.
  private static let freshness = Duration.seconds(10)
  /// The number of attempts after which a command has failed.
  static let maximumTries = 3
  /// The longest pause requested by the service that a command waits for.
  static let longestWait = Duration.seconds(10)

  /// Returns the next request of a start. `nil` if there is no device.
  mutating func step(_ start: inout Start, of load: Load) -> ConnectRequest? {
    if let lastState, start.since - lastState.at <= Self.freshness { start.knowsState = true }
    guard start.knowsState else { return .state }
    let active = lastState?.reading?.device
    if let active, active.isUsable, !start.excluded.contains(active.id ?? ""), isWished(active) {
      device = active.id
    }
    guard let device else { return start.hasListed ? nil : .devices }
    if start.mustTransfer { return .transfer(device, plays: false) }
    if lastState?.reading?.repeats == true, !start.hasSetRepeat, active?.id == device {
      return .repeatOff(device: device)
    }
    return .play(load.track.uri, from: load.seek?.position ?? load.position, device: device)
  }

  private func isWished(_ device: ConnectDevice) -> Bool {
    guard let wantedDevice else { return true }
    return device.id == wantedDevice || device.name.lowercased() == wantedDevice.lowercased()
  }

  mutating func takeDevices(_ devices: [ConnectDevice]) {
    if case .onDevice = phase, let move {
      let target = devices.first {
        $0.isUsable && ($0.id == move || $0.name.lowercased() == move.lowercased())
      }
      if target == nil { self.move = nil }
      moveTarget = target?.id
    }
    guard case .starting(let load, var start) = phase else { return }
    start.hasListed = true
    let able = devices.filter {
      $0.isUsable && !start.excluded.contains($0.id ?? "") && isWished($0)
    }
    device = (able.first(where: \.isActive) ?? able.first)?.id
    phase = .starting(load, start)
  }

  /// The service accepted the track. The state has yet to show that the device plays it.
  mutating func begin(
    from position: Duration,
    _ now: MonotonicInstant,
    _ actions: inout [Action]
  ) {
    actions.append(.entitled(true))
    guard case .starting(var load, _) = phase, sounding == load.id else { return }
    tries = 0
    let anchor = PositionAnchor(position: position, speed: 1, instant: now)
    var playback = Playback(anchor: anchor, isPlaying: true, since: now)
    playback.expectation = Expectation(since: now, from: position, isStart: true)
    playback.isStarved = load.isLoaded
    playback.expectation?.baseline = lastState?.reading?.item?.id
    if let seek = load.seek, seek.position == position {
      playback.expectation?.seek = seek
      load.seek = nil
    }
    phase = .onDevice(load, playback)
  }

  /// Handles a failed step of a start.
  mutating func failStart(
    _ request: ConnectRequest,
    _ failure: ConnectFailure,
    _ now: MonotonicInstant,
    _ actions: inout [Action]
  ) {
    guard case .starting(let load, var start) = phase else { return }
    switch (failure.kind, request) {
    case (.notEntitled, _): return fail(failure.error, &actions)
    case (.throttled(let wait), _):
      guard wait <= Self.longestWait else { return fail(failure.error, &actions) }
      notBefore = now + wait
    case (_, .repeatOff): start.hasSetRepeat = true
    case (.passing, .transfer), (.refused, .transfer), (.final, .transfer), (.noDevice, .transfer):
      // It often has worked despite the error.
      (start.mustTransfer, start.hasTransferred) = (false, true)
      notBefore = now + .seconds(1)
    case (.passing, _):
      tries += 1
      guard tries < Self.maximumTries else { return fail(failure.error, &actions) }
      if case .play = request, failure.error.code == .serverError, !start.hasTransferred {
        start.mustTransfer = true
      }
      notBefore = now + .seconds(1)
    case (.noDevice, .play) where !start.hasTransferred:
      start.mustTransfer = true
    case (.noDevice, .play), (.refused, .play):
      // Another device may work.
      if let device { start.excluded.insert(device) }
      device = nil
      (start.hasListed, start.mustTransfer, start.hasTransferred) = (false, false, false)
      guard start.excluded.count <= Self.maximumTries else { return fail(failure.error, &actions) }
    case (.noDevice, _), (.refused, _), (.final, _): return fail(failure.error, &actions)
    }
    phase = .starting(load, start)
  }
}
