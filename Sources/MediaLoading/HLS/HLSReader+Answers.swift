import PlayerKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What comes from servers.
extension HLSReader {
  /// - Parameter url: where it came from, redirects followed.
  mutating func received(
    _ bytes: [UInt8],
    from url: URL,
    serial: Int,
    now: Duration
  ) -> [Action] {
    guard let request = flights.removeValue(forKey: serial) else { return [] }
    tries[request.resource] = nil
    guard case .playlist = request.resource else {
      if case .key = request.resource, bytes.count != AES128.keyLength {
        return fail(HLSErrors.wrongKeyLength)
      }
      inVain = 0
      self.bytes[request.resource] = bytes
      return advance(now: now)
    }
    return receivedPlaylist(bytes, from: url, now: now)
  }

  /// A playlist came: the one that was asked for, or one that somebody else has read.
  mutating func receivedPlaylist(_ bytes: [UInt8], from url: URL, now: Duration) -> [Action] {
    do throws(HLSFailure) {
      switch try HLSParser.parse(bytes, from: url, variables: variables ?? [:]) {
      case .master(let master):
        guard variables == nil else { return fail(HLSErrors.nested) }
        variables = master.variables
        address = try master.choice(limit: limits.bitRate)
        return advance(now: now)
      case .media(let media):
        return received(media, now: now)
      }
    } catch {
      return fail(HLSErrors.error(error))
    }
  }

  private mutating func received(_ playlist: HLSMediaPlaylist, now: Duration) -> [Action] {
    let old = media
    media = playlist
    loadedAt = now
    isUnchanged = old.map { $0.lastNumber == playlist.lastNumber } ?? false
    unchangedCount = isUnchanged && !playlist.isEnded ? unchangedCount + 1 : 0
    if playlist.isEnded { times.use(playlist) }
    if unchangedCount >= limits.inVain { return fail(HLSErrors.brokeOff) }
    missing = missing.filter { $0 >= playlist.firstNumber }
    forgetUnused(playlist)
    if !isStarted {
      guard !playlist.parts.isEmpty || !playlist.isEnded else { return fail(HLSErrors.empty) }
      guard !playlist.parts.isEmpty else { return advance(now: now) }
      start(playlist)
    } else if !playlist.isEnded, playlist.lastNumber + 1 < next - limits.ahead {
      // The server counts anew.
      next = liveStart(playlist)
      jumps += 1
      forgetParts()
    }
    return advance(now: now)
  }

  mutating func start(_ playlist: HLSMediaPlaylist) {
    isStarted = true
    guard playlist.isEnded else {
      next = liveStart(playlist)
      return
    }
    if position == 0, let start = playlist.start?.seconds {
      position = max(start < 0 ? times.estimatedDuration + start : start, 0)
    }
    next = times.part(for: position)
    reference = times.reference(for: next)
  }

  /// Forgets keys and initializations that no part has any more.
  private mutating func forgetUnused(_ playlist: HLSMediaPlaylist) {
    let used = Set(
      playlist.parts.flatMap { part -> [Resource] in
        let keys = [part.key, part.initialization?.key].compactMap(\.self)
        return keys.map { .key($0.url) }
          + (part.initialization.map { [.initialization($0)] } ?? [])
      }
    )
    bytes = bytes.filter { resource, _ in
      if case .part = resource { true } else { used.contains(resource) }
    }
  }

  private mutating func forgetParts() {
    bytes = bytes.filter { if case .part = $0.key { false } else { true } }
  }

  // MARK: Refusals

  mutating func refused(_ refusal: Refusal, serial: Int, now: Duration) -> [Action] {
    guard let request = flights.removeValue(forKey: serial) else { return [] }
    inVain += 1
    switch refusal {
    case .final(let error):
      return fail(error)
    case .status(let error, let status) where HTTPFailure.mayMeanExpired(status: status):
      if isLive, isStarted { return skipOrRetry(request, error, now: now) }
      if isRemembered {
        isRemembered = false
        return cancelAll() + reload()
      }
      guard canRenew else { return fail(error) }
      canRenew = false
      isRenewing = true
      return cancelAll() + [.renew]
    case .status(let error, let status):
      guard status >= 500 || status == 429 else { return fail(error) }
      return retry(request, error, now: now)
    case .lost(let error):
      return retry(request, error, now: now)
    }
  }

  private mutating func retry(
    _ request: Request,
    _ error: PlayerError,
    now: Duration
  ) -> [Action] {
    let count = tries[request.resource, default: 0]
    guard inVain < limits.inVain else { return fail(isLive ? HLSErrors.missing : error) }
    // Before the first part the reason is told as it is.
    guard isStarted, count < limits.pauses.count else {
      return isLive && isStarted ? skip(request, error, now: now) : fail(error)
    }
    tries[request.resource] = count + 1
    return self.request(request.resource, request.piece, after: limits.pauses[count])
  }

  /// In a live stream, what is refused is gone, or not there yet.
  private mutating func skipOrRetry(
    _ request: Request,
    _ error: PlayerError,
    now: Duration
  ) -> [Action] {
    guard inVain < limits.inVain else { return fail(HLSErrors.missing) }
    return skip(request, error, now: now)
  }

  private mutating func skip(
    _ request: Request,
    _ error: PlayerError,
    now: Duration
  ) -> [Action] {
    switch request.resource {
    case .part(let number):
      missing.insert(number)
      return advance(now: now)
    case .playlist:
      let pause = max((media?.targetDuration ?? .seconds(6)) / 2, .milliseconds(500))
      return self.request(.playlist, request.piece, after: pause)
    case .key, .initialization:
      return fail(error)
    }
  }

  // MARK: Renewal

  /// The address was found anew: the same stream by other names.
  mutating func renewed(_ url: URL) -> [Action] {
    guard isRenewing, failure == nil else { return [] }
    isRenewing = false
    address = url
    variables = nil
    return reload()
  }

  /// Asks for the playlist anew; what is read goes on where it is.
  private mutating func reload() -> [Action] {
    media = nil
    bytes = bytes.filter { if case .part = $0.key { true } else { false } }
    return request(.playlist, .init(url: address))
  }

  /// There is no new address.
  mutating func renewalFailed(_ error: PlayerError) -> [Action] {
    isRenewing = false
    return fail(error)
  }

  /// A part was read: an address that is found anew once more is a new try.
  mutating func passed(_ number: Int64, _ timing: HLSAssembler.Timing, canRenew: Bool) {
    times.pass(number, timing)
    self.canRenew = canRenew
  }
}
