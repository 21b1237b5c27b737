import PlayerKit

/// Handles refused and failed requests.
extension HLSReader {
  mutating func refused(_ refusal: Refusal, serial: Int, now: Duration) -> [Action] {
    guard let request = flights.removeValue(forKey: serial) else { return [] }
    switch refusal {
    case .final(let error):
      return fail(error)
    case .lost(let error):
      return retry(request, error, now: now)
    case .stalled:
      // That has taken longer than any delay.
      tries[request.resource, default: 0] += 1
      return retry(request, HTTPFailure.stalled, now: now)
    case .status(let error, let status) where status >= 500 || [408, 429].contains(status):
      return retry(request, error, now: now)
    case .status(let error, let status):
      if isAnExpiry(status, of: request), let actions = remedied(request) { return actions }
      guard isStarted else { return giveUpVariant(error) }
      guard isLive else { return miss(request, error, status, now: now) }
      return passOver(request, error, now: now)
    }
  }

  /// Records a missing on-demand part. The stream fails only when the reader reaches too many
  /// missing parts, as the parts before them can still be read.
  private mutating func miss(
    _ request: Request,
    _ error: PlayerError,
    _ status: Int,
    now: Duration
  ) -> [Action] {
    guard case .part(let number) = request.resource, [404, 410].contains(status),
      !beganLive, !canGiveUpVariant
    else { return giveUpVariant(error) }
    missing.insert(number)
    missingError = error
    return advance(now: now)
  }

  /// Returns whether a refusal may mean an expired URL. Parts of a live stream come and go, so a
  /// missing one does not imply this.
  private func isAnExpiry(_ status: Int, of request: Request) -> Bool {
    guard HTTPFailure.mayMeanExpired(status: status) else { return false }
    guard isStarted, case .part = request.resource else { return true }
    if isLive, status == 404 { return false }
    // The part is in a playlist that was just reloaded, so its URL is right.
    return recoveryAction == .none || ![404, 410].contains(status)
  }

  /// Reloads the playlist, since its URLs may be valid again, then renews its own URL. Each is
  /// tried once until a part was read; `nil` if both were tried.
  private mutating func remedied(_ request: Request) -> [Action]? {
    let isHome = request.resource == .playlist && address == home
    if recoveryAction == .none, isStarted, !isHome {
      recoveryAction = .reloaded
      return cancelAll() + reload()
    }
    guard recoveryAction != .renewed, canRenew else { return nil }
    recoveryAction = .renewed
    canRenew = false
    isRenewing = true
    return cancelAll() + [.renew]
  }

  /// Retries a request: on demand as often as the limits allow, and while the network is lost; for
  /// a live stream, until the reader has waited too long.
  private mutating func retry(
    _ request: Request,
    _ error: PlayerError,
    now: Duration
  ) -> [Action] {
    let count = tries[request.resource, default: 0]
    // Before the first part, the original error is reported.
    guard isStarted, isLive || count < limits.retries || outlasts(error, now: now) else {
      // Each silent server would take the whole timeout.
      return error == HTTPFailure.stalled ? fail(error) : giveUpVariant(error)
    }
    tries[request.resource] = count + 1
    // A live stream may have continued without this part.
    if isLive, count >= limits.retries, case .part = request.resource { isStale = true }
    return self.request(
      request.resource,
      request.piece,
      after: isLive ? pause(count) : min(pause(count), limits.outagePause),
      timeout: request.timeout
    )
  }

  /// Returns whether to wait for a network that may be lost.
  private func outlasts(_ error: PlayerError, now: Duration) -> Bool {
    guard hasReadPart, [.unreachable, .timedOut].contains(error.code), error.isRetryable else {
      return false
    }
    return waitingSince.map { now - $0 < limits.outage } ?? true
  }

  private func pause(_ count: Int) -> Duration {
    limits.pauses[min(count, limits.pauses.count - 1)]
  }

  mutating func retryPlaylist() -> [Action] {
    let count = tries[.playlist, default: 0]
    tries[.playlist] = count + 1
    return requestPlaylist(after: max(pause(count), Self.leastPause))
  }

  /// Handles a refusal in a live stream: the resource is gone or not there yet.
  private mutating func passOver(
    _ request: Request,
    _ error: PlayerError,
    now: Duration
  ) -> [Action] {
    switch request.resource {
    case .part(let number):
      inVain += 1
      guard inVain < limits.inVain else { return giveUpVariant(HLSErrors.missing) }
      missing.insert(number)
      isStale = true
      return advance(now: now)
    case .playlist:
      return retryPlaylist()
    case .key, .initialization:
      return giveUpVariant(error)
    }
  }

  /// Whether no part was read yet and another variant is left.
  private var canGiveUpVariant: Bool {
    !hasReadPart && variables != nil && variantsGivenUp + 1 < variants.count
  }

  /// Requests the playlist of the next variant. Fails if a part was already read, or if no variant
  /// is left.
  mutating func giveUpVariant(_ error: PlayerError) -> [Action] {
    guard failure == nil, canGiveUpVariant else { return fail(error) }
    variantsGivenUp += 1
    let cancelled = cancelAll()
    address = variants[variantsGivenUp]
    (media, times, reference, begin, beginsAtEnd) = (nil, HLSTimes(), nil, 0, false)
    (isStarted, isLive, beganLive, isStale, isUnchanged) = (false, false, false, false, false)
    (bytes, tries, missing, inVain) = ([:], [:], [], 0)
    (passedOver, passedOverInRow) = ([], 0)
    return cancelled + requestPlaylist()
  }
}
