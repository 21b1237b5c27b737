import Foundation
import PlayerKit

/// Decides what to request of a resource, and what a reader of it gets. Pure: no network, no clock.
///
/// A server that serves parts is asked for windows, one ahead of the reader, that grow where the reader
/// has to wait for their answers; so little is fetched in vain and memory stays bounded. Of any other
/// server the whole body is taken: kept, and so seekable, where it is known to be small. Where the
/// first part turns out to be one of a live stream, or of something of which neither length nor
/// version is said, nothing tells that the next would go on where it ends: the whole is asked for.
package struct HTTPReader: Sendable {
  struct Request: Sendable, Equatable {
    let serial: Int
    let offset: Int64
    /// How many bytes; `nil`: all that there are, without a word about parts.
    let length: Int64?
    /// The version of the resource that the bytes must belong to.
    let validator: String?
  }

  enum Action: Sendable, Equatable {
    case start(Request)
    case cancel(serial: Int)
    /// Find the address anew; the answer is ``renewed()`` or ``renewalFailed(_:)``.
    case renew
    /// What is kept of the resource is not to begin anything any more: the server refuses it, or has
    /// another version. A reader can't take back what it gave; who opens it anew gets that version.
    case forget
  }

  enum Step: Sendable, Equatable {
    case bytes(Int)
    case wait
    case end
    case failed(PlayerError)
  }

  private struct Flight: Sendable {
    let request: Request
    /// Where its bytes end; `nil` until the head is there, or where that is not known.
    var end: Int64?
    var hasHead = false
  }

  /// How the server serves.
  enum Service: Sendable, Equatable {
    case unknown
    case parts
    case whole(isKept: Bool)
  }

  private let limits: Limits
  private var window = ByteWindow(at: 0)
  /// Where the bytes began that came in a row.
  private var runStart: Int64 = 0
  /// What is kept of all that came, for ways back; `nil` until the server is known to serve parts.
  private(set) var kept: KeptBytes?
  private var position: Int64 = 0
  private var flight: Flight?
  private var lastLength: Int64 = 0
  /// How near to the end of what is here the reader comes before more is asked for.
  private var lead: Int64
  /// Whether the reader had nothing left to read before the answer to the last request came.
  private var isLate = false
  private var resumesLeft: Int
  /// Whether the address may be found anew, once.
  private var canRenew: Bool
  private var isRenewing = false
  private var serial = 0
  private var validator: String?
  private var hasWholeBody = false
  private(set) var service = Service.unknown
  private(set) var total: Int64?
  private(set) var failure: PlayerError?
  /// What the stream says about itself; `nil`: it is no live stream.
  private var titles: ICYTitles?

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
    resumesLeft = limits.resumes
    if let whole {
      service = .whole(isKept: true)
      window = whole
      total = whole.end
      hasWholeBody = true
      return
    }
    guard var kept else { return }
    kept.limits = limits.kept
    self.kept = kept
    service = .parts
    total = kept.total
    validator = kept.validator
    window = kept.window(from: 0) ?? window
    // It is read on as soon as somebody reads more than a look at the first bytes.
    lead = max(0, window.count - limits.look)
  }

  /// All of the resource, where it was not asked for in parts and is all there.
  var wholeBody: ByteWindow? {
    service == .whole(isKept: true) && hasWholeBody && failure == nil ? window : nil
  }

  /// Whether ``total`` and ``isSeekable`` are final.
  var isHeadKnown: Bool { service != .unknown || failure != nil }

  var isSeekable: Bool {
    switch service {
    case .unknown: false
    case .parts: true
    case .whole(let isKept): isKept
    }
  }

  // MARK: The reader

  mutating func begin() -> [Action] {
    !isHeadKnown && flight == nil && !isRenewing ? fetch() : []
  }

  mutating func read(into buffer: UnsafeMutableRawBufferPointer) -> (Step, [Action]) {
    let room = min(titles?.room(at: position) ?? .max, buffer.count)
    let count = window.copy(
      from: position,
      into: UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(room))
    )
    if count > 0 {
      position += Int64(count)
      discard()
      return (.bytes(count), advance())
    }
    if let failure { return (.failed(failure), []) }
    if hasWholeBody || total.map({ position >= $0 }) == true { return (.end, []) }
    if flight?.hasHead == false && window.end > runStart { isLate = true }
    return (.wait, advance())
  }

  /// - Returns: `nil` where the resource is not seekable.
  mutating func seek(to offset: Int64) -> [Action]? {
    guard offset != position else { return [] }
    guard isSeekable, offset <= HTTPHead.greatestLength else { return nil }
    position = max(offset, 0)
    if service == .whole(isKept: true) || isNear(position) { return advance() }
    let cancel = cancelFlight()
    window = kept?.window(from: position) ?? ByteWindow(at: max(position - limits.runUp, 0))
    runStart = window.start
    isLate = false
    lastLength = 0
    return cancel + advance()
  }

  /// The server was silent for too long.
  mutating func stalled() -> [Action] {
    fail(HTTPFailure.stalled)
  }

  // MARK: Live streams

  /// Whether this is a stream without an end, as far as that is known.
  var isLive: Bool { titles != nil }

  /// What the reader has passed of what the stream says about itself; `nil`: nothing new.
  mutating func takeMetadata() -> StreamMetadata? { titles?.takePassed() }

  // MARK: The network

  mutating func received(_ head: HTTPHead, serial: Int) -> [Action] {
    guard let request = flight?.request, request.serial == serial else { return [] }
    flight?.hasHead = true
    switch head.status {
    case 206 where request.length == nil:
      return receivedWhole(head)
    case 206 where service == .unknown && !head.isPartOfMore:
      return cancelFlight() + fetch(isWhole: true)
    case 206 where head.rangeStart == request.offset:
      return receivedPart(head, request)
    case 200 where request.offset == 0:
      return receivedWhole(head)
    case 200, 206:
      return service == .unknown ? fail(HTTPFailure.notSeekable) : fail(HTTPFailure.changed)
    case 416 where total == nil && request.offset == window.end && runStart < window.end:
      // Of what has no known length, this is how its end is told.
      total = window.end
      return cancelFlight()
    case 416:
      return request.offset == 0 ? fail(HTTPFailure.empty) : fail(HTTPFailure.changed)
    case let status where canRenew && HTTPFailure.mayMeanExpired(status: status):
      canRenew = false
      isRenewing = true
      return cancelFlight() + [.renew]
    case 500..<600 where service != .unknown:
      return resume()
    default:
      return fail(
        HTTPFailure.error(status: head.status)
          ?? PlayerError(.unsupportedFormat, "The server sent nothing to play.")
      )
    }
  }

  private mutating func receivedPart(_ head: HTTPHead, _ request: Request) -> [Action] {
    if let total, let other = head.total, other != total { return fail(HTTPFailure.changed) }
    if let validator, let other = head.validator, other != validator {
      return fail(HTTPFailure.changed)
    }
    if head.total == 0 { return fail(HTTPFailure.empty) }
    service = .parts
    total = head.total ?? total
    validator = validator ?? head.validator
    if kept == nil, let total {
      kept = KeptBytes(total: total, validator: validator, limits: limits.kept)
    }
    let asked = request.length ?? .max - request.offset
    let end = request.offset + min(head.contentLength ?? asked, asked)
    flight?.end = total.map { min($0, end) } ?? end
    return []
  }

  private mutating func receivedWhole(_ head: HTTPHead) -> [Action] {
    if head.contentLength == 0 { return fail(HTTPFailure.empty) }
    if window.count > 0 { return fail(HTTPFailure.changed) }
    if head.isLive { titles = ICYTitles(head) }
    let length = head.isLive ? nil : head.contentLength
    service = .whole(isKept: length.map { $0 <= limits.keptWhole } ?? false)
    total = length
    flight?.end = total
    return []
  }

  mutating func received(_ data: Data, serial: Int) -> [Action] {
    guard let flight, flight.request.serial == serial, flight.hasHead else { return [] }
    // More than was announced is not ours.
    let room = flight.end.map { $0 - window.end } ?? .max
    let data = Int64(data.count) > room ? data.prefix(Int(max(room, 0))) : data
    let audio = titles?.consume(data, at: window.end) ?? data
    // What a live stream has sent is never to be had again.
    if titles == nil { kept?.add(audio, at: window.end, since: runStart) }
    window.append(audio)
    guard service == .whole(isKept: false), window.end - position > limits.largestLead else {
      return []
    }
    return fail(HTTPFailure.tooLarge)
  }

  /// A request came to its end; `error` where that was not the server's wish.
  mutating func finished(_ error: PlayerError?, serial: Int) -> [Action] {
    guard let flight, flight.request.serial == serial else { return [] }
    guard flight.hasHead else {
      self.flight = nil
      // Before the first bytes the reason is told as it is; later on it is worth another try.
      return service == .unknown ? fail(error ?? HTTPFailure.cut) : resume()
    }
    if error != nil && (error?.code == .blockedURL || error?.code == .untrusted) {
      return fail(error ?? HTTPFailure.cut)
    }
    if isLive { return fail(window.end == 0 ? HTTPFailure.empty : HTTPFailure.brokeOff) }
    let isComplete = flight.end.map { window.end >= $0 } ?? (error == nil)
    let isEmpty = service == .parts && window.end == flight.request.offset
    guard isComplete && !isEmpty else { return resume() }
    self.flight = nil
    resumesLeft = limits.resumes
    if case .whole = service {
      if window.end == 0 { return fail(HTTPFailure.empty) }
      hasWholeBody = true
      total = window.end
      return []
    }
    return advance()
  }

  /// The address was found anew.
  mutating func renewed() -> [Action] {
    guard isRenewing else { return [] }
    isRenewing = false
    return failure == nil ? fetch() : []
  }

  /// There is no new address.
  mutating func renewalFailed(_ error: PlayerError) -> [Action] {
    guard isRenewing else { return [] }
    isRenewing = false
    return fail(error)
  }

  // MARK: Steps

  /// Fetches on where the reader comes near the end of what is there.
  private mutating func advance() -> [Action] {
    guard flight == nil, !isRenewing, failure == nil, service == .parts else { return [] }
    if let total, window.end >= total { return [] }
    guard window.end - position <= lead else { return [] }
    return fetch()
  }

  private mutating func fetch(isWhole: Bool = false) -> [Action] {
    serial += 1
    let longer = min(lastLength * 2, limits.largestWindow)
    let room = limits.growsUntil - window.end
    lastLength = min(
      max(isLate ? longer : lastLength / 2, limits.firstWindow),
      room > 0 ? room : limits.firstWindow
    )
    isLate = false
    lead = limits.firstWindow / 2
    let request = Request(
      serial: serial,
      offset: window.end,
      length: isWhole ? nil : lastLength,
      validator: validator
    )
    flight = Flight(request: request)
    return [.start(request)]
  }

  private mutating func resume() -> [Action] {
    let cancel = cancelFlight()
    guard service == .parts, resumesLeft > 0 else { return cancel + fail(HTTPFailure.cut) }
    resumesLeft -= 1
    lastLength = 0
    return cancel + fetch()
  }

  private mutating func fail(_ error: PlayerError) -> [Action] {
    guard failure == nil else { return cancelFlight() }
    failure = error
    kept = nil
    return [.forget] + cancelFlight()
  }

  private mutating func cancelFlight() -> [Action] {
    guard let serial = flight?.request.serial else { return [] }
    flight = nil
    return [.cancel(serial: serial)]
  }

  private mutating func discard() {
    switch service {
    case .unknown, .whole(isKept: true): break
    case .parts, .whole(isKept: false): window.discard(before: position - limits.keptBehind)
    }
  }

  /// Whether the bytes at an offset are there, or under way and about to come.
  private func isNear(_ offset: Int64) -> Bool {
    if window.contains(offset) { return true }
    guard let end = flight?.end else { return false }
    return offset > window.end && offset < min(end, window.end + limits.firstWindow)
  }
}
