import PlayerKit

/// The state machine of one account's playback. Pure; handles one input at a time.
///
/// It stores the wanted state, and the last known state of the device. After each input it selects
/// the next request; only one is in progress at a time.
/// `Documentation/Decisions/0050-spotify-connect.md` describes how it interprets replies.
package struct SpotifyConnectStateMachine: Sendable {
  package enum Action: Sendable, Equatable {
    case send(ConnectRequest, number: Int)
    /// The reply to the current request is no longer needed.
    case abandon
    case report(LoadEvent, LoadID)
    /// Whether the user has Premium, as a reply has shown.
    case entitled(Bool)
  }

  enum Phase: Sendable {
    case idle
    /// The track is being looked up. No device is involved.
    case lookingUp(Load)
    /// The track is known and paused. No device is involved.
    case cued(Load)
    /// The track is being started on a device.
    case starting(Load, Start)
    /// The track is on a device.
    case onDevice(Load, Playback)
  }

  struct Flight: Sendable {
    let request: ConnectRequest
    let number: Int
    let sentAt: MonotonicInstant
  }

  /// A device must be silenced for a load that has ended. Then the end is reported.
  struct PendingRelease: Sendable {
    var reports: [LoadID: LoadEvent] = [:]
    var tries = 0
  }

  var phase = Phase.idle
  var flight: Flight?
  var pendingRelease: PendingRelease?
  /// The load of the last play command to a device, without a later pause.
  var sounding: LoadID?
  /// The device for commands. `nil` if it is not known yet.
  var device: String?
  /// The device that the app wants to use, by id or name.
  var wantedDevice: String?
  /// The device to which the app wants to move playback, by id or name.
  var move: String? {
    didSet { moveTarget = nil }
  }
  /// The id of that device, once it is found.
  var moveTarget: String?
  var volume = ConnectVolume()
  /// The last state that was read, with its time. The reading is `nil` if no device was active.
  var lastState: (reading: ConnectReading?, at: MonotonicInstant)?
  /// The time of the last attempt to read the state.
  var lookedAt: MonotonicInstant?
  /// No request is sent before this time.
  var notBefore: MonotonicInstant?
  /// The number of failures of the current command.
  var tries = 0
  /// Whether the state must be read at once.
  var readsNow = false
  private var count = 0
  /// The time at which ``timePassed(now:)`` must be called.
  package private(set) var deadline: MonotonicInstant?

  package init(device: String? = nil) {
    wantedDevice = device
  }
}

// MARK: - Inputs

extension SpotifyConnectStateMachine {
  package mutating func open(
    _ id: LoadID,
    _ track: ConnectTrack,
    at position: Duration,
    wantsToPlay: Bool,
    now: MonotonicInstant
  ) -> [Action] {
    turn(now) { machine, actions in
      machine.end(with: .superseded, &actions)
      let load = Load(id: id, track: track, wantsToPlay: wantsToPlay, position: position)
      if wantsToPlay {
        machine.finishPendingRelease(&actions)
        machine.phase = .starting(load, Start(since: now))
      } else {
        machine.phase = .lookingUp(load)
      }
    }
  }

  /// Replaces the current load with a track that cannot be played, and fails it.
  package mutating func refuse(
    _ id: LoadID,
    _ error: PlayerError,
    now: MonotonicInstant
  ) -> [Action] {
    turn(now) { machine, actions in
      machine.end(with: .superseded, &actions)
      actions.append(.report(.failed(error, followedBy: nil), id))
    }
  }

  package mutating func setPlaying(
    _ isPlaying: Bool,
    _ id: LoadID,
    now: MonotonicInstant
  ) -> [Action] {
    turn(now) { machine, actions in
      guard var load = machine.load, load.id == id else { return }
      load.wantsToPlay = isPlaying
      machine.tries = 0
      switch machine.phase {
      case .idle: break
      case .lookingUp, .cued:
        machine.phase = isPlaying ? .starting(load, Start(since: now)) : machine.phase(with: load)
        if isPlaying, load.isLoaded { actions.append(.report(.buffering(true), id)) }
        if isPlaying { machine.finishPendingRelease(&actions) }
      case .starting, .onDevice: machine.phase = machine.phase(with: load)
      }
    }
  }

