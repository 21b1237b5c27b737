import PlayerKit

// Messages of welcome pages.
extension PageStateMachine {
  mutating func handle(_ message: PageMessage, _ id: Int, now: MonotonicInstant) {
    switch message.body {
    case .hello, .unknown, .goodbye: break
    case .adapters(let states): connections[id]?.adapters = states
    case .status(let isActivated, let isVisible):
      connections[id]?.isActivated = isActivated
      connections[id]?.isVisible = isVisible
    case .takeOver: takeOver(id, now: now)
    case .pong(let answerTo): receivedPong(answerTo, id, now: now)
    case .silent(let answerTo): becameSilent(id, stop: answerTo, now: now)
    case .token(let kind):
      actions.append(.findToken(kind, answerTo: message.sequence, of: id))
    case .signedIn(let token, let storefront):
      // Only if the app asks for it: a script in the page may claim anything.
      guard wantsAppleMusicSignIn else { return }
      wantsAppleMusicSignIn = false
      actions.append(.signedIn(token: token, storefront: storefront))
    case .signInFailed(let failure):
      guard wantsAppleMusicSignIn else { return }
      wantsAppleMusicSignIn = false
      actions.append(.signInFailed(failure))
    case .done, .ready, .state, .position, .duration, .seeked, .user, .ended, .failed, .takenOver,
      .start:
      guard id == player, let number = load?.number, number == message.load else {
        return remind(message, id, now: now)
      }
      handleReport(message, id, now: now)
    }
  }

  /// Reminds a page to stop a load that it should not play.
  private mutating func remind(_ message: PageMessage, _ id: Int, now: MonotonicInstant) {
    guard case .state(.playing, _, _, _) = message.body, var page = connections[id],
      !silences.contains(where: { $0.connection == id }),
      page.lastReminder.map({ now - $0 >= .seconds(1) }) ?? true,
      // The current load has silenced the earlier ones of its page.
      id != player || load?.number == nil || message.load > lastNumber
    else { return }
    page.lastReminder = now
    connections[id] = page
    send(.stop, load: message.load, to: id)
  }

  private mutating func receivedPong(_ answerTo: Int, _ id: Int, now: MonotonicInstant) {
    guard let ping = connections[id]?.ping, ping.sequence == answerTo else { return }
    connections[id]?.ping = nil
    connections[id]?.delay = (now - ping.sentAt) / 2
  }

  private mutating func handleReport(_ message: PageMessage, _ id: Int, now: MonotonicInstant) {
    guard let load else { return }
    // The time at which the page read a position.
    let then = MonotonicInstant(
      sinceOrigin: now.sinceOrigin - min(connections[id]?.delay ?? .zero, .milliseconds(250))
    )
    switch message.body {
    case .done(let answerTo, let failure):
      guard load.acceptance?.answerTo == answerTo else { return }
      self.load?.acceptance = nil
      if let failure { end(.failed(PlayerError(failure), followedBy: nil), now: now) }
    case .ready(let media): becameReady(media, now: now)
    case .state(let state, let position, let rate, let cause):
      let speed = state == .playing ? rate : 0
      let anchor = PositionAnchor(position: position, speed: speed, instant: then)
      changed(to: state, anchor, cause, now: now)
    case .position(let answerTo, let position, let rate):
      let speed = load.state == .playing ? rate : 0
      let anchor = PositionAnchor(position: position, speed: speed, instant: then)
      if answerTo != nil, rate == 0, load.state == .playing, load.command == nil, load.seek == nil {
        // It stands although it should move, and the page has not reported why.
        changed(to: .paused, anchor, .user, now: now)
      } else {
        moved(to: anchor, isAnswer: answerTo != nil)
      }
    case .duration(let duration):
      guard load.duration != duration else { return }
      self.load?.duration = duration
      if load.isLoaded { report(.duration(duration), load) }
    case .seeked(let answerTo, let position):
      guard load.seek?.answerTo == answerTo else { return }
      let speed = load.state == .playing ? load.anchor.speed : 0
      completeSeek(at: PositionAnchor(position: position, speed: speed, instant: then))
    case .user(let use): used(use, load, then: then)
    case .ended: endedInPage(.ended(followedBy: nil))
    case .failed(let failure): endedInPage(.failed(PlayerError(failure), followedBy: nil))
    case .takenOver(let track): endedInPage(.takenOver(by: track))
    case .start(let device, let position):
      guard load.wantsToPlay else { return }
      let item = load.item
      actions.append(
        .start(item, device: device, position, answerTo: message.sequence, of: id)
      )
    case .hello, .adapters, .status, .takeOver, .goodbye, .pong, .silent, .token, .signedIn,
      .signInFailed, .unknown:
      break
    }
  }

  /// The load ended in the page, which is silent.
  private mutating func endedInPage(_ event: LoadEvent) {
    guard let ended = load else { return }
    load = nil
    report(event, ended)
  }

  // MARK: - One load

  private mutating func becameReady(_ media: PageMedia, now: MonotonicInstant) {
    guard var load, !load.isReady else { return }
    load.isReady = true
    (load.acceptance, load.readiness) = (nil, nil)
    load.duration = media.duration ?? load.track.duration
    load.isSeekable = media.isSeekable
    load.hasVideo = media.hasVideo
    if load.state == nil {
      load.anchor = PositionAnchor(position: media.position, speed: 0, instant: now)
      if load.wantsToPlay { load.command = (true, now + PageRules.play) }
    }
    self.load = load
    settle(now: now)
    if load.seek != nil { sendSeek(now: now) }
  }

