import PlayerKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What comes from the server.
extension HTTPReader {
  /// A server has led a request on.
  mutating func ledOn(serial: Int) {
    hops += 1
    if flight?.request.serial == serial { flight?.isLed = true }
  }

  mutating func received(_ head: HTTPHead, serial: Int) -> [Action] {
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
      // Nothing tells what it is a part of, or which.
      return cancelFlight() + start(.all, at: 0)
    case 206 where head.rangeStart == request.offset && !head.isCompressed:
      return receivedPart(head, request)
    case 200
    where head.isNoMedia && (request.validator != nil || service == .parts) && keeping != .refused:
      // A network that wants a sign-in answers every request so.
      return fail(HTTPFailure.pageInstead)
    case 200 where request.offset == 0:
      return receivedWhole(head)
    case 200 where service == .parts && request.validator != nil && !head.isCompressed:
      // It is another version, or the same by another server's name of it.
      return compare(head)
    case 200, 206:
      return service == .unknown ? fail(HTTPFailure.notSeekable) : fail(HTTPFailure.changed)
    case 416 where head.total == 0:
      return fail(HTTPFailure.empty)
    case let status where [400, 416].contains(status) && service == .unknown:
      return askOtherwise(head, request)
    case 416 where total == nil && request.offset == window.end && runStart < window.end:
      // Of what has no known length, this is how its end is told.
      total = window.end
      return cancelFlight()
    case 416:
      return fail(HTTPFailure.changed)
    case let status where isAway == true && HTTPFailure.mayMeanExpired(status: status):
      // That place was for one request, or for a short time.
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

  private mutating func refused(_ head: HTTPHead) -> [Action] {
    fail(
      HTTPFailure.error(status: head.status)
        ?? PlayerError(.unsupportedFormat, "The server sent nothing to play.")
    )
  }

  /// Some servers refuse a part that would end behind the end, in place of cutting it.
  private mutating func askOtherwise(_ head: HTTPHead, _ request: Request) -> [Action] {
    switch request.extent {
    case .part: cancelFlight() + start(.rest, at: 0)
    case .rest: cancelFlight() + start(.all, at: 0)
    case .all: refused(head)
    }
  }

  private mutating func receivedPart(_ head: HTTPHead, _ request: Request) -> [Action] {
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
      kept = KeptBytes(
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

  /// Where the bytes of a part end. Some servers send all that follows: it is taken as far as the reader
  /// goes. Asked for in parts, it would come again with each of them.
  private func end(of head: HTTPHead, _ request: Request) -> Int64? {
    let announced = [head.rangeLength, head.contentLength].compactMap(\.self).min()
    let lengths = [announced ?? request.length, total.map { $0 - request.offset }]
    return lengths.compactMap(\.self).min().map { request.offset + $0 }
  }

  private mutating func receivedWhole(_ head: HTTPHead) -> [Action] {
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
    // More than was announced is not ours.
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
    // What a live stream has sent is never to be had again.
    if live == nil { kept?.add(audio, at: window.end, since: runStart) }
    window.append(audio)
    if beginsAsPage(before: audio.count) { return fail(HTTPFailure.page) }
    guard isTooMuch, service == .parts, let flight = self.flight else { return takeOwed() }
    // What else it sends is not waited for.
    return cancelFlight() + finishedPart(nil, flight)
  }

  /// Whether what a station sends is a page, as far as its first bytes have just come.
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

  /// What has no length or no name of its version can't be told from anything else later. A part that
  /// was asked for of a version need not name it again.
  private mutating func learnKeeping(_ head: HTTPHead, _ total: Int64?) {
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

  /// A request came to its end; `error` where that was not the server's wish.
  mutating func finished(_ error: PlayerError?, serial: Int) -> [Action] {
    guard let flight, flight.request.serial == serial else { return [] }
    let isFinal = error.map { [.blockedURL, .untrusted].contains($0.code) } ?? false
    guard flight.hasHead, !isFinal else {
      self.flight = nil
      if isLive && !isFinal { return brokeOff(error) }
      // Before the first bytes the reason is told as it is; later on it is worth another try.
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
    // A server may cut what rests. There is time until the reader comes near.
    let isResting = service == .parts && window.end - position >= largestLead
    return isComplete || isResting ? advance() : resume()
  }

  private mutating func finishedWhole(_ error: PlayerError?, _ flight: Flight) -> [Action] {
    guard flight.end.map({ window.end >= $0 }) ?? (error == nil) else {
      // What is here stays; the rest is asked for in parts.
      if canContinue { service = .parts }
      return resume()
    }
    self.flight = nil
    if window.end == 0 { return fail(HTTPFailure.empty) }
    hasWholeBody = true
    total = window.end
    return []
  }

  /// The address was found anew.
  mutating func renewed() -> [Action] {
    guard isRenewing else { return [] }
    isRenewing = false
    if failure != nil { return [] }
    if isLive { return start(.all, at: 0, isOfVersion: false) }
    return service == .unknown ? fetch() : advance()
  }

  /// There is no new address.
  mutating func renewalFailed(_ error: PlayerError) -> [Action] {
    guard isRenewing else { return [] }
    isRenewing = false
    return isLive ? brokeOff(error) : fail(error)
  }
}
