import PlayerKit

// Handles the state of a load on a device.
extension SpotifyConnectStateMachine {
  /// How long before its end a stopped track counts as ended.
  static let shortEnd = Duration.seconds(2)
  /// Smaller differences between the expected and the reported position are caused by latency.
  static let jitter = Duration.milliseconds(300)
  /// Larger differences are caused by a remote seek, or by buffering.
  static let jump = Duration.seconds(2)
  /// How long a device may stand still, or report nothing.
  static let longestStandstill = Duration.seconds(20)
  /// The maximum wait during an advertisement or an unknown item.
  static let longestOddity = Duration.seconds(120)

  mutating func takeState(
    _ reading: ConnectReading?,
    _ now: MonotonicInstant,
    _ actions: inout [Action]
  ) {
    lastState = (reading, now)
    lookedAt = now
    guard case .onDevice(var load, var playback) = phase else { return }
    playback.looksNotBefore = nil
    if let reading {
      // Follows a transfer to another device by another app.
      if reading.device.isUsable, reading.item?.isOne(of: load) == true {
        device = reading.device.id
      }
      for action in volume.seen(reading.device, now, lag: Self.lag) {
        actions.append(.report(.remote(action), load.id))
      }
    }
    if let expectation = playback.expectation {
      let isSeen = agrees(reading, &load, playback, expectation)
      let lag = load.isLoaded ? Self.lag : Self.lag(of: reading, expectation)
      guard isSeen || now - expectation.since >= lag else {
        phase = .onDevice(load, playback)
        return
      }
      playback.expectation = nil
      playback.isWithheld = reading.map { $0.item == nil && $0.isPlaying } ?? false
      if isSeen, let reading {
        let anchor = place(
          reading,
          playback,
          isExact: expectation.isStart || expectation.seek != nil
        )
        confirm(&load, &playback, anchor: anchor, seek: expectation.seek, &actions)
        playback.last = reading.progress.map { (reading.instant, $0) }
        phase = .onDevice(load, playback)
        return
      }
      // From now on, the state is taken as it is.
      if !load.isLoaded, !playback.isWithheld, reading?.item.map({ $0.isOne(of: load) }) != true {
        return failUnseen(reading, baseline: expectation.baseline, &actions)
      }
      confirm(&load, &playback, anchor: playback.anchor, seek: expectation.seek, &actions)
    }
    phase = .onDevice(load, playback)
    look(reading, now, &actions)
  }

  /// Returns how long to wait for a start that the state does not show.
  private static func lag(of reading: ConnectReading?, _ expectation: Expectation) -> Duration {
    guard let reading else { return startLag }
    guard let item = reading.item else { return reading.isPlaying ? lag : startLag }
    return item.id == expectation.baseline ? startLag : lag
  }

  /// Whether the state shows the effect of the command.
  private func agrees(
    _ reading: ConnectReading?,
    _ load: inout Load,
    _ playback: Playback,
    _ expectation: Expectation
  ) -> Bool {
    guard let reading, reading.isPlaying == playback.isPlaying else { return false }
    guard let item = reading.item else { return playback.isWithheld && !expectation.isStart }
    guard item.isOne(of: load) || isRelinked(item, load, expectation) else { return false }
    guard isInPlace(reading, item, playback, expectation) else { return false }
    load.ids.formUnion(item.ids)
    load.duration = item.duration ?? load.duration
    return true
  }

  private func isInPlace(
    _ reading: ConnectReading,
    _ item: ConnectItem,
    _ playback: Playback,
    _ expectation: Expectation
  ) -> Bool {
    // If the same track played before, the state may still show the earlier playback.
    guard let progress = reading.progress else {
      return !expectation.isStart || item.id != expectation.baseline
        || reading.instant - expectation.since >= .seconds(1)
    }
    let reckoned = playback.anchor.position(at: reading.instant)
    return progress >= expectation.from - .seconds(1)
      && progress <= reckoned + .milliseconds(2_500)
  }

  /// Whether the market's own edition plays instead of the requested track.
  private func isRelinked(_ item: ConnectItem, _ load: Load, _ expectation: Expectation) -> Bool {
    expectation.isStart && item.id != expectation.baseline && load.track.isLike(item)
  }

