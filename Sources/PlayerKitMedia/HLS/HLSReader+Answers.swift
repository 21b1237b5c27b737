import PlayerKit
import PlayerKitSystem

/// Handles server responses.
extension HLSReader {
  /// Handles the bytes of a requested resource other than a playlist.
  mutating func received(_ bytes: [UInt8], serial: Int, now: Duration) -> [Action] {
    guard let request = flights.removeValue(forKey: serial) else { return [] }
    tries[request.resource] = nil
    switch request.resource {
    case .key where bytes.count != AES128.keyLength:
      return fail(HLSErrors.wrongKeyLength)
    case .part:
      inVain = 0
    case .playlist, .key, .initialization:
      break
    }
    self.bytes[request.resource] = bytes
    return advance(now: now)
  }

  /// Handles a playlist: a requested one, or one that was already read if `serial` is `nil`.
  mutating func received(
    _ playlist: Result<HLSPlaylist, HLSFailure>,
    serial: Int?,
    now: Duration
  ) -> [Action] {
    if let serial {
      guard flights.removeValue(forKey: serial) != nil else { return [] }
      if case .success = playlist { tries[.playlist] = nil }
    }
    switch playlist {
    case .success(.master(let master)):
      return received(master, now: now)
    case .success(.media(let media)):
      return received(media, now: now)
    case .failure(let failure):
      // A server that restarts may send something else.
      guard isLive, isStarted, failure == .noPlaylist else {
        return giveUpVariant(HLSErrors.error(failure))
      }
      return retryPlaylist()
    }
  }

  private mutating func received(_ master: HLSMasterPlaylist, now: Duration) -> [Action] {
    guard variables == nil else { return fail(HLSErrors.nested) }
    do throws(HLSFailure) {
      variants = try Array(master.choices(limit: limits.bitRate).prefix(limits.maxVariants))
      // After a reload, abandoned variants are not tried again.
      variantsGivenUp = min(variantsGivenUp, variants.count - 1)
      address = variants[variantsGivenUp]
      variables = master.variables
      masterStart = master.start
      return advance(now: now)
    } catch {
      return fail(HLSErrors.error(error))
    }
  }

  private mutating func received(_ playlist: HLSMediaPlaylist, now: Duration) -> [Action] {
    let old = media
    media = playlist
    loadedAt = now
    isLive = !playlist.isEnded
    isStale = false
    reloads += 1
    isUnchanged = old.map { $0.lastNumber == playlist.lastNumber } ?? false
    if playlist.isEnded { times.use(playlist) }
    missing = missing.filter { $0 >= playlist.firstNumber }
    guard isStarted else {
      guard playlist.parts.isEmpty else {
        start(playlist)
        return advance(now: now)
      }
      inVain += 1
      guard !playlist.isEnded, inVain < limits.inVain else {
        return giveUpVariant(HLSErrors.empty)
      }
      return advance(now: now)
    }
    // A briefly empty playlist does not count.
    guard !playlist.isEnded, !playlist.parts.isEmpty, playlist.lastNumber + 1 < next - limits.ahead
    else { return advance(now: now) }
    // The server restarted its numbering, so old numbers are invalid.
    next = liveStart(playlist)
    lose(playlist.targetDuration)
    missing = []
    bytes = bytes.filter { if case .part = $0.key { false } else { true } }
    return cancelParts() + advance(now: now)
  }

  mutating func start(_ playlist: HLSMediaPlaylist) {
    isStarted = true
    isLive = !playlist.isEnded
    beganLive = isLive
    guard playlist.isEnded else {
      next = liveStart(playlist)
      return
    }
    let told = (playlist.start ?? masterStart)?.seconds
    begin = position ?? told.map { max($0 < 0 ? times.duration + $0 : $0, 0) } ?? 0
    beginsAtEnd = position == nil && begin > endingStart
    limitBegin()
    next = times.part(for: begin)
    reference = times.reference(for: next)
  }

  /// The latest possible start, in seconds. The engine fails media if no sample of it plays.
  private var endingStart: Double { max(times.duration - 0.25, 0) }

  /// Moves the start to the end of the stream if the playlist states a later one.
  ///
  /// Called again after a part was read, when the duration is more exact.
  mutating func limitBegin() {
    if beginsAtEnd { begin = endingStart }
  }

  /// Returns the first part to play: three target durations before the end, or where the playlist
  /// states.
  func liveStart(_ media: HLSMediaPlaylist) -> Int64 {
    let start = media.start ?? masterStart
    if let start, start > .zero { return part(at: start, of: media) }
    var rest = media.targetDuration * 3
    if let start, start < .zero { rest = .zero - start }
    var number = media.lastNumber + 1
    for part in media.parts.reversed() {
      if rest <= .zero { break }
      rest -= part.duration
      number = part.number
    }
    return number
  }

  private func part(at place: Duration, of media: HLSMediaPlaylist) -> Int64 {
    var rest = place
    for part in media.parts {
      rest -= part.duration
      if rest < .zero { return part.number }
    }
    return media.lastNumber
  }

  // MARK: Renewal

  /// Handles a renewed URL: the same stream under other names.
  mutating func renewed(_ url: URL) -> [Action] {
    guard isRenewing, failure == nil else { return [] }
    isRenewing = false
    home = url
    // Keys and initialization sections are requested under their new names.
    bytes = bytes.filter { if case .part = $0.key { true } else { false } }
    return reload()
  }

  /// Requests the playlist again from the first URL. Reading continues at the same part.
  mutating func reload() -> [Action] {
    media = nil
    address = home
    variables = nil
    return requestPlaylist()
  }

  /// Called when there is no new URL.
  mutating func renewalFailed(_ error: PlayerError) -> [Action] {
    isRenewing = false
    return fail(error)
  }

  // MARK: Parts

  /// Notes that a part was read, so that earlier remedies may be tried again.
  mutating func passed(_ number: Int64, _ timing: HLSAssembler.Timing, canRenew: Bool) {
    times.pass(number, timing)
    if !beganLive, let last = lastPassed, missing.contains(where: { $0 > last && $0 < number }) {
      lose(.seconds(times.distance(from: last, to: number)))
    }
    lastPassed = number
    hasReadPart = true
    self.canRenew = canRenew
    recoveryAction = .none
    unreadable = 0
  }

  /// Handles an unreadable part. A live stream continues after it.
  mutating func passOver(_ part: HLSMediaPlaylist.Part, _ error: PlayerError) -> [Action] {
    unreadable += 1
    guard isLive, unreadable < limits.inVain else { return fail(error) }
    lose(part.duration)
    return []
  }
}
