import PlayerKit
import PlayerKitSystem

/// Decides what to request of a resource, and what its reader gets. Pure, apart from the file for a
/// body without ranges: no network, no clock.
///
/// A server with range support is asked for windows, one ahead of the reader. They grow if the
/// reader has to wait, so little is fetched in vain and memory is bounded. From any other server,
/// the whole body is read, into a file unless it is small, and its received part is seekable. A
/// live stream is held back while the reader does not read. If the first part may belong to a live
/// stream, or to a resource without a length and a version, nothing guarantees that the next part
/// continues it, so the whole is requested.
package struct HTTPReader: Sendable {
  struct Request: Sendable, Equatable {
    /// How much of the resource is requested.
    enum Extent: Sendable, Equatable {
      case part(Int64)
      /// Everything from the offset on, as a range.
      case rest
      /// Everything, without a range.
      case all
    }

    let serial: Int
    let offset: Int64
    let extent: Extent
    /// The required version of the resource.
    let validator: String?
    /// The maximum number of redirects.
    var maximumRedirects = maximumHops

    static let maximumHops = 10

    /// The length of the part; `nil` if no part is requested.
    var length: Int64? { if case .part(let length) = extent { length } else { nil } }
  }

  enum Action: Sendable, Equatable {
    /// Send a request after a delay.
    case start(Request, after: Duration)
    case cancel(serial: Int)
    /// This many received bytes no longer wait for the reader.
    case take(serial: Int, count: Int)
    /// Renew the address; answered by ``renewed()`` or ``renewalFailed(_:)``.
    case renew
    /// Drop the kept bytes of the resource: the server refuses it or has another version. This
    /// reader can't take back its bytes, but a new one gets the new version.
    case forget
    /// Send later requests to where this response came from.
    case stay
    /// Send later requests to the original address.
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
    /// The end of its bytes; `nil` until the head arrives, or if unknown.
    var end: Int64?
    var hasHead = false
    /// Whether it was redirected.
    var isLed = false
    /// The offset of the received bytes. Less than the end of ``HTTPReader/window`` while an
    /// overlap is compared.
    var position: Int64
    /// The end of the window when it was sent.
    let windowEnd: Int64
    /// The validator of another version, until its bytes were compared with the known ones.
    var otherValidator: String?
    /// The known bytes to compare with, if the start was requested for a comparison; `nil` if the
    /// bytes are needed themselves.
    var beginning: ByteWindow?
    /// The number of received bytes that wait for the reader, as the server counts them.
    var owed = 0
  }

  /// Whether the resource may be cached on disk.
  enum Keeping: Sendable, Equatable {
    case unknown
    case refused
    case allowed(MediaVersion)
  }

  /// How the server delivers the resource.
  enum Service: Sendable, Equatable {
    case unknown
    case parts
    case whole
    case live
  }

  let limits: Limits
  var window = ByteWindow(at: 0)
  /// The start of the consecutive bytes received.
  var runStart: Int64 = 0
  /// Kept bytes, for seeks back; `nil` until the server is known to support ranges.
  var kept: RetainedBytes?
  var position: Int64 = 0
  var flight: Flight?
  var lastLength: Int64 = 0
  /// More is requested when this many bytes are left.
  private var lead: Int64
  /// Whether the reader ran out of bytes before the last response.
  private var isLate = false
  /// The number of consecutive retries without a byte.
  var resumes = 0
  /// The number of silences with few bytes in between, and the offset of the last one.
  private var silences = 0
  private var silentAt: Int64 = 0
  /// Whether the address may be renewed, once.
  var canRenew: Bool
  var isRenewing = false
  private var serial = 0
  /// The total number of redirects.
  var hops = 0
  /// Whether requests go to a redirect target; `nil` if no longer allowed.
  var isAway: Bool? = false
  /// The number of bytes requested in parts.
  private var askedFor: Int64 = 0
  var validator: String?
  /// Other servers' validators of the same version.
  var otherNames = OtherNames()
  var lastModified: String?
  var hasWholeBody = false
  /// Whether a whole body is kept, if there is room.
  var isKept = false
  /// Whether a whole body could be continued in parts.
  var canContinue = false
  var service = Service.unknown
  var total: Int64?
  private(set) var failure: PlayerError?
  /// Whether the resource may be cached on disk.
  var keeping = Keeping.unknown
  /// The end of the wanted bytes.
  private var wantedEnd = Int64.max
  /// Bytes before the seek target that the reader has from elsewhere.
  private var offered: ByteWindow?
  /// `nil` if it is not a live stream.
  var live: LiveStream?
  /// The time since an arbitrary instant.
  var now = Duration.zero
  /// Since when the reader has had nothing to read; `nil` if it has.
  private var starvedSince: Duration?

  /// - Parameters:
  ///   - kept: bytes kept from earlier.
  ///   - whole: the whole resource.
  init(
    limits: Limits = Limits(),
    canRenew: Bool = false,
    kept: RetainedBytes? = nil,
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
    // More is requested as soon as the reader goes beyond the first bytes.
    lead = max(0, window.count - limits.look)
  }

  /// The whole resource, if it was not requested in parts and is complete.
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
      // The bytes were received, but there was no room to keep them.
      return (.failed(HTTPFailure.notKept), fail(HTTPFailure.notKept))
    }
    if hasWholeBody || total.map({ position >= $0 }) == true { return (.end, []) }
    starvedSince = starvedSince ?? now
    if let actions = reconnect() { return (failure.map { .failed($0) } ?? .wait, actions) }
    if flight?.hasHead == false && window.end > runStart { isLate = true }
    return (.wait, takeOwed() + advance())
  }

  /// - Returns: `nil` if the resource is not seekable.
  mutating func seek(to offset: Int64) -> [Action]? {
    defer { offered = nil }
    guard offset != position else { return [] }
    guard isSeekable, offset <= MediaResponseHead.greatestLength else { return nil }
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

  /// Called when the server was silent for too long. A part is requested again, because a dead
  /// connection may go unnoticed. A few bytes between two silences do not reset the count, or it
  /// would never end.
  mutating func stalled() -> [Action] {
    if isLive { return cancelFlight() + brokeOff(HTTPFailure.stalled) }
    if window.end - silentAt >= limits.recovered { silences = 0 }
    let isBounded = silences < limits.maximumSilences && resumes < limits.pauses.count
    guard service == .parts, flight != nil, isBounded || outlasts(HTTPFailure.stalled) else {
      return fail(HTTPFailure.stalled)
    }
    silences += 1
    silentAt = window.end
    return resume(after: HTTPFailure.stalled)
  }

  /// Sets the end of the wanted bytes before a seek or read: nothing after it is requested. The
  /// reader must not go beyond it.
  mutating func want(until end: Int64) { wantedEnd = end }

  /// Passes bytes of the same version that end at an offset. Call it before seeking there.
  mutating func offer(_ bytes: [UInt8], before end: Int64) {
    var window = ByteWindow(at: end - Int64(bytes.count))
    window.append(Data(bytes))
    offered = window
  }

  // MARK: Steps

  /// Fetches more when the reader comes near the end of the received bytes.
  mutating func advance() -> [Action] {
    guard flight == nil, !isRenewing, failure == nil, service == .parts else { return [] }
    if window.end >= min(total ?? .max, wantedEnd) { return [] }
    guard window.end - position <= lead else { return [] }
    return fetch()
  }

  /// Requests the next part. It never ends after the resource, as some servers refuse such a range.
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
    let length = min(lastLength, end - window.end, max(limits.maximumBytes - askedFor, 0))
    return start(.part(length), at: window.end, after: pause)
  }

  /// - Parameter isOfVersion: whether bytes of another version are unwanted.
  mutating func start(
    _ extent: Request.Extent,
    at offset: Int64,
    after pause: Duration = .zero,
    isOfVersion: Bool = true
  ) -> [Action] {
    let left = limits.maximumExchanges - serial - hops
    guard serial < limits.maximumRequests, left > 0 else {
      return fail(HTTPFailure.tooManyRequests)
    }
    guard askedFor < limits.maximumBytes else { return fail(HTTPFailure.tooMuch) }
    serial += 1
    if case .part(let length) = extent { askedFor += length }
    let request = Request(
      serial: serial,
      offset: offset,
      extent: extent,
      validator: isOfVersion && !otherNames.areLikely ? validator : nil,
      maximumRedirects: min(Request.maximumHops, left - 1)
    )
    flight = Flight(request: request, position: offset, windowEnd: window.end)
    return [.start(request, after: pause)]
  }

  /// Requests missing bytes again. The delay grows each time.
  ///
  /// - Parameter error: the reason why no response came; `nil` if one came.
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

  /// Returns whether to wait for a network that may be lost.
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

  /// Lets the server continue if the reader is close enough.
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

  /// Returns whether the bytes at an offset are here or about to arrive.
  private func isNear(_ offset: Int64) -> Bool {
    if window.contains(offset) { return true }
    guard let end = flight?.end else { return false }
    return offset > window.end && offset < min(end, window.end + limits.firstWindow)
  }
}