  package mutating func seek(
    to position: Duration,
    _ seek: SeekID,
    _ id: LoadID,
    now: MonotonicInstant
  ) -> [Action] {
    turn(now) { machine, actions in
      guard var load = machine.load, load.id == id else { return }
      if let duration = load.duration, position >= duration, load.isLoaded {
        return machine.end(with: .ended(followedBy: nil), &actions)
      }
      switch machine.phase {
      case .idle: break
      case .cued:
        load.position = position
        machine.phase = .cued(load)
        let anchor = PositionAnchor(position: position, speed: 0, instant: now)
        actions.append(.report(.seekCompleted(seek, anchor), id))
      case .lookingUp, .starting, .onDevice:
        load.seek = ConnectSeek(position: position, id: seek)
        machine.tries = 0
        machine.phase = machine.phase(with: load)
      }
    }
  }

  /// Reports the best known position of the load, and reads the state.
  package mutating func measure(_ id: LoadID, now: MonotonicInstant) -> [Action] {
    turn(now) { machine, actions in
      guard case .onDevice(let load, let playback) = machine.phase, load.id == id else { return }
      actions.append(.report(.position(playback.anchor), id))
      machine.readsNow = true
    }
  }

  package mutating func release(_ id: LoadID, now: MonotonicInstant) -> [Action] {
    turn(now) { machine, actions in
      if machine.pendingRelease?.reports[id] != nil {
        machine.pendingRelease?.reports[id] = .released
      } else if machine.load?.id == id {
        machine.end(with: .released, &actions)
      }
    }
  }

  package mutating func setVolume(
    _ percent: Int,
    isMuted: Bool,
    now: MonotonicInstant
  ) -> [Action] {
    turn(now) { machine, _ in machine.volume.set(percent, isMuted: isMuted) }
  }

  /// Moves current and future playback to another device.
  package mutating func move(to device: String, now: MonotonicInstant) -> [Action] {
    turn(now) { machine, _ in
      machine.wantedDevice = device
      switch machine.phase {
      case .onDevice: machine.move = device == machine.device ? nil : device
      case .idle, .lookingUp, .cued, .starting: machine.device = nil
      }
    }
  }

  /// Releases the current load.
  package mutating func releaseAll(now: MonotonicInstant) -> [Action] {
    turn(now) { machine, actions in machine.end(with: .released, &actions) }
  }

  /// Reads the state at once if a device has a load.
  package mutating func refresh(now: MonotonicInstant) -> [Action] {
    turn(now) { machine, _ in
      if case .onDevice = machine.phase { machine.readsNow = true }
    }
  }

  package mutating func timePassed(now: MonotonicInstant) -> [Action] {
    turn(now) { machine, actions in
      guard let flight = machine.flight, now - flight.sentAt >= Self.timeout else { return }
      machine.flight = nil
      actions.append(.abandon)
      let error = PlayerError(.timedOut, "Spotify does not answer.")
      let failure = ConnectFailure(kind: .passing, error: error)
      machine.take(.failed(failure), to: flight.request, now, &actions)
    }
  }

  /// Handles a reply. A reply to an earlier request has no effect.
  package mutating func replied(
    _ reply: ConnectReply,
    number: Int,
    now: MonotonicInstant
  ) -> [Action] {
    turn(now) { machine, actions in
      guard let flight = machine.flight, flight.number == number else { return }
      machine.flight = nil
      machine.take(reply, to: flight.request, now, &actions)
    }
  }
}

// MARK: - Turns

extension SpotifyConnectStateMachine {
  /// The timeout of a request.
  static let timeout = Duration.seconds(10)

  private mutating func turn(
    _ now: MonotonicInstant,
    _ body: (inout Self, inout [Action]) -> Void
  ) -> [Action] {
    var actions: [Action] = []
    body(&self, &actions)
    settle(now, &actions)
    return actions
  }

