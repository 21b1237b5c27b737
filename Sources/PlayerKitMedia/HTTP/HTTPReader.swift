import PlayerKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Decides what to request of a resource, and what a reader of it gets. Pure, but for the file that a
/// body without parts is kept in: no network, no clock.
///
/// A server that serves parts is asked for windows, one ahead of the reader, that grow where the reader
/// has to wait for their answers; so little is fetched in vain and memory stays bounded. Of any other
/// server the whole body is taken, into a file as soon as it is not small, and so it can be sought in
/// as far as it has come. A live stream is held back where the reader does not read. The first part may
/// belong to a live stream, or to something without a length and a version. Nothing tells then that the
/// next part would go on where it ends, so the whole is asked for.
package struct HTTPReader: Sendable {
  struct Request: Sendable, Equatable {
    /// How much of the resource is asked for.
    enum Extent: Sendable, Equatable {
      case part(Int64)
      /// All that follows, as a part.
      case rest
      /// All that there is, without a word about parts.
      case all
    }

    let serial: Int
    let offset: Int64
    let extent: Extent
    /// The version of the resource that the bytes must belong to.
    let validator: String?
    /// How often servers may lead it on.
    var mostRedirects = mostHops

    static let mostHops = 10

    /// The length of the part; `nil` where none is asked for.
    var length: Int64? { if case .part(let length) = extent { length } else { nil } }
  }

  enum Action: Sendable, Equatable {
    /// Send a request, after a time.
    case start(Request, after: Duration)
    case cancel(serial: Int)
    /// So many bytes of what came do not wait for the reader any more.
    case take(serial: Int, count: Int)
    /// Find the address anew; the answer is ``renewed()`` or ``renewalFailed(_:)``.
    case renew
    /// What is kept of the resource is not to begin anything any more: the server refuses it, or has
    /// another version. A reader can't take back what it gave; who opens it anew gets that version.
    case forget
    /// Send what follows to where this answer came from.
    case stay
    /// Send what follows to where the first request went.
    case goBack
  }

  enum Step: Sendable, Equatable {
    case bytes(Int)
    case wait
    case end
    case failed(PlayerError)
  }

  struct Flight: Sendable {
    let request: Request
    /// Where its bytes end; `nil` until the head is there, or where that is not known.
    var end: Int64?
    var hasHead = false
    /// Whether a server led it on.
    var isLed = false
    /// Where what came has come to. Behind ``HTTPReader/window`` where an overlap is compared.
    var position: Int64
    /// Where the window ended when it was sent.
    let windowEnd: Int64
    /// The name of another version, until its bytes were compared with those that are here.
    var otherValidator: String?
    /// What its bytes are compared with, where they are those of the beginning, asked for to see whether
    /// it is the same; `nil`: they are wanted.
    var beginning: ByteWindow?
    /// What came and waits for the reader, by the server's count.
    var owed = 0
  }

  /// Whether what comes may be kept on a disk.
  enum Keeping: Sendable, Equatable {
    case unknown
    case refused
    case allowed(MediaVersion)
  }

  /// How the server serves.
  enum Service: Sendable, Equatable {
    case unknown
    case parts
    case whole
    case live
  }

  let limits: Limits
  var window = ByteWindow(at: 0)
  /// Where the bytes began that came in a row.
  var runStart: Int64 = 0
  /// What is kept of all that came, for ways back; `nil` until the server is known to serve parts.
  var kept: KeptBytes?
  var position: Int64 = 0
  var flight: Flight?
  var lastLength: Int64 = 0
  /// How near to the end of what is here the reader comes before more is asked for.
  private var lead: Int64
  /// Whether the reader had nothing left to read before the answer to the last request came.
  private var isLate = false
  /// How often in a row a request was sent again without a byte that came.
  var resumes = 0
  /// How often the server fell silent with hardly a byte in between, and where that was last.
  private var silences = 0
  private var silentAt: Int64 = 0
  /// Whether the address may be found anew, once.
  var canRenew: Bool
  var isRenewing = false
  private var serial = 0
  /// How often servers led requests on.
  var hops = 0
  /// Whether requests go to where an answer came from; `nil`: not any more.
  var isAway: Bool? = false
  /// How many bytes were asked for in parts.
  private var askedFor: Int64 = 0
  var validator: String?
  /// What other servers call the same version.
  var otherNames = OtherNames()
  var lastModified: String?
  var hasWholeBody = false
  /// Whether a body that comes whole is kept, as far as there is room for it.
  var isKept = false
  /// Whether a body that came whole could be gone on with by parts.
  var canContinue = false
  var service = Service.unknown
  var total: Int64?
  private(set) var failure: PlayerError?
  /// Whether what comes may be kept on a disk.
  var keeping = Keeping.unknown
  /// Up to where something is wanted of it.
  private var wantedEnd = Int64.max
  /// What the reader has from elsewhere of what stands before the place that it seeks.
  private var offered: ByteWindow?
  /// `nil`: it is no live stream.
  var live: LiveStream?
  /// The time since any instant.
  var now = Duration.zero
  /// Since when the reader has had nothing to read; `nil` if it has.
  private var starvedSince: Duration?

  /// - Parameters:
  ///   - kept: what is here already from earlier.
  ///   - whole: all of the resource.
  init(
    limits: Limits = Limits(),
    canRenew: Bool = false,
    kept: KeptBytes? = nil,
    whole: ByteWindow? = nil
  ) {
    self.limits = limits
    self.canRenew = canRenew
    lead = limits.firstWindow / 2
    if let whole {
      service = .whole
      isKept = true
      window = whole
      total = whole.end
      hasWholeBody = true
      return
    }
    if limits.resumesLive, limits.reconnection > .zero {
      service = .live
      live = LiveStream(resumedFor: limits.reconnection)
      return
    }
    guard var kept else { return }
    kept.limits = limits.kept
    self.kept = kept
    service = .parts
    total = kept.total
    validator = kept.validator
    lastModified = kept.lastModified
    window = kept.window(from: 0) ?? window
    // It is read on as soon as somebody reads more than a look at the first bytes.
    lead = max(0, window.count - limits.look)
  }

  /// All of the resource, where it was not asked for in parts and is all there.
  var wholeBody: ByteWindow? {
    service == .whole && hasWholeBody && failure == nil && window.isWhole ? window : nil
  }

  /// Whether ``total`` and ``isSeekable`` are final.
  var isHeadKnown: Bool { service != .unknown || failure != nil }

  var isSeekable: Bool {
    switch service {
    case .unknown, .live: false
    case .parts: true
    case .whole: isKept && window.isWhole
    }
  }

  // MARK: The reader

  mutating func begin() -> [Action] {
    !isHeadKnown && flight == nil && !isRenewing ? fetch() : []
  }

  mutating func read(into buffer: UnsafeMutableRawBufferPointer) -> (Step, [Action]) {
    let room = min(live?.titles.room(at: position) ?? .max, buffer.count)
    let count = window.copy(
      from: position,
      into: UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(room))
    )
    if count > 0 {
      starvedSince = nil
      position += Int64(count)
      discard()
      return (.bytes(count), takeOwed() + advance())
    }
    if let failure { return (.failed(failure), []) }
    if position < window.end, room > 0 {
      // It was here, and there was no room to keep it.
      return (.failed(HTTPFailure.notKept), fail(HTTPFailure.notKept))
    }
    if hasWholeBody || total.map({ position >= $0 }) == true { return (.end, []) }
    starvedSince = starvedSince ?? now
    if let actions = reconnect() { return (failure.map { .failed($0) } ?? .wait, actions) }
    if flight?.hasHead == false && window.end > runStart { isLate = true }
    return (.wait, takeOwed() + advance())
  }

  /// - Returns: `nil` where the resource is not seekable.
  mutating func seek(to offset: Int64) -> [Action]? {
    defer { offered = nil }
    guard offset != position else { return [] }
    guard isSeekable, offset <= HTTPHead.greatestLength else { return nil }
    position = max(offset, 0)
    if service == .whole || isNear(position) { return takeOwed() + advance() }
    let cancel = cancelFlight()
    let known = kept?.window(from: position) ?? offered.flatMap { $0.end == position ? $0 : nil }
    window = known ?? ByteWindow(at: max(position - limits.runUp, 0))
    runStart = window.start
    isLate = false
    lastLength = 0
    otherNames.comparisons = 0
    silences = 0
    return cancel + advance()
  }

  /// The server was silent for too long. A part is asked for again: the connection may be dead, and
  /// nobody says so. A few bytes between two silences change nothing, or it would never end.
  mutating func stalled() -> [Action] {
    if isLive { return cancelFlight() + brokeOff(HTTPFailure.stalled) }
    if window.end - silentAt >= limits.recovered { silences = 0 }
    let isBounded = silences < limits.mostSilences && resumes < limits.pauses.count
    guard service == .parts, flight != nil, isBounded || outlasts(HTTPFailure.stalled) else {
      return fail(HTTPFailure.stalled)
    }
    silences += 1
    silentAt = window.end
    return resume(after: HTTPFailure.stalled)
  }

  /// Says up to where something is wanted, before that is sought or read: nothing behind it is asked
  /// for. The reader must not go there before more is wanted.
  mutating func want(until end: Int64) { wantedEnd = end }

  /// Hands over bytes of the same version, up to a place. Called before that place is sought.
  mutating func offer(_ bytes: [UInt8], before end: Int64) {
    var window = ByteWindow(at: end - Int64(bytes.count))
    window.append(Data(bytes))
    offered = window
  }

  // MARK: Steps

  /// Fetches on where the reader comes near the end of what is there.
  mutating func advance() -> [Action] {
    guard flight == nil, !isRenewing, failure == nil, service == .parts else { return [] }
    if window.end >= min(total ?? .max, wantedEnd) { return [] }
    guard window.end - position <= lead else { return [] }
    return fetch()
  }

  /// Asks for the next part. It ends before the end of the resource: some servers refuse any other.
  mutating func fetch(after pause: Duration = .zero) -> [Action] {
    let longer = min(lastLength * 2, limits.largestWindow)
    let room = limits.growsUntil - window.end
    lastLength = min(
      max(isLate ? longer : lastLength / 2, limits.firstWindow),
      room > 0 ? room : limits.firstWindow
    )
    isLate = false
    lead = limits.firstWindow / 2
    let end = min(total ?? .max, wantedEnd > window.end ? wantedEnd : .max)
    let length = min(lastLength, end - window.end, max(limits.mostBytes - askedFor, 0))
    return start(.part(length), at: window.end, after: pause)
  }

  /// - Parameter isOfVersion: whether bytes of another version of the resource are not wanted.
  mutating func start(
    _ extent: Request.Extent,
    at offset: Int64,
    after pause: Duration = .zero,
    isOfVersion: Bool = true
  ) -> [Action] {
    let left = limits.mostExchanges - serial - hops
    guard serial < limits.mostRequests, left > 0 else { return fail(HTTPFailure.tooManyRequests) }
    guard askedFor < limits.mostBytes else { return fail(HTTPFailure.tooMuch) }
    serial += 1
    if case .part(let length) = extent { askedFor += length }
    let request = Request(
      serial: serial,
      offset: offset,
      extent: extent,
      validator: isOfVersion && !otherNames.areLikely ? validator : nil,
      mostRedirects: min(Request.mostHops, left - 1)
    )
    flight = Flight(request: request, position: offset, windowEnd: window.end)
    return [.start(request, after: pause)]
  }

  /// Asks again for what has not come. The server gets longer to recover each time.
  ///
  /// - Parameter error: Why no answer came; `nil` if one came.
  mutating func resume(after error: PlayerError? = nil) -> [Action] {
    let cancel = cancelFlight()
    let isBounded = resumes < limits.pauses.count
    guard service == .parts, isBounded || outlasts(error) else {
      return cancel + fail(HTTPFailure.cut)
    }
    let pause = isBounded ? limits.pauses[resumes] : limits.outagePause
    resumes += 1
    lastLength = 0
    return cancel + fetch(after: pause)
  }

  /// Whether the network may be gone, and is waited for.
  private func outlasts(_ error: PlayerError?) -> Bool {
    guard let error, [.unreachable, .timedOut].contains(error.code), error.isRetryable,
      limits.outage > .zero
    else { return false }
    return starvedSince.map { now - $0 < limits.outage } ?? true
  }

  mutating func fail(_ error: PlayerError) -> [Action] {
    guard failure == nil else { return cancelFlight() }
    failure = error
    kept = nil
    return [.forget] + cancelFlight()
  }

  mutating func cancelFlight() -> [Action] {
    guard let serial = flight?.request.serial else { return [] }
    flight = nil
    return [.cancel(serial: serial)]
  }

  /// How far the server may be ahead of the reader.
  var largestLead: Int64 {
    switch service {
    case .unknown, .parts: limits.largestWindow
    case .whole where window.isInFile || limits.isSmall(total): limits.largestLeadInFile
    case .whole, .live: limits.largestLead
    }
  }

  /// Lets the server go on, where the reader is near enough to what came.
  mutating func takeOwed() -> [Action] {
    guard let flight, flight.owed > 0, window.end - position < largestLead else { return [] }
    self.flight?.owed = 0
    return [.take(serial: flight.request.serial, count: flight.owed)]
  }

  private mutating func discard() {
    switch service {
    case .unknown: break
    case .whole where limits.isSmall(total): break
    case .whole, .parts, .live: window.discard(before: position - limits.keptBehind)
    }
  }

  /// Whether the bytes at an offset are there, or under way and about to come.
  private func isNear(_ offset: Int64) -> Bool {
    if window.contains(offset) { return true }
    guard let end = flight?.end else { return false }
    return offset > window.end && offset < min(end, window.end + limits.firstWindow)
  }
}
