import PlayerKit
import PlayerKitSystem

/// Handles server responses.
extension HTTPReader {
  /// Handles a redirect.
  mutating func redirected(serial: Int) {
    hops += 1
    if flight?.request.serial == serial { flight?.isLed = true }
  }

  mutating func received(_ head: MediaResponseHead, serial: Int) -> [Action] {
    guard let request = flight?.request, request.serial == serial else { return [] }
    flight?.hasHead = true
    if isLive { return receivedAgain(head) }
    if flight?.beginning != nil, [200, 206].contains(head.status) {
      return receivedBeginning(head, request)
    }
    switch head.status {
    case 206 where request.extent == .all:
      let isWhole = !head.isCompressed && (head.rangeStart ?? 0) == 0
      return isWhole ? receivedWhole(head) : fail(HTTPFailure.malformed)
    case 206
    where service == .unknown && !(head.isPartOfMore && head.rangeStart == request.offset):
      // The response states neither its resource's version nor its range.
      return cancelFlight() + start(.all, at: 0)
    case 206 where head.rangeStart == request.offset && !head.isCompressed:
      return receivedPart(head, request)
    case 200
    where head.isNoMedia && (request.validator != nil || service == .parts) && keeping != .refused:
      // A network that requires a sign-in answers every request like this.
      return fail(HTTPFailure.pageInstead)
    case 200 where request.offset == 0:
      return receivedWhole(head)
    case 200 where service == .parts && request.validator != nil && !head.isCompressed:
      // This is another version, or the same one under another server's validator.
      return compare(head)
    case 200, 206:
      return service == .unknown ? fail(HTTPFailure.notSeekable) : fail(HTTPFailure.changed)
    case 416 where head.total == 0:
      return fail(HTTPFailure.empty)
    case let status where [400, 416].contains(status) && service == .unknown:
      return askOtherwise(head, request)
    case 416 where total == nil && request.offset == window.end && runStart < window.end:
      // For a resource of unknown length, this marks its end.
      total = window.end
      return cancelFlight()
    case 416:
      return fail(HTTPFailure.changed)
    case let status where isAway == true && HTTPFailure.mayMeanExpired(status: status):
      // That address was valid for one request, or only for a short time.
      isAway = nil
      lastLength = 0
      return cancelFlight() + [.goBack] + fetch()
    case let status where canRenew && HTTPFailure.mayMeanExpired(status: status):
      canRenew = false
      isRenewing = true
      return cancelFlight() + [.renew]
    case 500..<600 where service != .unknown:
      return resume()
    default:
      return refused(head)
    }
  }

  private mutating func refused(_ head: MediaResponseHead) -> [Action] {
    fail(
      HTTPFailure.error(status: head.status)
        ?? PlayerError(.unsupportedFormat, "The server sent nothing to play.")
    )
  }

  /// Asks for the rest or the whole. Some servers refuse a range beyond the end instead of
  /// shortening it.
  private mutating func askOtherwise(_ head: MediaResponseHead, _ request: Request) -> [Action] {
    switch request.extent {
    case .part: cancelFlight() + start(.rest, at: 0)
    case .rest: cancelFlight() + start(.all, at: 0)
    case .all: refused(head)
    }
  }

  private mutating func receivedPart(_ head: MediaResponseHead, _ request: Request) -> [Action] {
    if let total, let other = head.total, other != total { return fail(HTTPFailure.changed) }
    let isCompared = request.offset < window.end && service == .parts
    if isCompared {
      guard head.lastModified == lastModified else {
        return fail(HTTPFailure.changed)
      }
    } else if isOfUnknownVersion(head, request) {
      guard mayTrust(head) else { return compare(head) }
      learn(head.validator)
    }
    if head.total == 0 { return fail(HTTPFailure.empty) }
    service = .parts
    total = head.total ?? total
    learnKeeping(head, total)
    if isCompared {
      flight?.otherValidator = head.validator
    } else {
      validator = validator ?? head.validator
    }
    lastModified = lastModified ?? head.lastModified
    if kept == nil, let total {
      kept = RetainedBytes(
        total: total,
        validator: validator,
        lastModified: lastModified,
        limits: limits.kept
      )
    }
    let end = end(of: head, request)
    flight?.end = end
    return stay()
  }

