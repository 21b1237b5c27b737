import PlayerKit

/// The state machine of one account's playback: pure, one input at a time.
///
/// It holds what is wanted, and what the device was last told and seen to do. After each input it asks
/// for the next request, of which one is under way at a time. `Documentation/Decisions/0050-spotify-connect.md`
/// says by which rules it reads what comes back.
package struct SpotifyConnectStateMachine: Sendable {
  package enum Action: Sendable, Equatable {
    case send(ConnectRequest, number: Int)
    /// The answer to the request under way is not wanted any more.
    case abandon
    case report(LoadEvent, LoadID)
    /// What was learned of the user's subscription.
    case entitled(Bool)
  }

  enum Phase: Sendable {
    case idle
    /// What the track is, is asked; no device is told.
    case lookingUp(Load)
    /// It is known, and paused; no device is told.
    case cued(Load)
    /// It is on its way to a device.
    case starting(Load, Start)
    /// A device has it.
    case onDevice(Load, Playback)
  }

  struct Flight: Sendable {
    let request: ConnectRequest
    let number: Int
    let sentAt: MonotonicInstant
  }

  /// A device is to fall silent for a load that has ended. Then the end is told.
  struct Debt: Sendable {
    var reports: [LoadID: LoadEvent] = [:]
    var tries = 0
  }

  var phase = Phase.idle
  var flight: Flight?
  var debt: Debt?
  /// The load that a device was last told to play, and not to pause.
  var sounding: LoadID?
  /// The device to tell; `nil`: it has still to be found.
  var device: String?
  /// What the app wants to play on, by id or name.
  var wish: String?
  /// Where the app wants what plays to go, by id or name.
  var move: String? {
    didSet { moveTarget = nil }
  }
  /// The device of that name, once it is found.
  var moveTarget: String?
  var volume = ConnectVolume()
  /// The last state that was read, and when; its reading is `nil` where nothing was active.
  var lastState: (reading: ConnectReading?, at: MonotonicInstant)?
  /// When the state was asked for last, with success or not.
  var lookedAt: MonotonicInstant?
  /// Nothing is sent before.
  var notBefore: MonotonicInstant?
  /// How often the present command has failed.
  var tries = 0
  /// The state is to be read at once.
  var readsNow = false
  private var count = 0
  /// When ``timePassed(now:)`` is due.
  package private(set) var deadline: MonotonicInstant?

  package init(device: String? = nil) {
    wish = device
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
        machine.payDebt(&actions)
        machine.phase = .starting(load, Start(since: now))
      } else {
        machine.phase = .lookingUp(load)
      }
    }
  }

  /// A track that can't be played takes the place of what is loaded, and fails.
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
        if isPlaying { machine.payDebt(&actions) }
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

  /// Says where the load is, as far as known, and reads the state.
  package mutating func measure(_ id: LoadID, now: MonotonicInstant) -> [Action] {
    turn(now) { machine, actions in
      guard case .onDevice(let load, let playback) = machine.phase, load.id == id else { return }
      actions.append(.report(.position(playback.anchor), id))
      machine.readsNow = true
    }
  }

  package mutating func release(_ id: LoadID, now: MonotonicInstant) -> [Action] {
    turn(now) { machine, actions in
      if machine.debt?.reports[id] != nil {
        machine.debt?.reports[id] = .released
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

  /// Has what plays, and what comes later, play on another device.
  package mutating func move(to device: String, now: MonotonicInstant) -> [Action] {
    turn(now) { machine, _ in
      machine.wish = device
      switch machine.phase {
      case .onDevice: machine.move = device == machine.device ? nil : device
      case .idle, .lookingUp, .cued, .starting: machine.device = nil
      }
    }
  }

  /// Gives back what is loaded.
  package mutating func releaseAll(now: MonotonicInstant) -> [Action] {
    turn(now) { machine, actions in machine.end(with: .released, &actions) }
  }

  /// Reads the state at once, where a device has a load.
  package mutating func refresh(now: MonotonicInstant) -> [Action] {
    turn(now) { machine, _ in
      if case .onDevice = machine.phase { machine.readsNow = true }
    }
  }

  package mutating func timePassed(now: MonotonicInstant) -> [Action] {
    turn(now) { machine, actions in
      guard let flight = machine.flight, now - flight.sentAt >= Self.patience else { return }
      machine.flight = nil
      actions.append(.abandon)
      let error = PlayerError(.timedOut, "Spotify does not answer.")
      let failure = ConnectFailure(kind: .passing, error: error)
      machine.take(.failed(failure), to: flight.request, now, &actions)
    }
  }

  /// An answer came. One to an earlier request changes nothing.
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

// MARK: - One turn

extension SpotifyConnectStateMachine {
  /// How long an answer is waited for.
  static let patience = Duration.seconds(10)

  private mutating func turn(
    _ now: MonotonicInstant,
    _ body: (inout Self, inout [Action]) -> Void
  ) -> [Action] {
    var actions: [Action] = []
    body(&self, &actions)
    settle(now, &actions)
    return actions
  }

  /// Sends what is to be sent next, and says when to come back.
  private mutating func settle(_ now: MonotonicInstant, _ actions: inout [Action]) {
    deadline = nil
    endByTheClock(now, &actions)
    restIfUnwanted(&actions)
    restartIfAsleep(now, &actions)
    oweSilence()
    let command = command(now, &actions)
    if let flight {
      // A look is not worth waiting for where there is something to say.
      guard flight.request.isRead, let command, !command.isRead else {
        deadline = flight.sentAt + Self.patience
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
      deadline = min(time, endOfPatience ?? time)
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
    deadline = now + Self.patience
    readsNow = false
    switch request {
    case .play, .resume: sounding = load?.id
    case .volume(let percent, _): volume.sent(percent, now)
    case .state, .devices, .track, .pause, .seek, .transfer, .repeatOff: break
    }
    actions.append(.send(request, number: count))
  }

  /// What has to be said to a device or asked before anything else; `nil`: nothing.
  private mutating func command(
    _ now: MonotonicInstant,
    _ actions: inout [Action]
  ) -> ConnectRequest? {
    if debt != nil { return .pause(device: device) }
    switch phase {
    case .idle, .cued: return nil
    case .lookingUp(let load): return .track(load.track.id)
    case .starting(let load, var start):
      if let request = step(&start, of: load) {
        phase = .starting(load, start)
        return request
      }
      let error = PlayerError(.noDevice, "No device of the user's takes commands.")
      fail(error, &actions)
      return debt == nil ? nil : .pause(device: device)
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

  /// A pause that was long, or a device that sleeps, is ended by beginning anew at the same place.
  private mutating func restartIfAsleep(_ now: MonotonicInstant, _ actions: inout [Action]) {
    guard case .onDevice(var load, let playback) = phase, load.wantsToPlay, !playback.isPlaying,
      playback.isAsleep || now - playback.since >= Self.shortPause,
      flight.map(\.request.isRead) ?? true
    else { return }
    load.position = load.seek?.position ?? playback.anchor.position
    phase = .starting(load, Start(since: now))
    if load.isLoaded { actions.append(.report(.buffering(true), load.id)) }
  }

  /// What was to play, and is not any more, waits where it was to begin. Of what the device has been told
  /// already, its answer is waited for.
  private mutating func restIfUnwanted(_ actions: inout [Action]) {
    guard case .starting(let load, _) = phase, !load.wantsToPlay,
      flight.map(\.request.isRead) ?? true
    else { return }
    phase = load.isLoaded ? .cued(load) : .lookingUp(load)
    if load.isLoaded { actions.append(.report(.buffering(false), load.id)) }
  }

  /// What sounds and is not wanted any more is paused.
  private mutating func oweSilence() {
    guard sounding != nil, debt == nil else { return }
    switch phase {
    case .idle, .lookingUp, .cued: debt = Debt()
    case .starting, .onDevice: break
    }
  }
}
