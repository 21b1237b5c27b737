import PlayerKit

// Handles replies to requests. Replies to state requests are in `+Reading`.
extension SpotifyConnectStateMachine {
  mutating func take(
    _ reply: ConnectReply,
    to request: ConnectRequest,
    _ now: MonotonicInstant,
    _ actions: inout [Action]
  ) {
    switch reply {
    case .state(let reading): takeState(reading, now, &actions)
    case .devices(let devices): takeDevices(devices)
    case .track(let item): takeTrack(item, now, &actions)
    case .done: succeeded(request, now, &actions)
    case .failed(let failure): failed(request, failure, now, &actions)
    }
  }

  private mutating func takeTrack(
    _ item: ConnectItem,
    _ now: MonotonicInstant,
    _ actions: inout [Action]
  ) {
    guard var load else { return }
    load.duration = item.duration ?? load.duration
    load.ids.formUnion(item.ids)
    phase = phase(with: load)
    guard case .lookingUp = phase else { return }
    tries = 0
    load.position = load.seek?.position ?? load.position
    if let duration = load.duration, load.position >= duration {
      return end(with: .ended(followedBy: nil), &actions)
    }
    let anchor = PositionAnchor(position: load.position, speed: 0, instant: now)
    let media = LoadedMedia(anchor: anchor, duration: load.duration, isSeekable: true)
    actions.append(.report(.loaded(media), load.id))
    if let seek = load.seek { actions.append(.report(.seekCompleted(seek.id, anchor), load.id)) }
    load.seek = nil
    load.isLoaded = true
    phase = .cued(load)
  }

  // MARK: - Commands

  private mutating func succeeded(
    _ request: ConnectRequest,
    _ now: MonotonicInstant,
    _ actions: inout [Action]
  ) {
    switch request {
    case .state, .devices, .track: break
    case .play(_, let position, _): begin(from: position, now, &actions)
    case .volume: tries = 0
    case .transfer(let id, _):
      if case .starting(let load, var start) = phase {
        (start.mustTransfer, start.hasTransferred) = (false, true)
        phase = .starting(load, start)
      } else if moveTarget == id {
        (device, move, tries) = (id, nil, 0)
        change { $0.expectation = Expectation(since: now, from: $0.anchor.position(at: now)) }
      }
    case .repeatOff:
      guard case .starting(let load, var start) = phase else { return }
      start.hasSetRepeat = true
      phase = .starting(load, start)
    case .resume: setMoving(true, now)
    case .pause:
      sounding = nil
      pendingRelease == nil ? setMoving(false, now) : settlePendingRelease(&actions)
    case .seek(let target, _):
      guard case .onDevice(var load, var playback) = phase else { return }
      tries = 0
      let speed = playback.anchor.speed
      playback.anchor = PositionAnchor(position: target, speed: speed, instant: now)
      var expectation = Expectation(since: now, from: target)
      expectation.isStart = playback.expectation?.isStart ?? false
      expectation.baseline = playback.expectation?.baseline
      if let seek = load.seek, seek.position == target {
        expectation.seek = seek
        load.seek = nil
      }
      playback.expectation = expectation
      phase = .onDevice(load, playback)
    }
  }

  /// Records a resume or pause command to the device.
  private mutating func setMoving(_ isPlaying: Bool, _ now: MonotonicInstant) {
    tries = 0
    change { playback in
      playback.isPlaying = isPlaying
      playback.anchor = playback.anchor.moved(to: now, speed: isPlaying ? 1 : 0)
      playback.since = now
      playback.last = nil
      var expectation = Expectation(since: now, from: playback.anchor.position)
      expectation.isStart = playback.expectation?.isStart ?? false
      expectation.baseline = playback.expectation?.baseline
      expectation.seek = playback.expectation?.seek
      playback.expectation = expectation
    }
  }

  private mutating func settlePendingRelease(_ actions: inout [Action]) {
    let reports = pendingRelease?.reports ?? [:]
    pendingRelease = nil
    sounding = nil
    for (id, report) in reports { actions.append(.report(report, id)) }
  }

  /// Changes the known state of the device that has the load.
  mutating func change(_ body: (inout Playback) -> Void) {
    guard case .onDevice(let load, var playback) = phase else { return }
    body(&playback)
    phase = .onDevice(load, playback)
  }

  // MARK: - Failures

  private mutating func failed(
    _ request: ConnectRequest,
    _ failure: ConnectFailure,
    _ now: MonotonicInstant,
    _ actions: inout [Action]
  ) {
    if case .pause = request, pendingRelease != nil {
      return failPendingRelease(failure, now, &actions)
    }
    switch phase {
    case .idle, .cued: return
    case .lookingUp: failLookUp(failure, now, &actions)
    case .starting: failStart(request, failure, now, &actions)
    case .onDevice:
      if request == .state {
        failLook(failure, now, &actions)
      } else {
        failCommand(request, failure, now, &actions)
      }
    }
  }

  /// An ended load need not wait for silence: a device that cannot be reached will not play for
  /// long.
  private mutating func failPendingRelease(
    _ failure: ConnectFailure,
    _ now: MonotonicInstant,
    _ actions: inout [Action]
  ) {
    pendingRelease?.tries += 1
    if failure.kind == .passing, pendingRelease?.tries == 1 {
      notBefore = now + .milliseconds(500)
    } else {
      settlePendingRelease(&actions)
    }
  }

  private mutating func failLookUp(
    _ failure: ConnectFailure,
    _ now: MonotonicInstant,
    _ actions: inout [Action]
  ) {
    switch failure.kind {
    case .passing where tries + 1 < Self.maximumTries:
      tries += 1
      notBefore = now + .seconds(1)
    case .throttled(let wait) where wait <= Self.longestWait: notBefore = now + wait
    case .passing, .throttled, .noDevice, .refused, .notEntitled, .final:
      fail(failure.error, &actions)
    }
  }

  private mutating func failCommand(
    _ request: ConnectRequest,
    _ failure: ConnectFailure,
    _ now: MonotonicInstant,
    _ actions: inout [Action]
  ) {
    switch failure.kind {
    case .notEntitled: return fail(failure.error, &actions)
    case .throttled(let wait) where wait <= Self.longestWait:
      notBefore = now + wait
      return
    case .passing where tries + 1 < Self.maximumTries:
      tries += 1
      notBefore = now + .seconds(1)
      return
    case .passing, .throttled, .noDevice, .refused, .final: break
    }
    tries = 0
    switch request {
    case .volume: volume.refused()
    case .transfer, .devices: move = nil
    case .seek: giveUpSeek(now, &actions)
    case .resume: change { $0.isAsleep = true }
    case .pause where failure.kind == .noDevice:
      sounding = nil
      setMoving(false, now)
      change {
        $0.isAsleep = true
        $0.expectation = nil
      }
    case .pause: fail(failure.error, &actions)
    case .play, .repeatOff, .state, .track: break
    }
  }

  /// Completes the seek at the current position.
  private mutating func giveUpSeek(_ now: MonotonicInstant, _ actions: inout [Action]) {
    guard case .onDevice(var load, let playback) = phase, let seek = load.seek else { return }
    load.seek = nil
    phase = .onDevice(load, playback)
    let anchor = playback.anchor.moved(to: now, speed: playback.anchor.speed)
    actions.append(.report(.seekCompleted(seek.id, anchor), load.id))
  }
}
