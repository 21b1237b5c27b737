import PlayerKit
import PlayerKitSystem

/// Decides what to request of an HLS stream, and which part comes next. Pure: no network, no clock.
///
/// Two parts are requested ahead of the reader, and nothing more while it does not read. A live
/// playlist is reloaded only if a part is needed that it does not contain.
struct HLSReader: Sendable {
  /// A resource to request.
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
    /// The maximum number of bytes.
    let limit: Int
    /// How long the reader waits for it.
    let timeout: Duration
  }

  enum Action: Sendable, Equatable {
    /// Send a request after a delay.
    case start(Request, after: Duration)
    case cancel(serial: Int)
    /// Renew the URL; answered by ``renewed(_:)`` or ``renewalFailed(_:)``.
    case renew
  }

  enum Step: Sendable {
    case part(HLSAssembler.Input)
    /// A part that does not play. Its timestamp is the reference for others.
    case reference(HLSAssembler.Input)
    case wait
    case end
    case failed(PlayerError)
  }

  /// How a request failed.
  enum Refusal: Sendable, Equatable {
    case status(PlayerError, Int)
    /// The connection failed; a retry may help.
    case lost(PlayerError)
    /// The server was silent or slow for too long.
    case stalled
    case final(PlayerError)
  }

  /// The remedy tried against refusals since the last part was read.
  enum RecoveryAction: Sendable {
    case none
    case reloaded
    case renewed
  }

  let limits: Limits
  /// The first URL of the stream, or of its list of variants.
  var home: URL
  /// The URL of the playlist with its parts.
  var address: URL
  var media: HLSMediaPlaylist?
  var times = HLSTimes()
  /// The number of the next part.
  var next: Int64 = 0
  var reference: Int64?
  /// The requested start in seconds; `nil` for the playlist's.
  let position: Double?
  /// The actual start, once known.
  var begin = 0.0
  /// Whether the playlist states a start at or after its end.
  var beginsAtEnd = false
  var canRenew: Bool
  var isRenewing = false
  var recoveryAction = RecoveryAction.none
  /// The variables of the master playlist; `nil` if there was no master playlist.
  var variables: [String: String]?
  /// The playlists of the variants to try, the best first.
  var variants: [URL] = []
  /// The number of abandoned variants.
  var variantsGivenUp = 0
  /// The start that the master playlist states.
  var masterStart: Duration?
  var flights: [Int: Request] = [:]
  /// The resources that arrived and were not read yet.
  var bytes: [Resource: [UInt8]] = [:]
  var tries: [Resource: Int] = [:]
  /// The number of consecutive refusals, and of consecutive unreadable parts.
  var inVain = 0
  var unreadable = 0
  /// The parts that are not available.
  var missing: Set<Int64> = []
  /// The error of the last missing part.
  var missingError: PlayerError?
  /// The missing on-demand parts that the reader skipped, and how many of the last ones were
  /// consecutive.
  var passedOver: Set<Int64> = []
  var passedOverInRow = 0
  /// Whether this stream, or an earlier one of the same load, has read a part.
  var hasReadPart = false
  /// The number of the last part read; `nil` if none was.
  var lastPassed: Int64?
  /// When the playlist arrived, on the driver's clock, and whether it had nothing new.
  var loadedAt = Duration.zero
  var isUnchanged = false
  /// Whether to reload the playlist because one of its resources is gone.
  var isStale = false
  /// How often the playlist arrived since the last read.
  var reloads = 0
  var isStarted = false
  /// Whether it has no end, according to the last playlist.
  var isLive = false
  var beganLive = false
  /// How often it may still start with an earlier part.
  var waysBack = 8
  /// How much of the stream was skipped since the last part.
  var lost = Duration.zero
  /// Since when the reader waits.
  var waitingSince: Duration?
  private(set) var failure: PlayerError?
  var serial = 0

  /// - Parameter position: the start in seconds; ignored for a live stream.
  init(
    address: URL,
    position: Double? = nil,
    canRenew: Bool = false,
    limits: Limits = Limits()
  ) {
    home = address
    self.address = address
    self.position = position
    self.canRenew = canRenew
    self.limits = limits
  }

  /// Starts with what an earlier stream knew.
  init(_ presentation: HLSPresentation, position: Double?, canRenew: Bool, limits: Limits) {
    self.init(
      address: presentation.address,
      position: position,
      canRenew: canRenew,
      limits: limits
    )
    home = presentation.home
    media = presentation.media
    missing = presentation.missing
    hasReadPart = true
    variables = presentation.variables
    variantsGivenUp = presentation.variantsGivenUp
    times = presentation.times
    bytes = presentation.bytes
    start(presentation.media)
  }

  /// The knowledge for a later stream; `nil` for a stream that changes.
  var presentation: HLSPresentation? {
    guard let media, media.isEnded, !beganLive, failure == nil else { return nil }
    return HLSPresentation(
      home: home,
      address: address,
      variables: variables,
      variantsGivenUp: variantsGivenUp,
      media: media,
      missing: missing,
      times: times,
      bytes: bytes.filter { if case .part = $0.key { false } else { true } }
    )
  }

  // MARK: The reader

  mutating func read(now: Duration) -> (Step, [Action]) {
    reloads = 0
    if let failure { return (.failed(failure), []) }
    if let step = nextStep() {
      waitingSince = nil
      if case .failed(let error) = step { return (step, fail(error)) }
      return (step, advance(now: now))
    }
    let since = waitingSince ?? now
    waitingSince = since
    if let deadline, now >= deadline {
      let actions = fail(HLSErrors.brokeOff)
      return (.failed(HLSErrors.brokeOff), actions)
    }
    return (.wait, advance(now: now))
  }

  /// When a waiting reader gives up on a live stream: a server outage is bridged, but not forever.
  var deadline: Duration? {
    guard isLive, isStarted, let waitingSince else { return nil }
    return waitingSince + limits.reconnection + target * 3 + limits.timeout
  }

  /// The target duration, limited to a plausible value.
  var target: Duration {
    min(media?.targetDuration ?? limits.longestTarget, limits.longestTarget)
  }

  /// Returns the next step; `nil` if something must arrive first.
  private mutating func nextStep() -> Step? {
    guard let media, isStarted, !isRenewing else { return nil }
    if let number = reference, media.part(number)?.isProtected != false || missing.contains(number)
    {
      reference = nil
    }
    if let number = reference {
      guard let input = input(number) else { return nil }
      reference = nil
      bytes[.part(number)] = nil
      return .reference(input)
    }
    keepUp(with: media)
    if let error = skipMissing(of: media) { return .failed(error) }
    guard let part = media.part(next) else { return media.isEnded ? .end : nil }
    if part.isProtected { return .failed(HLSErrors.protected) }
    guard let input = input(next) else { return nil }
    bytes[.part(next)] = nil
    next += 1
    passedOverInRow = 0
    return .part(input)
  }

  /// Advances to the next available part.
  ///
  /// - Returns: an error if too many parts, or the last one, are missing on demand.
  private mutating func skipMissing(of media: HLSMediaPlaylist) -> PlayerError? {
    while let part = media.part(next), part.isGap || missing.contains(next) {
      if beganLive { lose(part.duration) }
      if !part.isGap, !beganLive {
        passedOver.insert(next)
        passedOverInRow += 1
      }
      next += 1
    }
    // A stream without its end was cut off.
    let isCut = passedOverInRow > 0 && media.isEnded && media.part(next) == nil
    guard isCut || passedOverInRow > limits.maxMissingInRow || passedOver.count > limits.maxMissing
    else { return nil }
    return missingError ?? HLSErrors.missing
  }

  /// Jumps to the current parts if the stream has moved past the reader.
  private mutating func keepUp(with media: HLSMediaPlaylist) {
    guard next < media.firstNumber else { return }
    let place = media.isEnded ? media.firstNumber : liveStart(media)
    if beganLive {
      let length = media.duration.seconds / Double(max(media.parts.count, 1))
      lose(.seconds(min(Double(place - next) * length, Self.maximumLost.seconds)))
    }
    next = place
  }

  private static let maximumLost = Duration.seconds(24 * 3_600)

  mutating func lose(_ length: Duration) {
    lost = min(lost + length, Self.maximumLost)
  }

  /// Returns how much was skipped since the last call.
  mutating func takeLost() -> Duration {
    defer { lost = .zero }
    return lost
  }

  /// Starts with an earlier part, because the one read begins too late.
  ///
  /// - Returns: `false` if there is none.
  mutating func goBack(from number: Int64) -> Bool {
    guard waysBack > 0, let media else { return false }
    waysBack -= 1
    var earlier = min(times.part(for: begin), number - 1)
    while let part = media.part(earlier), part.isGap { earlier -= 1 }
    // Playback starts after the missing part.
    if missing.contains(earlier) { return false }
    guard media.part(earlier)?.isProtected == false else { return false }
    next = earlier
    return true
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

  mutating func fail(_ error: PlayerError) -> [Action] {
    guard failure == nil else { return [] }
    failure = error
    bytes = [:]
    return cancelAll()
  }
}