  /// Reports that the item can play, as soon as it does so if playing is wanted.
  mutating func settle(now: MonotonicInstant) {
    guard var load, load.isReady else { return }
    guard !load.isLoaded else {
      // A resumed load stays paused without a further report of the page.
      if load.isBuffering, !load.wantsToPlay, load.state == nil {
        load.isBuffering = false
        self.load = load
        report(.buffering(false), load)
        report(.position(load.anchor), load)
      }
      return
    }
    guard !load.wantsToPlay || load.state != nil else { return }
    load.isLoaded = true
    let isWaiting = load.wantsToPlay && (load.state == .buffering || load.state == .ad)
    load.isBuffering = isWaiting
    self.load = load
    let media = LoadedMedia(
      anchor: load.anchor,
      duration: load.duration,
      isSeekable: load.isSeekable
    )
    report(.loaded(media), load)
    if isWaiting { report(.buffering(true), load) }
  }

  private mutating func changed(
    to state: PageLoadState,
    _ anchor: PositionAnchor,
    _ cause: PageCause,
    now: MonotonicInstant
  ) {
    guard var load else { return }
    switch state {
    case .playing:
      if !load.wantsToPlay {
        guard cause != .command else {
          // A pause was lost, or is on its way.
          guard load.command == nil else { return }
          self.load?.command = (false, now + PageRules.pause)
          sendToPlayer(.pause)
          return
        }
        load.wantsToPlay = true
        report(.remote(.play), load)
      }
    case .paused:
      if load.wantsToPlay, cause == .command, load.command != nil || !load.isReady {
        // A play is on its way.
        return
      }
      if load.wantsToPlay, cause != .hidden {
        load.wantsToPlay = false
        report(.remote(.pause), load)
      }
    case .buffering, .ad, .needsClick: break
    }
    load.state = state
    load.anchor = anchor
    let isDone = load.command.map { $0.isPlaying ? state != .paused : state != .playing } ?? false
    if isDone { load.command = nil }
    if !load.isReady { wait(in: state, &load, now: now) }
    load.click =
      state == .needsClick && load.wantsToPlay
      ? load.click ?? now + configuration.clickTimeout : nil
    suppress(for: state, cause, &load)
    let isBuffering = load.wantsToPlay && (state == .buffering || state == .ad)
    if load.isLoaded, isBuffering != load.isBuffering {
      load.isBuffering = isBuffering
      report(.buffering(isBuffering), load)
    }
    self.load = load
    if !load.isLoaded {
      settle(now: now)
    } else if load.seek == nil {
      report(.position(anchor), load)
    }
  }

  /// The time of a click or an ad does not count.
  private func wait(in state: PageLoadState, _ load: inout PageLoad, now: MonotonicInstant) {
    switch state {
    case .needsClick, .ad:
      load.acceptance = nil
      load.readiness = nil
    case .playing, .paused, .buffering:
      load.readiness = load.readiness ?? now + PageRules.readiness
    }
  }

  private mutating func suppress(
    for state: PageLoadState,
    _ cause: PageCause,
    _ load: inout PageLoad
  ) {
    let suppression: SuppressionReason? =
      switch state {
      case .needsClick: load.wantsToPlay ? .needsClick : nil
      case .paused: load.wantsToPlay && cause == .hidden ? .pageHidden : nil
      case .playing, .buffering, .ad: nil
      }
    guard suppression != load.suppression else { return }
    load.suppression = suppression
    report(.suppressed(suppression), load)
  }

  private mutating func moved(to anchor: PositionAnchor, isAnswer: Bool) {
    guard let load, load.seek == nil else { return }
    let difference = anchor.position - load.anchor.position(at: anchor.instant)
    let isCorrection =
      abs(difference / .seconds(1)) > load.item.kind.positionTolerance / .seconds(1)
      || anchor.speed != load.anchor.speed
    guard isAnswer || isCorrection else { return }
    self.load?.anchor = anchor
    if load.isLoaded { report(.position(anchor), load) }
  }

  mutating func completeSeek(at anchor: PositionAnchor) {
    guard let load, let seek = load.seek else { return }
    self.load?.seek = nil
    self.load?.anchor = anchor
    report(.seekCompleted(seek.id, anchor), load)
  }

  private mutating func used(_ use: PageUse, _ load: PageLoad, then: MonotonicInstant) {
    let kind = load.item.kind
    switch use {
    case .seek(let position):
      let anchor = PositionAnchor(position: position, speed: load.anchor.speed, instant: then)
      self.load?.anchor = anchor
      report(.remote(.seek(anchor)), load)
    case .volume(let volume):
      guard settings[kind]?.volume != volume else { return }
      settings[kind, default: OutputSettings()].volume = volume
      report(.remote(.volume(volume)), load)
    case .mute(let isMuted):
      guard settings[kind]?.isMuted != isMuted else { return }
      settings[kind, default: OutputSettings()].isMuted = isMuted
      report(.remote(.mute(isMuted)), load)
    case .next: report(.remote(.next), load)
    case .previous: report(.remote(.previous), load)
    }
  }
}