  /// Sends the next request, and sets the deadline.
  private mutating func settle(_ now: MonotonicInstant, _ actions: inout [Action]) {
    deadline = nil
    endByTheClock(now, &actions)
    restIfUnwanted(&actions)
    restartIfAsleep(now, &actions)
    oweSilence()
    let command = command(now, &actions)
    if let flight {
      // A command does not wait for a pending read.
      guard flight.request.isRead, let command, !command.isRead else {
        deadline = flight.sentAt + Self.timeout
        return
      }
      self.flight = nil
      actions.append(.abandon)
    }
    if let notBefore, now < notBefore {
      if command != nil || readTime != nil { deadline = notBefore }
      return
    }
    notBefore = nil
    if let command { return send(command, now, &actions) }
    guard let time = readTime else { return }
    guard time <= now else {
      deadline = min(time, endOfTimeout ?? time)
      return
    }
    send(.state, now, &actions)
  }

  private mutating func send(
    _ request: ConnectRequest,
    _ now: MonotonicInstant,
    _ actions: inout [Action]
  ) {
    count += 1
    flight = Flight(request: request, number: count, sentAt: now)
    deadline = now + Self.timeout
    readsNow = false
    switch request {
    case .play, .resume: sounding = load?.id
    case .volume(let percent, _): volume.sent(percent, now)
    case .state, .devices, .track, .pause, .seek, .transfer, .repeatOff: break
    }
    actions.append(.send(request, number: count))
  }

  /// Returns the next command or urgent request. `nil` if there is none.
  private mutating func command(
    _ now: MonotonicInstant,
    _ actions: inout [Action]
  ) -> ConnectRequest? {
    if pendingRelease != nil { return .pause(device: device) }
    switch phase {
    case .idle, .cued: return nil
    case .lookingUp(let load): return .track(load.track.id)
    case .starting(let load, var start):
      if let request = step(&start, of: load) {
        phase = .starting(load, start)
        return request
      }
      let error = PlayerError(
        .noDevice,
        "No device of the user accepts commands. Open Spotify on a device."
      )
      fail(error, &actions)
      return pendingRelease == nil ? nil : .pause(device: device)
    case .onDevice(let load, let playback):
      if move != nil {
        return moveTarget.map { .transfer($0, plays: load.wantsToPlay) } ?? .devices
      }
      if let seek = load.seek { return .seek(seek.position, device: device) }
      if load.wantsToPlay != playback.isPlaying {
        return load.wantsToPlay ? .resume(device: device) : .pause(device: device)
      }
      return volume.wanted.map { .volume($0, device: device) }
    }
  }

  /// After a long pause, or if the device is asleep, starts the track again at the same position.
  private mutating func restartIfAsleep(_ now: MonotonicInstant, _ actions: inout [Action]) {
    guard case .onDevice(var load, let playback) = phase, load.wantsToPlay, !playback.isPlaying,
      playback.isAsleep || now - playback.since >= Self.shortPause,
      flight.map(\.request.isRead) ?? true
    else { return }
    load.position = load.seek?.position ?? playback.anchor.position
    phase = .starting(load, Start(since: now))
    if load.isLoaded { actions.append(.report(.buffering(true), load.id)) }
  }

  /// An unwanted start stops at its start position. If a command was already sent, its reply is
  /// awaited first.
  private mutating func restIfUnwanted(_ actions: inout [Action]) {
    guard case .starting(let load, _) = phase, !load.wantsToPlay,
      flight.map(\.request.isRead) ?? true
    else { return }
    phase = load.isLoaded ? .cued(load) : .lookingUp(load)
    if load.isLoaded { actions.append(.report(.buffering(false), load.id)) }
  }

  /// Pauses a load that plays but is no longer wanted.
  private mutating func oweSilence() {
    guard sounding != nil, pendingRelease == nil else { return }
    switch phase {
    case .idle, .lookingUp, .cued: pendingRelease = PendingRelease()
    case .starting, .onDevice: break
    }
  }
}
