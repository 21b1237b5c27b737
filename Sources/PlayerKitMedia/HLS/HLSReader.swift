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
    /// The reader waits for it no longer than this.
    let patience: Duration
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
    /// A part that is not heard. Its time tells the time of others.
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
    /// The server was silent, or slow, for too long.
    case stalled
    case final(PlayerError)
  }

  /// What was done against refusals since a part was read.
  enum Remedy: Sendable {
    case none
    case reloaded
    case renewed
  }

  let limits: Limits
  /// Where the stream was asked for first; of several variants, where they are listed.
  var home: URL
  /// Where its parts are listed.
  var address: URL
  var media: HLSMediaPlaylist?
  var times = HLSTimes()
  /// The part that comes next.
  var next: Int64 = 0
  var reference: Int64?
  /// Where to begin, in seconds; `nil`: where the playlist says.
  let position: Double?
  /// Where it begins, once that is known.
  var begin = 0.0
  /// Whether the playlist says that it begins at its end, or after it.
  var beginsAtEnd = false
  var canRenew: Bool
  var isRenewing = false
  var remedy = Remedy.none
  /// What the master playlist defined; `nil` where the address is not one that such a list named.
  var variables: [String: String]?
  /// The playlists of the variants to try, the best first.
  var variants: [URL] = []
  /// How many of them were given up.
  var variantsGivenUp = 0
  /// Where the master playlist says that it begins.
  var masterStart: Duration?
  var flights: [Int: Request] = [:]
  /// What came, and is not read yet.
  var bytes: [Resource: [UInt8]] = [:]
  var tries: [Resource: Int] = [:]
  /// How many requests in a row were refused, and how many parts in a row could not be read.
  var inVain = 0
  var unreadable = 0
  /// Parts that are not to be had.
  var missing: Set<Int64> = []
  /// Why the last of them is missing.
  var missingError: PlayerError?
  /// The missing parts that the reader passed over on demand, and how many of them came last.
  var passedOver: Set<Int64> = []
  var passedOverInRow = 0
  /// Whether this stream, or an earlier one of the same, has read a part.
  var hasReadPart = false
  /// The number of the last part that was read; `nil` if none was.
  var lastPassed: Int64?
  /// When the playlist came, on the driver's clock, and whether it had anything new.
  var loadedAt = Duration.zero
  var isUnchanged = false
  /// Whether the playlist is to be read anew, as something that it names is gone.
  var isStale = false
  /// How often the playlist came since somebody read.
  var reloads = 0
  var isStarted = false
  /// Whether it has no end, as far as the last playlist tells.
  var isLive = false
  var beganLive = false
  /// How often it may still begin with an earlier part.
  var waysBack = 8
  /// How much of the stream was passed over since a part was given out.
  var lost = Duration.zero
  /// Since when the reader waits.
  var waitingSince: Duration?
  private(set) var failure: PlayerError?
  var serial = 0

  /// - Parameter position: where to begin, in seconds; of a live stream it means nothing.
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

  /// Begins with what an earlier stream of the same knew.
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

  /// What a later stream of the same can begin with; `nil` of what changes.
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

  /// Until when something of a live stream has to come, where somebody waits for it: a break of its
  /// server is bridged, but not for ever.
  var deadline: Duration? {
    guard isLive, isStarted, let waitingSince else { return nil }
    return waitingSince + limits.reconnection + target * 3 + limits.timeout
  }

  /// The target duration, as far as it can be believed.
  var target: Duration {
    min(media?.targetDuration ?? limits.longestTarget, limits.longestTarget)
  }

  /// `nil`: something has to come first.
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

  /// Goes on to the next part that is not missing.
  ///
  /// - Returns: an error if too many parts are missing on demand, or the last one.
  private mutating func skipMissing(of media: HLSMediaPlaylist) -> PlayerError? {
    while let part = media.part(next), part.isGap || missing.contains(next) {
      if beganLive { lose(part.duration) }
      if !part.isGap, !beganLive {
        passedOver.insert(next)
        passedOverInRow += 1
      }
      next += 1
    }
    // A stream that lacks its end was cut off.
    let isCut = passedOverInRow > 0 && media.isEnded && media.part(next) == nil
    guard isCut || passedOverInRow > limits.maxMissingInRow || passedOver.count > limits.maxMissing
    else { return nil }
    return missingError ?? HLSErrors.missing
  }

  /// Goes on where the stream is by now, if it has left the reader behind.
  private mutating func keepUp(with media: HLSMediaPlaylist) {
    guard next < media.firstNumber else { return }
    let place = media.isEnded ? media.firstNumber : liveStart(media)
    if beganLive {
      let length = media.duration.seconds / Double(max(media.parts.count, 1))
      lose(.seconds(min(Double(place - next) * length, Self.mostLost.seconds)))
    }
    next = place
  }

  private static let mostLost = Duration.seconds(24 * 3_600)

  mutating func lose(_ length: Duration) {
    lost = min(lost + length, Self.mostLost)
  }

  /// How much was passed over since the last call.
  mutating func takeLost() -> Duration {
    defer { lost = .zero }
    return lost
  }

  /// Begins with an earlier part: the one that was read begins too late.
  ///
  /// - Returns: `false` where there is none.
  mutating func goBack(from number: Int64) -> Bool {
    guard waysBack > 0, let media else { return false }
    waysBack -= 1
    var earlier = min(times.part(for: begin), number - 1)
    while let part = media.part(earlier), part.isGap { earlier -= 1 }
    // It begins after the missing part.
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
