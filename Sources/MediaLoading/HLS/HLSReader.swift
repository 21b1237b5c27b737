import PlayerKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Decides what to request of a stream of HLS, and which part comes next. Pure: no network, no clock.
///
/// Two parts are asked for ahead of the reader, and nothing more while nobody reads: also a live playlist
/// is read anew only where a part is wanted that it does not have.
struct HLSReader: Sendable {
  /// What is asked for.
  enum Resource: Sendable, Hashable {
    case playlist
    case key(URL)
    case initialization(HLSMediaPlaylist.Initialization)
    case part(Int64)
  }

  struct Request: Sendable, Equatable {
    let serial: Int
    let resource: Resource
    let piece: HLSMediaPlaylist.Piece
    /// What comes may be this large.
    let limit: Int
  }

  enum Action: Sendable, Equatable {
    /// Send a request, after a time.
    case start(Request, after: Duration)
    case cancel(serial: Int)
    /// Find the address anew; the answer is ``renewed(_:)`` or ``renewalFailed(_:)``.
    case renew
  }

  enum Step: Sendable {
    case part(HLSAssembler.Input)
    /// A part that is not to be heard: its time tells that of others.
    case reference(HLSAssembler.Input)
    case wait
    case end
    case failed(PlayerError)
  }

  /// How a request ended that brought nothing.
  enum Refusal: Sendable, Equatable {
    case status(PlayerError, Int)
    /// The connection failed; another try may help.
    case lost(PlayerError)
    case final(PlayerError)
  }

  struct Limits: Sendable {
    var ahead: Int64 = 2
    var part = 64 << 20
    var initialization = 1 << 20
    var key = 1 << 10
    /// How long to wait before a request is sent again, as often as that in a row.
    var pauses: [Duration] = [.milliseconds(500), .seconds(1), .seconds(2)]
    /// How many requests in a row may be in vain.
    var inVain = 10
    /// How many bits a second are wanted at most.
    var bitRate = Int.max
  }

  let limits: Limits
  var address: URL
  var media: HLSMediaPlaylist?
  var times = HLSTimes()
  /// The part that comes next.
  var next: Int64 = 0
  var reference: Int64?
  var position: Double
  var canRenew: Bool
  var isRenewing = false
  /// What the master playlist defined; `nil` where the address is not one that such a list named.
  var variables: [String: String]?
  var flights: [Int: Request] = [:]
  /// What came, and is not read yet.
  var bytes: [Resource: [UInt8]] = [:]
  var tries: [Resource: Int] = [:]
  var inVain = 0
  /// Parts that are not to be had.
  var missing: Set<Int64> = []
  /// When the playlist came, on the driver's clock, and whether it had anything new.
  var loadedAt = Duration.zero
  var isUnchanged = false
  var unchangedCount = 0
  var isStarted = false
  /// Whether the playlist is one of earlier, that may have expired.
  var isRemembered = false
  /// How often a live stream had to go on later than where it was.
  var jumps = 0
  private(set) var failure: PlayerError?
  private var serial = 0

  /// - Parameter position: where to begin, in seconds; of a live stream it means nothing.
  init(address: URL, position: Double = 0, canRenew: Bool = false, limits: Limits = Limits()) {
    self.address = address
    self.position = position
    self.canRenew = canRenew
    self.limits = limits
  }

  /// Begins with what an earlier stream of the same knew.
  init(_ presentation: HLSPresentation, position: Double, canRenew: Bool, limits: Limits) {
    self.init(
      address: presentation.address,
      position: position,
      canRenew: canRenew,
      limits: limits
    )
    media = presentation.media
    variables = presentation.variables
    times = presentation.times
    bytes = presentation.bytes
    isRemembered = true
    start(presentation.media)
  }

  /// What a later stream of the same can begin with; `nil` of what changes.
  var presentation: HLSPresentation? {
    guard let media, media.isEnded, failure == nil else { return nil }
    return HLSPresentation(
      address: address,
      variables: variables,
      media: media,
      times: times,
      bytes: bytes.filter { if case .part = $0.key { false } else { true } }
    )
  }

  /// Whether it has no end, as far as the playlist tells.
  var isLive: Bool { media.map { !$0.isEnded } ?? false }

  // MARK: The reader

