import PlayerKit
import PlayerKitSystem

/// A live stream: its metadata, and its reconnection. Pure.
struct LiveStream: Sendable {
  var titles: LiveTitles
  var reconnection: LiveReconnection
  /// Whether there is no connection. The stream reconnects as soon as the reader has to wait.
  var isBroken = false
  /// The error of the last attempt.
  var lastError: PlayerError?
  /// The media type. A connection with another type is not used.
  private(set) var contentType: String?
  /// Whether it certainly has no end. Only then does it reconnect.
  let isEndless: Bool
  /// Whether an earlier stream of it was heard.
  private(set) var isResumed = false
  private var aligner: FrameAligner?
  private var isLookedAt = false

  /// The minimum number of bytes before a reconnection: a stream that breaks off earlier never
  /// worked.
  static let leastCount: Int64 = 16 << 10

  init(_ head: MediaResponseHead, limit: Duration) {
    titles = LiveTitles(head)
    reconnection = LiveReconnection(limit: limit)
    contentType = head.contentType
    isEndless = head.isEndless
    aligner = head.isMPEGAudio ? FrameAligner() : nil
  }

  /// Creates a stream that was heard before and must be back within this time.
  init(resumedFor limit: Duration) {
    titles = LiveTitles(MediaResponseHead(status: 200) { _ in nil })
    reconnection = LiveReconnection(limit: limit)
    isEndless = true
    isBroken = true
    isResumed = true
  }

  mutating func reconnected(_ head: MediaResponseHead, at offset: Int64, now: Duration) {
    isBroken = false
    contentType = contentType ?? head.contentType
    titles.reconnected(head, at: offset)
    aligner = head.isMPEGAudio ? FrameAligner() : nil
    reconnection.connected(at: now)
  }

  /// - Returns: the bytes of it to read.
  mutating func consume(_ data: Data, at offset: Int64, now: Duration) -> Data {
    if !data.isEmpty { reconnection.received(at: now) }
    let audio = titles.consume(data, at: offset)
    if !isLookedAt, let first = audio.first(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) {
      isLookedAt = true
      // It is a page: nothing else starts with `<`.
      if first == UInt8(ascii: "<") { reconnection = LiveReconnection(limit: .zero) }
    }
    return aligner?.consume(audio) ?? audio
  }

  /// Returns the bytes that were held back, when no more will come.
  mutating func takeRest() -> Data { aligner?.giveUp() ?? Data() }

  func isSame(_ head: MediaResponseHead) -> Bool {
    head.isLive && (contentType == nil || head.contentType == contentType)
  }
}

// A live stream, whose bytes are read once and which reconnects when it breaks off.
extension HTTPReader {
  /// Whether the stream has no end, from what is known so far.
  var isLive: Bool { service == .live }

  /// Whether it certainly has no end.
  var isEndless: Bool { live?.isEndless == true }

  /// Returns the last metadata that the reader has passed; `nil` if there is none.
  mutating func takeMetadata() -> StreamMetadata? { live?.titles.takePassed() }

  mutating func receivedLive(_ head: MediaResponseHead) -> [Action] {
    live = LiveStream(head, limit: limits.reconnection)
    live?.reconnection.connected(at: now)
    service = .live
    flight?.end = head.bodyLength
    return []
  }

  /// Handles the response to a reconnection.
  mutating func receivedAgain(_ head: MediaResponseHead) -> [Action] {
    let isAnswer = head.status == 200 || head.status == 206
    if isAnswer, live?.isResumed == true, window.end == 0, !head.isLive, let flight {
      // The address now leads to a playlist of parts, or no longer to a live stream.
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

  /// Handles the end of a connection; `error` is set if the server did not end it regularly.
  mutating func finishedLive(_ error: PlayerError?, _ flight: Flight) -> [Action] {
    let isWhole = flight.end.map { flight.position >= $0 } ?? (error == nil && !isEndless)
    guard isWhole else { return brokeOff(error) }
    self.flight = nil
    if let failed = takeRest() { return failed }
    if window.end == 0 { return fail(HTTPFailure.empty) }
    hasWholeBody = true
    return []
  }

  /// Called when the connection was lost or had no usable response.
  mutating func brokeOff(_ error: PlayerError?) -> [Action] {
    flight = nil
    if let failed = takeRest() { return failed }
    // It may have an end, and a new request would start at its beginning.
    guard isEndless else { return fail(error ?? HTTPFailure.cut) }
    let wasThere = live?.isResumed == true || window.end >= LiveStream.leastCount
    guard wasThere, limits.reconnection > .zero else {
      return fail(window.end == 0 ? HTTPFailure.empty : HTTPFailure.brokeOff)
    }
    live?.isBroken = true
    live?.lastError = error
    return []
  }

  /// Adds the bytes that were held back, as no more will come.
  ///
  /// - Returns: the actions if it is a page.
  private mutating func takeRest() -> [Action]? {
    let rest = live?.takeRest() ?? Data()
    window.append(rest)
    return !rest.isEmpty && beginsAsPage(before: rest.count) ? fail(HTTPFailure.page) : nil
  }

  /// Reconnects if the reader waits for it; `nil` if not needed.
  mutating func reconnect() -> [Action]? {
    guard live?.isBroken == true, flight == nil, !isRenewing, failure == nil else { return nil }
    guard let pause = live?.reconnection.nextPause(at: now) else {
      return fail(live?.lastError ?? HTTPFailure.brokeOff)
    }
    return start(.all, at: 0, after: pause, isOfVersion: false)
  }
}