  private mutating func stay() -> [Action] {
    guard limits.staysWhereLed, flight?.isLed == true, isAway != nil else { return [] }
    isAway = true
    return [.stay]
  }

  /// Returns the end of a partial response. Some servers send everything that follows; it is read
  /// up to the needed point. With requests for parts, it would be sent again each time.
  private func end(of head: MediaResponseHead, _ request: Request) -> Int64? {
    let announced = [head.rangeLength, head.contentLength].compactMap(\.self).min()
    let lengths = [announced ?? request.length, total.map { $0 - request.offset }]
    return lengths.compactMap(\.self).min().map { request.offset + $0 }
  }

  private mutating func receivedWhole(_ head: MediaResponseHead) -> [Action] {
    if head.contentLength == 0 { return fail(HTTPFailure.empty) }
    if window.count > 0 { return fail(HTTPFailure.changed) }
    if service == .parts {
      let isSame =
        head.contentLength == total && (isKnown(head.validator) || otherNames.areMeaningless)
      guard isSame else { return fail(HTTPFailure.changed) }
      kept = nil
    }
    learnKeeping(head, head.isLive ? nil : head.contentLength)
    if head.isLive { return receivedLive(head) }
    service = .whole
    total = head.contentLength
    flight?.end = total
    canContinue = head.acceptsRanges && total != nil && head.validator != nil
    validator = head.validator
    lastModified = head.lastModified
    if !limits.isSmall(total), let file = limits.makeFile(total ?? limits.largestLeadInFile) {
      window = ByteWindow(in: file)
    }
    isKept = total != nil && (limits.isSmall(total) || window.isInFile)
    return []
  }

  mutating func received(_ data: Data, serial: Int) -> [Action] {
    guard let flight, flight.request.serial == serial, flight.hasHead else { return [] }
    if let beginning = flight.beginning { return compare(data, with: beginning) }
    self.flight?.owed += data.count
    // Bytes beyond the announced length are not part of the resource.
    let room = flight.end.map { $0 - flight.position } ?? .max
    let isTooMuch = Int64(data.count) > room
    var data = isTooMuch ? data.prefix(Int(max(room, 0))) : data
    let count = data.count
    self.flight?.position += Int64(count)
    if flight.position < window.end {
      let known = data.prefix(Int(clamping: window.end - flight.position))
      guard holds(known, at: flight.position, in: window) else { return fail(HTTPFailure.changed) }
      data = data.dropFirst(known.count)
    }
    if let other = flight.otherValidator, flight.position + Int64(count) >= flight.windowEnd {
      learn(other)
      learnThatNamesAreMeaningless()
      self.flight?.otherValidator = nil
    }
    if !data.isEmpty { (resumes, otherNames.comparisons) = (0, 0) }
    let audio = live?.consume(data, at: window.end, now: now) ?? data
    // Bytes of a live stream can't be requested again.
    if live == nil { kept?.add(audio, at: window.end, since: runStart) }
    window.append(audio)
    if beginsAsPage(before: audio.count) { return fail(HTTPFailure.page) }
    guard isTooMuch, service == .parts, let flight = self.flight else { return takeOwed() }
    // The rest of the response is not needed.
    return cancelFlight() + finishedPart(nil, flight)
  }