  mutating func read(now: Duration) -> (Step, [Action]) {
    if let failure { return (.failed(failure), []) }
    guard let media, !isRenewing else { return (.wait, advance(now: now)) }
    if let number = reference {
      guard let input = input(number) else { return (.wait, advance(now: now)) }
      reference = nil
      bytes[.part(number)] = nil
      return (.reference(input), advance(now: now))
    }
    if next < media.firstNumber {
      if !media.isEnded { jumps += 1 }
      next = media.isEnded ? media.firstNumber : liveStart(media)
    }
    while let part = media.part(next), part.isGap || missing.contains(next) { next += 1 }
    guard media.part(next) != nil else {
      return media.isEnded ? (.end, []) : (.wait, advance(now: now))
    }
    guard let input = input(next) else { return (.wait, advance(now: now)) }
    bytes[.part(next)] = nil
    next += 1
    return (.part(input), advance(now: now))
  }

  /// Begins with another part: the one that was read begins too late.
  mutating func go(to number: Int64) {
    next = number
  }

  private func input(_ number: Int64) -> HLSAssembler.Input? {
    guard let part = media?.part(number), let own = bytes[.part(number)] else { return nil }
    var input = HLSAssembler.Input(part: part, bytes: own)
    if let key = part.key {
      guard let bytes = bytes[.key(key.url)] else { return nil }
      input.key = bytes
    }
    if let initialization = part.initialization {
      guard let bytes = bytes[.initialization(initialization)] else { return nil }
      input.initialization = bytes
      if let key = initialization.key {
        guard let bytes = self.bytes[.key(key.url)] else { return nil }
        input.initializationKey = bytes
      }
    }
    return input
  }

  // MARK: Requests

  mutating func advance(now: Duration) -> [Action] {
    guard failure == nil, !isRenewing else { return [] }
    guard let media else { return request(.playlist, .init(url: address)) }
    let (first, last) = (next, next + limits.ahead)
    bytes = bytes.filter { resource, _ in
      guard case .part(let number) = resource else { return true }
      return (first...last).contains(number) || number == reference
    }
    var actions: [Action] = []
    if let reference, let part = media.part(reference) { actions += request(part) }
    let wanted = (next...next + limits.ahead).filter { !missing.contains($0) }
    for number in wanted {
      if let part = media.part(number), !part.isGap { actions += request(part) }
    }
    if !media.isEnded, next + limits.ahead > media.lastNumber {
      let target = isUnchanged ? media.targetDuration / 2 : media.targetDuration
      let pause = max(loadedAt + max(target, .milliseconds(500)) - now, .zero)
      actions += request(.playlist, .init(url: address), after: pause)
    }
    return actions
  }

  private mutating func request(_ part: HLSMediaPlaylist.Part) -> [Action] {
    var actions: [Action] = []
    if let initialization = part.initialization {
      actions += request(.initialization(initialization), initialization.piece)
      if let key = initialization.key { actions += request(.key(key.url), .init(url: key.url)) }
    }
    if let key = part.key { actions += request(.key(key.url), .init(url: key.url)) }
    return actions + request(.part(part.number), part.piece)
  }

  mutating func request(
    _ resource: Resource,
    _ piece: HLSMediaPlaylist.Piece,
    after pause: Duration = .zero
  ) -> [Action] {
    guard bytes[resource] == nil, !flights.values.contains(where: { $0.resource == resource })
    else { return [] }
    serial += 1
    let request = Request(
      serial: serial,
      resource: resource,
      piece: piece,
      limit: limit(of: resource)
    )
    flights[serial] = request
    return [.start(request, after: pause)]
  }

  private func limit(of resource: Resource) -> Int {
    switch resource {
    case .playlist: HLSParser.mostBytes
    case .key: limits.key
    case .initialization: limits.initialization
    case .part: limits.part
    }
  }

  mutating func fail(_ error: PlayerError) -> [Action] {
    guard failure == nil else { return [] }
    failure = error
    bytes = [:]
    return cancelAll()
  }

  mutating func cancelAll() -> [Action] {
    defer { flights = [:] }
    return flights.keys.sorted().map { .cancel(serial: $0) }
  }

  /// The server was silent for too long.
  mutating func stalled() -> [Action] { fail(HTTPFailure.stalled) }

  /// Three target durations from the end, or where the playlist says.
  func liveStart(_ media: HLSMediaPlaylist) -> Int64 {
    var rest = media.targetDuration * 3
    if let start = media.start, start < .zero { rest = .zero - start }
    var number = media.lastNumber + 1
    for part in media.parts.reversed() {
      if rest <= .zero { break }
      rest -= part.duration
      number = part.number
    }
    return number
  }
}

extension HLSMediaPlaylist {
  func part(_ number: Int64) -> Part? {
    let index = number - firstNumber
    return index >= 0 && index < Int64(parts.count) ? parts[Int(index)] : nil
  }

  /// The number of the last part.
  var lastNumber: Int64 { firstNumber + Int64(parts.count) - 1 }
}