  private mutating func failUnseen(
    _ reading: ConnectReading?,
    baseline: String?,
    _ actions: inout [Action]
  ) {
    if let item = reading?.item, reading?.isPlaying == true, item.id != baseline {
      return takenOver(by: item.foreignTrack, &actions)
    }
    let error =
      reading == nil
      ? PlayerError(.noDevice, "The device does not play.")
      : PlayerError(.forbidden, "The device does not play the track.")
    // Spotify accepted the command, so the device is paused first, regardless of the state.
    end(with: .failed(error, followedBy: nil), &actions)
  }

  /// Returns the position from the reading. Ignores small differences.
  private func place(
    _ reading: ConnectReading,
    _ playback: Playback,
    isExact: Bool
  ) -> PositionAnchor {
    let speed: Double = reading.isPlaying ? 1 : 0
    let reckoned = playback.anchor.position(at: reading.instant)
    let progress = reading.progress ?? reckoned
    let isNear = progress.distance(to: reckoned) <= Self.jitter
    return PositionAnchor(
      position: isNear && !isExact ? reckoned : progress,
      speed: speed,
      instant: reading.instant
    )
  }

  /// Records that the device follows the command.
  func confirm(
    _ load: inout Load,
    _ playback: inout Playback,
    anchor: PositionAnchor,
    seek: ConnectSeek?,
    _ actions: inout [Action]
  ) {
    playback.anchor = anchor
    (playback.oddSince, playback.frozenSince, playback.isAsleep) = (nil, nil, false)
    if load.isLoaded {
      actions.append(.report(.position(anchor), load.id))
      if playback.isStarved { actions.append(.report(.buffering(false), load.id)) }
    } else {
      let media = LoadedMedia(anchor: anchor, duration: load.duration, isSeekable: true)
      actions.append(.report(.loaded(media), load.id))
    }
    playback.isStarved = false
    load.isLoaded = true
    if let seek { actions.append(.report(.seekCompleted(seek.id, anchor), load.id)) }
  }

  mutating func takenOver(by track: ForeignTrack?, _ actions: inout [Action]) {
    sounding = nil
    end(with: .takenOver(by: track), &actions)
  }
}

// MARK: - Changes without a command

extension SpotifyConnectStateMachine {
  private mutating func look(
    _ reading: ConnectReading?,
    _ now: MonotonicInstant,
    _ actions: inout [Action]
  ) {
    guard case .onDevice(let load, let playback) = phase else { return }
    let instant = reading?.instant ?? now
    let end = playback.end(of: load.duration)
    let isNearEnd = playback.isPlaying && end.map { instant >= $0 - Self.nearEnd } == true
    let isPastEnd = playback.isPlaying && end.map { instant >= $0 } == true
    guard let reading else {
      return isPastEnd ? endNaturally(isSilent: true, &actions) : seeNothing(now, &actions)
    }
    guard let item = reading.item else {
      if isPastEnd { return endNaturally(isSilent: !reading.isPlaying, &actions) }
      guard playback.isWithheld else { return seeUnknown(reading, now, &actions) }
      return switch (playback.isPlaying, reading.isPlaying) {
      case (true, true), (false, false): ()
      case (true, false): seePaused(reading, now, isNearEnd: isNearEnd, &actions)
      case (false, true): seeResumed(reading, now, &actions)
      }
    }
    guard item.isOne(of: load) else {
      // Near the end, the service continues on its own; with a crossfade, up to 12 s before it.
      // Without a progress, the other item may have begun just now.
      let began = reading.instant - (reading.progress ?? .zero)
      let isCrossfade =
        playback.isPlaying && end.map { began >= $0 - Self.crossfade } == true
      return isNearEnd || isCrossfade
        ? endNaturally(isSilent: !reading.isPlaying, &actions)
        : takenOver(by: item.foreignTrack, &actions)
    }
    change { ($0.oddSince, $0.isWithheld) = (nil, false) }
    switch (playback.isPlaying, reading.isPlaying) {
    case (true, true): seeMoving(reading, now, isNearEnd: isNearEnd, &actions)
    case (true, false): seePaused(reading, now, isNearEnd: isNearEnd, &actions)
    case (false, true): seeResumed(reading, now, &actions)
    case (false, false): seeStanding(reading, &actions)
    }
  }

  mutating func endNaturally(isSilent: Bool, _ actions: inout [Action]) {
    if isSilent { sounding = nil }
    end(with: .ended(followedBy: nil), &actions)
  }

