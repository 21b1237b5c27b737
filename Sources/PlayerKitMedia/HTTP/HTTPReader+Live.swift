import PlayerKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A live stream as it comes: what it says, and how it goes on where it broke off. Pure.
struct LiveStream: Sendable {
  var titles: LiveTitles
  var reconnection: LiveReconnection
  /// Whether there is no connection any more. It is made anew as soon as the reader has to wait.
  var isBroken = false
  /// Why the last try failed.
  var lastError: PlayerError?
  /// What it is; a connection that brings something else is not gone on with.
  private(set) var contentType: String?
  /// Whether it has no end for certain. Only then it is asked for again where it ceases.
  let isEndless: Bool
  /// Whether it was heard before, by another stream.
  private(set) var isResumed = false
  private var aligner: FrameAligner?
  private var isLookedAt = false

  /// So much has to have come before a connection is made anew: what breaks off earlier never was there.
  static let leastCount: Int64 = 16 << 10

  init(_ head: HTTPHead, limit: Duration) {
    titles = LiveTitles(head)
    reconnection = LiveReconnection(limit: limit)
    contentType = head.contentType
    isEndless = head.isEndless
    aligner = head.isMPEGAudio ? FrameAligner() : nil
  }

  /// A stream that was heard before, and is to be there again before this time is over.
  init(resumedFor limit: Duration) {
    titles = LiveTitles(HTTPHead(status: 200) { _ in nil })
    reconnection = LiveReconnection(limit: limit)
    isEndless = true
    isBroken = true
    isResumed = true
  }

  mutating func reconnected(_ head: HTTPHead, at offset: Int64, now: Duration) {
    isBroken = false
    contentType = contentType ?? head.contentType
    titles.reconnected(head, at: offset)
    aligner = head.isMPEGAudio ? FrameAligner() : nil
    reconnection.connected(at: now)
  }

  /// - Returns: what is to be read of it.
  mutating func consume(_ data: Data, at offset: Int64, now: Duration) -> Data {
    if !data.isEmpty { reconnection.received(at: now) }
    let audio = titles.consume(data, at: offset)
    if !isLookedAt, let first = audio.first(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) {
      isLookedAt = true
      // It is a page: nothing else begins with `<`.
      if first == UInt8(ascii: "<") { reconnection = LiveReconnection(limit: .zero) }
    }
    return aligner?.consume(audio) ?? audio
  }

  /// What was held back of it, where nothing more comes.
  mutating func takeRest() -> Data { aligner?.giveUp() ?? Data() }

  func isSame(_ head: HTTPHead) -> Bool {
    head.isLive && (contentType == nil || head.contentType == contentType)
  }
}

// A live stream: what has come is read once, and it is asked for again where it breaks off.
extension HTTPReader {
  /// Whether this is a stream without an end, as far as that is known.
  var isLive: Bool { service == .live }

  /// Whether it has no end for certain.
  var isEndless: Bool { live?.isEndless == true }

  /// What the reader has passed of what the stream says about itself; `nil`: nothing new.
  mutating func takeMetadata() -> StreamMetadata? { live?.titles.takePassed() }

  mutating func receivedLive(_ head: HTTPHead) -> [Action] {
    live = LiveStream(head, limit: limits.reconnection)
    live?.reconnection.connected(at: now)
    service = .live
    flight?.end = head.bodyLength
    return []
  }

  /// The answer to a request that was sent as the stream had broken off.
  mutating func receivedAgain(_ head: HTTPHead) -> [Action] {
    let isAnswer = head.status == 200 || head.status == 206
    if isAnswer, live?.isResumed == true, window.end == 0, !head.isLive, let flight {
      // What was heard is a playlist of parts, or is no live stream any more.
      live = nil
      service = .unknown
      return received(head, serial: flight.request.serial)
    }
    if isAnswer, !head.isCompressed, live?.isSame(head) == true {
      live?.reconnected(head, at: window.end, now: now)
      flight?.position = window.end
      flight?.end = head.bodyLength.map { window.end + $0 }
      return []
    }
    if canRenew, HTTPFailure.mayMeanExpired(status: head.status) {
      canRenew = false
      isRenewing = true
      return cancelFlight() + [.renew]
    }
    return cancelFlight() + brokeOff(HTTPFailure.error(status: head.status) ?? HTTPFailure.changed)
  }

  /// A connection came to its end; `error` where that was not the server's wish.
  mutating func finishedLive(_ error: PlayerError?, _ flight: Flight) -> [Action] {
    let isWhole = flight.end.map { flight.position >= $0 } ?? (error == nil && !isEndless)
    guard isWhole else { return brokeOff(error) }
    self.flight = nil
    if let failed = takeRest() { return failed }
    if window.end == 0 { return fail(HTTPFailure.empty) }
    hasWholeBody = true
    return []
  }

  /// The connection is gone, or brought nothing.
  mutating func brokeOff(_ error: PlayerError?) -> [Action] {
    flight = nil
    if let failed = takeRest() { return failed }
    // It may have an end: asked for again, it would begin at its start.
    guard isEndless else { return fail(error ?? HTTPFailure.cut) }
    let wasThere = live?.isResumed == true || window.end >= LiveStream.leastCount
    guard wasThere, limits.reconnection > .zero else {
      return fail(window.end == 0 ? HTTPFailure.empty : HTTPFailure.brokeOff)
    }
    live?.isBroken = true
    live?.lastError = error
    return []
  }

  /// What was held back comes, as nothing follows it.
  ///
  /// - Returns: what is to be done where it is a page.
  private mutating func takeRest() -> [Action]? {
    let rest = live?.takeRest() ?? Data()
    window.append(rest)
    return !rest.isEmpty && beginsAsPage(before: rest.count) ? fail(HTTPFailure.page) : nil
  }

  /// Asks for the stream again where the reader waits for it; `nil` where there is no need.
  mutating func reconnect() -> [Action]? {
    guard live?.isBroken == true, flight == nil, !isRenewing, failure == nil else { return nil }
    guard let pause = live?.reconnection.nextPause(at: now) else {
      return fail(live?.lastError ?? HTTPFailure.brokeOff)
    }
    return start(.all, at: 0, after: pause, isOfVersion: false)
  }
}
