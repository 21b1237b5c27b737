import PlayerKit

// Commands of the players.
extension PageStateMachine {
  mutating func open(
    _ id: LoadID,
    _ item: PageItem,
    _ track: PageTrackInfo,
    at position: Duration,
    wantsToPlay: Bool,
    now: MonotonicInstant
  ) {
    // In one page, the new load silences the old one.
    if let old = load { report(.superseded, old) }
    let timeout = max(vacancy.map { $0.until - now } ?? .zero, configuration.pageTimeout)
    let until = now + (successor == nil ? timeout : max(timeout, PageRules.reload))
    load = PageLoad(
      id: id,
      item: item,
      track: track,
      wantsToPlay: wantsToPlay,
      stage: .waiting(until: until, vacancy?.code ?? .noPage),
      anchor: PositionAnchor(position: position, speed: 0, instant: now),
      duration: nil
    )
    if player != nil {
      sendLoad(now: now)
    } else if until <= now {
      end(.failed(.page(.noPage), followedBy: nil), now: now)
    }
  }

  /// Fails a load that no page can play. It replaces the current one.
  mutating func refuse(_ id: LoadID, _ error: PlayerError, now: MonotonicInstant) {
    if load != nil { end(.superseded, now: now) }
    reportAfterSilence(.failed(error, followedBy: nil), id)
  }

  mutating func setPlaying(_ isPlaying: Bool, _ id: LoadID, now: MonotonicInstant) {
    guard var load, load.id == id else { return }
    load.wantsToPlay = isPlaying
    if !isPlaying { load.click = nil }
    if !isPlaying, load.suppression != nil {
      load.suppression = nil
      report(.suppressed(nil), load)
    }
    load.command = nil
    if load.isReady, isPlaying {
      load.command = (true, now + PageRules.play)
    } else if load.isReady, load.state != .paused, load.state != .needsClick {
      load.command = (false, now + PageRules.pause)
    }
    self.load = load
    sendToPlayer(isPlaying ? .play : .pause)
    settle(now: now)
  }

  mutating func seek(to target: Duration, _ seek: SeekID, _ id: LoadID, now: MonotonicInstant) {
    guard load?.id == id else { return }
    load?.seek = PageLoad.Seek(id: seek, target: target)
    if load?.isReady ?? false { sendSeek(now: now) }
  }

  mutating func measure(_ id: LoadID, now: MonotonicInstant) {
    guard let load, load.id == id else { return }
    if load.isReady {
      sendToPlayer(.measure)
    } else if load.isLoaded {
      report(.position(load.anchor.moved(to: now, speed: load.anchor.speed)), load)
    }
  }

  mutating func release(_ id: LoadID, now: MonotonicInstant) {
    guard load?.id == id else { return }
    end(.released, now: now)
  }

  /// Releases the current load, if there is one.
  mutating func releaseAll(now: MonotonicInstant) {
    if load != nil { end(.released, now: now) }
  }

  mutating func apply(_ new: OutputSettings, to kind: PagePlayerKind) {
    let old = settings[kind] ?? OutputSettings()
    settings[kind] = new
    guard load?.item.kind == kind else { return }
    if new.volume != old.volume || new.isMuted != old.isMuted {
      sendToPlayer(.volume(new.volume, isMuted: new.isMuted))
    }
    if kind.hasRate, new.rate != old.rate { sendToPlayer(.rate(new.rate)) }
  }

  mutating func signInToAppleMusic(_ isWanted: Bool) {
    wantsAppleMusicSignIn = isWanted
    guard isWanted else { return }
    for id in connections.filter(\.value.isWelcome).keys.sorted() {
      send(.signInToAppleMusic, to: id)
    }
  }

  // MARK: - Parts

  /// Gives the load to the page that plays, under a new number.
  mutating func sendLoad(now: MonotonicInstant) {
    guard let player, var load else { return }
    lastNumber += 1
    load.stage = .sent(number: lastNumber)
    let command = PageLoadCommand(
      item: load.item,
      position: load.anchor.position,
      isPlaying: load.wantsToPlay,
      settings: settings[load.item.kind] ?? OutputSettings(),
      track: load.track
    )
    let sequence = send(.load(command), load: lastNumber, to: player)
    load.acceptance = (sequence, now + PageRules.acceptance)
    load.readiness = now + PageRules.readiness
    self.load = load
  }

  @discardableResult
  mutating func sendToPlayer(_ command: PageCommand) -> Int? {
    guard let player, let number = load?.number else { return nil }
    return send(command, load: number, to: player)
  }

  mutating func sendSeek(now: MonotonicInstant) {
    guard let target = load?.seek?.target, let sequence = sendToPlayer(.seek(target)) else {
      return
    }
    load?.seek?.answerTo = sequence
    load?.seek?.until = now + PageRules.seek
  }

  /// Ends the load on our side. Its last report waits for the silence of the page.
  mutating func end(_ event: LoadEvent, now: MonotonicInstant) {
    guard let ended = load else { return }
    load = nil
    if let player, let number = ended.number {
      owe(silence: [(event, ended.id)], of: number, by: player, now: now)
    } else {
      reportAfterSilence(event, ended.id)
    }
  }

  private mutating func reportAfterSilence(_ event: LoadEvent, _ id: LoadID) {
    if silences.isEmpty {
      actions.append(.report(event, id))
    } else {
      silences[silences.count - 1].endings.append((event, id))
    }
  }
}
