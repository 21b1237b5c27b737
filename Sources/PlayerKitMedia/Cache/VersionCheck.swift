import HTTPTypes
import PlayerKit
import PlayerKitHTTP
import PlayerKitSystem

/// Asks a server whether it still has a version of a resource. Callable from any thread.
final class VersionCheck: Sendable {
  enum Outcome: Sendable, Equatable {
    /// It does, and need not be asked for this many seconds; `nil` if not stated.
    case same(lifetime: Int64?)
    /// It has another version, or forbids caching.
    case other
    /// The answer is unknown.
    case unknown
  }

  private struct State {
    var handler: (@Sendable (Outcome) -> Void)?
    var task: (any HTTPTask)?
    var timer: ClockTimer?
  }

  private let state: Locked<State>

  private init(_ handler: @escaping @Sendable (Outcome) -> Void) {
    state = Locked(State(handler: handler))
  }

  /// Sends the request. The response has at most one byte of media.
  ///
  /// - Parameters:
  ///   - time: how long to wait for the response.
  ///   - clock: measures `time`.
  ///   - handler: called once, on any thread; must not block.
  static func start(
    _ address: HTTPAddress,
    _ version: MediaVersion,
    _ fetcher: any HTTPFetcher,
    atMost time: Duration,
    on clock: any PlaybackClock = SystemPlaybackClock(),
    _ handler: @escaping @Sendable (Outcome) -> Void
  ) {
    let check = VersionCheck(handler)
    let task = fetcher.fetch(HTTPTransportRequest(checking: address, version)) { event in
      switch event {
      case .head(let answer):
        check.end(outcome(MediaResponseHead(answer, askedAt: address.url), version))
      case .redirected, .data: break
      case .end: check.end(.unknown)
      }
    }
    guard let task else { return check.end(.unknown) }
    let timer = clock.schedule(at: clock.now + time) { check.end(.unknown) }
    let isOver = check.state.withLock { state in
      if state.handler != nil { (state.task, state.timer) = (task, timer) }
      return state.handler == nil
    }
    if isOver {
      task.cancel()
      timer.cancel()
    }
  }

  private func end(_ outcome: Outcome) {
    let last = state.withLock { state in
      defer { state = State() }
      return state
    }
    last.task?.cancel()
    last.timer?.cancel()
    last.handler?(outcome)
  }

  static func outcome(_ head: MediaResponseHead, _ version: MediaVersion) -> Outcome {
    switch head.status {
    case 304:
      return head.freshness.isForbidden ? .other : .same(lifetime: head.freshness.lifetime)
    case 200 where head.isNoMedia, 206 where head.isNoMedia:
      // A network that requires a sign-in answers every request like this.
      return .unknown
    case 200, 206:
      if head.freshness.isForbidden { return .other }
      guard let validator = head.validator else { return .unknown }
      let total = head.status == 206 ? head.total : head.contentLength
      let isSame = validator == version.validator && (total ?? version.total) == version.total
      return isSame ? .same(lifetime: head.freshness.lifetime) : .other
    default:
      // The address may have expired or the server may be down, which does not concern the media.
      return .unknown
    }
  }
}

extension HTTPTransportRequest {
  fileprivate init(checking address: HTTPAddress, _ version: MediaVersion) {
    var fields = address.fields(for: address.url)
    fields[.range] = "bytes=0-0"
    if version.validator == version.lastModified {
      fields[.ifModifiedSince] = version.validator
    } else {
      fields[.ifNoneMatch] = version.validator
    }
    self.init(to: address.url, fields: fields, window: 4_096, reach: address.reach)
  }
}