  /// Returns whether a station sends a page, judged while its first bytes arrive.
  func beginsAsPage(before count: Int) -> Bool {
    guard service == .live, window.start == 0, window.end - Int64(count) < PageSignature.enough
    else { return false }
    var head = [UInt8](repeating: 0, count: PageSignature.enough)
    var length = 0
    while length < head.count {
      let copied = head.withUnsafeMutableBytes { buffer in
        window.copy(from: Int64(length), into: .init(rebasing: buffer[length...]))
      }
      guard copied > 0 else { break }
      length += copied
    }
    return PageSignature.isKnown(Array(head.prefix(length)))
  }

  /// Determines whether the resource may be cached. Without a length and a version, it can't be
  /// identified later. A part that was requested of a version need not state it again.
  private mutating func learnKeeping(_ head: MediaResponseHead, _ total: Int64?) {
    guard head.mayBeKept, !head.isCompressed else { return keeping = .refused }
    guard keeping == .unknown else { return }
    guard let total, let validator = head.validator ?? validator else { return keeping = .refused }
    let version = MediaVersion(
      total: total,
      validator: validator,
      lastModified: head.lastModified ?? lastModified,
      servesParts: head.status == 206,
      lifetime: head.freshness.lifetime
    )
    keeping = .allowed(version)
  }

  func holds(_ data: Data, at offset: Int64, in window: ByteWindow) -> Bool {
    var own = [UInt8](repeating: 0, count: data.count)
    var count = 0
    while count < own.count {
      let copied = own.withUnsafeMutableBytes { buffer in
        window.copy(from: offset + Int64(count), into: .init(rebasing: buffer[count...]))
      }
      guard copied > 0 else { return false }
      count += copied
    }
    return data.elementsEqual(own)
  }

  /// Handles the end of a request; `error` is set if the server did not end it regularly.
  mutating func finished(_ error: PlayerError?, serial: Int) -> [Action] {
    guard let flight, flight.request.serial == serial else { return [] }
    let isFinal = error.map { [.blockedURL, .untrusted].contains($0.code) } ?? false
    guard flight.hasHead, !isFinal else {
      self.flight = nil
      if isLive && !isFinal { return brokeOff(error) }
      // Before the first bytes, the original error is reported; later, a retry may help.
      return service == .unknown || isFinal
        ? fail(error ?? HTTPFailure.cut) : resume(after: flight.hasHead ? nil : error)
    }
    switch service {
    case .live:
      return finishedLive(error, flight)
    case .whole:
      return finishedWhole(error, flight)
    case .unknown, .parts:
      self.flight = nil
      return finishedPart(error, flight)
    }
  }

  private mutating func finishedPart(_ error: PlayerError?, _ flight: Flight) -> [Action] {
    let isComplete = flight.end.map { flight.position >= $0 } ?? (error == nil)
    if flight.beginning != nil { return isComplete ? compared(flight) : resume() }
    guard window.end > flight.windowEnd else { return resume() }
    // A server may cut an idle transfer. It is resumed when the reader comes near.
    let isResting = service == .parts && window.end - position >= largestLead
    return isComplete || isResting ? advance() : resume()
  }

  private mutating func finishedWhole(_ error: PlayerError?, _ flight: Flight) -> [Action] {
    guard flight.end.map({ window.end >= $0 }) ?? (error == nil) else {
      // Received bytes stay; the rest is requested in parts.
      if canContinue { service = .parts }
      return resume()
    }
    self.flight = nil
    if window.end == 0 { return fail(HTTPFailure.empty) }
    hasWholeBody = true
    total = window.end
    return []
  }

  /// Handles a renewed address.
  mutating func renewed() -> [Action] {
    guard isRenewing else { return [] }
    isRenewing = false
    if failure != nil { return [] }
    if isLive { return start(.all, at: 0, isOfVersion: false) }
    return service == .unknown ? fetch() : advance()
  }

  /// Called when there is no new address.
  mutating func renewalFailed(_ error: PlayerError) -> [Action] {
    guard isRenewing else { return [] }
    isRenewing = false
    return isLive ? brokeOff(error) : fail(error)
  }
}
