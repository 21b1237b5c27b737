import PlayerKitSystem

/// Decides what to request.
extension HLSReader {
  /// A resource that a part needs.
  private typealias Want = (
    resource: Resource, piece: HLSMediaPlaylist.Piece, timeout: Duration
  )

  /// The resources for which the reader waits, if it waits.
  var awaited: Set<Resource> {
    guard let media, isStarted else { return [.playlist] }
    guard let part = media.part(reference ?? next) else { return [.playlist] }
    return Set(wants(of: part).map(\.resource))
  }

  mutating func advance(now: Duration) -> [Action] {
    guard failure == nil, !isRenewing else { return [] }
    guard let media else { return requestPlaylist() }
    let wants = wants(media)
    var actions = forgetAll(but: Set(wants.map(\.resource)))
    for want in wants { actions += request(want.resource, want.piece, timeout: want.timeout) }
    if wantsReload(media) {
      let pause = isUnchanged ? target / 2 : target
      actions += requestPlaylist(after: max(loadedAt + max(pause, Self.leastPause) - now, .zero))
    }
    return actions
  }

  /// How much longer than its duration a part may take to arrive.
  private static let longestLag = Duration.seconds(120)
  static let leastPause = Duration.milliseconds(500)

  private func wants(_ media: HLSMediaPlaylist) -> [Want] {
    guard isStarted else { return [] }
    let numbers = [reference].compactMap(\.self) + Array(next...next + limits.ahead)
    return numbers.filter { !missing.contains($0) }.compactMap { media.part($0) }
      .filter { !$0.isGap && !$0.isProtected }.flatMap { wants(of: $0) }
  }

  private func wants(of part: HLSMediaPlaylist.Part) -> [Want] {
    let timeout = limits.timeout * 3
    func key(_ key: HLSMediaPlaylist.Key?) -> [Want] {
      key.map { [(.key($0.url), .init(url: $0.url), timeout)] }
        ?? []
    }
    let first = part.initialization.map { first in
      [(.initialization(first), first.piece, timeout)]
        + key(first.key)
    }
    // A slower connection is too slow for playback.
    let length = min(part.duration, limits.longestPart)
    let longest = min(length * 5, length + Self.longestLag)
    let own: Want = (.part(part.number), part.piece, longest + timeout)
    return (first ?? []) + key(part.key) + [own]
  }

  /// Returns whether to reload the playlist: only a few times while nothing is read.
  private func wantsReload(_ media: HLSMediaPlaylist) -> Bool {
    guard !media.isEnded, reloads < 3 else { return false }
    return !isStarted || isStale || next + limits.ahead > media.lastNumber
  }

  /// Cancels requests for unneeded parts and drops their bytes. Keys and initialization sections
  /// are kept for later parts and streams, within the limit.
  private mutating func forgetAll(but wanted: Set<Resource>) -> [Action] {
    let kept = bytes.reduce(0) { sum, item in
      if case .part = item.key { sum } else { sum + item.value.count + 1_024 }
    }
    let isFull = kept > limits.kept
    bytes = bytes.filter { resource, _ in
      if wanted.contains(resource) { return true }
      if case .part = resource { return false }
      return !isFull
    }
    tries = tries.filter { $0.key == .playlist || wanted.contains($0.key) }
    return cancel { $0 != .playlist && !wanted.contains($0) }
  }

  mutating func requestPlaylist(after pause: Duration = .zero) -> [Action] {
    request(.playlist, .init(url: address), after: pause, timeout: limits.timeout * 3)
  }

  mutating func request(
    _ resource: Resource,
    _ piece: HLSMediaPlaylist.Piece,
    after pause: Duration = .zero,
    timeout: Duration
  ) -> [Action] {
    guard bytes[resource] == nil, !flights.values.contains(where: { $0.resource == resource })
    else { return [] }
    serial += 1
    let request = Request(
      serial: serial,
      resource: resource,
      piece: piece,
      limit: limit(of: resource),
      timeout: timeout
    )
    flights[serial] = request
    return [.start(request, after: pause)]
  }

  private func limit(of resource: Resource) -> Int {
    switch resource {
    case .playlist: HLSParser.maxBytes
    case .key: limits.key
    case .initialization: limits.initialization
    case .part: limits.part
    }
  }

  mutating func cancelAll() -> [Action] { cancel { _ in true } }

  mutating func cancelParts() -> [Action] {
    cancel { if case .part = $0 { true } else { false } }
  }

  private mutating func cancel(_ isUnwanted: (Resource) -> Bool) -> [Action] {
    let serials = flights.filter { isUnwanted($0.value.resource) }.keys.sorted()
    for serial in serials { flights[serial] = nil }
    return serials.map { .cancel(serial: $0) }
  }
}
