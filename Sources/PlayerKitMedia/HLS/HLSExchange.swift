import HTTPTypes
import PlayerKit
import PlayerKitHTTP
import PlayerKitSystem

/// Loads one resource completely, up to a length.
///
/// Callable from any thread; `onEnd` is called once.
final class HLSExchange: Sendable {
  /// The result of a request.
  enum Outcome: Sendable {
    case came([UInt8], HTTPTransportResponse)
    case refused(HLSReader.Refusal)
  }

  private struct State {
    var answer: HTTPTransportResponse?
    var body: HLSBody
    var task: (any HTTPTask)?
    var isOver = false
    var lastProgress = SuspendingClock.now
  }

  private let onEnd: @Sendable (Outcome) -> Void
  private let state: Locked<State>

  init(_ request: HLSReader.Request, onEnd: @escaping @Sendable (Outcome) -> Void) {
    self.onEnd = onEnd
    let body = HLSBody(range: request.piece.range, limit: request.limit)
    state = Locked(State(body: body))
  }

  /// When data arrived last, or the request was sent.
  var lastProgress: SuspendingClock.Instant { state.withLock(\.lastProgress) }

  /// - Returns: whether it was started; `false` if the fetcher is closed.
  func begin(_ fetch: HTTPTransportRequest, by fetcher: any HTTPFetcher) -> Bool {
    guard let task = fetcher.fetch(fetch, { [weak self] event in self?.handle(event) })
    else { return false }
    let isOver = state.withLock { state in
      state.task = task
      return state.isOver
    }
    if isOver { task.cancel() }
    return true
  }

  func cancel() {
    let task = state.withLock { state in
      state.isOver = true
      state.body = HLSBody(range: nil, limit: 0)
      return state.task
    }
    task?.cancel()
  }

  private func handle(_ event: HTTPEvent) {
    let outcome = state.withLock { state -> Outcome? in
      guard !state.isOver else { return nil }
      state.lastProgress = SuspendingClock.now
      let outcome = take(event, &state)
      if outcome != nil { state.isOver = true }
      return outcome
    }
    guard let outcome else { return }
    if case .end = event {} else { state.withLock(\.task)?.cancel() }
    onEnd(outcome)
  }

  private func take(_ event: HTTPEvent, _ state: inout State) -> Outcome? {
    let outcome: HLSBody.Outcome?
    switch event {
    case .redirected:
      return nil
    case .head(let answer):
      state.answer = answer
      outcome = state.body.begin(MediaResponseHead(answer))
    case .data(let data):
      outcome = state.body.take(data)
    case .end(let failure?):
      let error = HTTPFailure.error(failure)
      let isFinal = [.blockedURL, .untrusted].contains(error.code)
      return .refused(isFinal ? .final(error) : .lost(error))
    case .end(nil):
      outcome = state.body.end()
    }
    switch (outcome, state.answer) {
    case (nil, _): return nil
    case (.refused(let refusal), _): return .refused(refusal)
    case (.whole(let bytes), let answer?): return .came(bytes, answer)
    case (.whole, nil): return .refused(.lost(HTTPFailure.cut))
    }
  }
}

extension HTTPTransportRequest {
  /// Creates a request for a playlist or one of its resources.
  init(_ request: HLSReader.Request, of address: HTTPAddress, _ reach: NetworkScope) {
    let url = request.piece.url
    var fields = address.fields(for: url)
    if let range = request.piece.range {
      fields[.range] = "bytes=\(range.offset)-\(range.offset + range.length - 1)"
    }
    self.init(to: url, fields: fields, reach: reach, cookies: address.cookies)
  }
}