  /// Handles a state without an active device.
  private mutating func seeNothing(_ now: MonotonicInstant, _ actions: inout [Action]) {
    guard case .onDevice(_, let playback) = phase else { return }
    guard playback.isPlaying else { return change { $0.isAsleep = true } }
    guard let since = playback.oddSince else { return change { $0.oddSince = now } }
    if now - since >= Self.lag {
      // It may continue to play unseen.
      let error = PlayerError(.noDevice, "The device disappeared. Open Spotify on it again.")
      end(with: .failed(error, followedBy: nil), &actions)
    }
  }

  /// Handles an advertisement or an unknown item.
  private mutating func seeUnknown(
    _ reading: ConnectReading,
    _ now: MonotonicInstant,
    _ actions: inout [Action]
  ) {
    guard case .onDevice(let load, let playback) = phase, playback.isPlaying else { return }
    guard let since = playback.oddSince else { return change { $0.oddSince = reading.instant } }
    if now - since >= Self.longestOddity { return takenOver(by: nil, &actions) }
    if playback.isStarved {
      let anchor = playback.anchor
      return change {
        $0.anchor = PositionAnchor(position: anchor.position, speed: 1, instant: reading.instant)
      }
    }
    wait(at: playback.anchor.position(at: since), load, reading.instant, &actions)
  }

  private mutating func seePaused(
    _ reading: ConnectReading,
    _ now: MonotonicInstant,
    isNearEnd: Bool,
    _ actions: inout [Action]
  ) {
    guard case .onDevice(var load, var playback) = phase else { return }
    let progress = reading.progress
    if isNearEnd {
      let isReset = progress.map { $0 < .seconds(1) } ?? true
      let isShort = load.duration.map { (progress ?? $0) >= $0 - Self.shortEnd } ?? false
      if isReset || isShort { return endNaturally(isSilent: true, &actions) }
    }
    let reckoned = playback.anchor.position(at: reading.instant)
    let isSkipped = progress == .zero && reckoned >= .seconds(1)
    sounding = nil
    load.wantsToPlay = false
    playback.isPlaying = false
    playback.since = now
    playback.anchor = PositionAnchor(
      position: progress ?? reckoned,
      speed: 0,
      instant: reading.instant
    )
    playback.last = nil
    let wasStarved = playback.isStarved
    playback.isStarved = false
    phase = .onDevice(load, playback)
    // A pause keeps the position. A skip without a next track resets it to 0.
    if isSkipped { actions.append(.report(.remote(.next), load.id)) }
    actions.append(.report(.remote(.pause), load.id))
    let isJump = playback.anchor.position.distance(to: reckoned) > Self.jump
    actions.append(
      .report(isJump ? .remote(.seek(playback.anchor)) : .position(playback.anchor), load.id)
    )
    if wasStarved { actions.append(.report(.buffering(false), load.id)) }
  }

  private mutating func seeResumed(
    _ reading: ConnectReading,
    _ now: MonotonicInstant,
    _ actions: inout [Action]
  ) {
    guard case .onDevice(var load, var playback) = phase else { return }
    sounding = load.id
    load.wantsToPlay = true
    playback.isPlaying = true
    playback.since = now
    let progress = reading.progress ?? playback.anchor.position
    playback.anchor = PositionAnchor(position: progress, speed: 1, instant: reading.instant)
    playback.last = (reading.instant, progress)
    phase = .onDevice(load, playback)
    actions.append(.report(.remote(.play), load.id))
    actions.append(.report(.position(playback.anchor), load.id))
  }

  private mutating func seeStanding(_ reading: ConnectReading, _ actions: inout [Action]) {
    guard case .onDevice(let load, let playback) = phase, let progress = reading.progress,
      progress.distance(to: playback.anchor.position) > Self.jump
    else { return }
    let anchor = PositionAnchor(position: progress, speed: 0, instant: reading.instant)
    change { $0.anchor = anchor }
    actions.append(.report(.remote(.seek(anchor)), load.id))
  }
}

extension ConnectItem {
  func isOne(of load: SpotifyConnectStateMachine.Load) -> Bool {
    !ids.isDisjoint(with: load.ids)
  }
}

extension Duration {
  /// Returns the absolute difference of two durations.
  func distance(to other: Duration) -> Duration {
    self > other ? self - other : other - self
  }
}
