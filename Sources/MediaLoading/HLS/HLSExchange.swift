import HTTPFetching
import HTTPTypes
import Locking
import PlayerKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Takes one resource whole, up to a length.
///
/// Threads: any; the end is heard once.
final class HLSExchange: Sendable {
  /// What came of it.
  enum Outcome: Sendable {
    case came([UInt8], HTTPAnswer)
    case refused(HLSReader.Refusal)
  }

  private struct State {
    var answer: HTTPAnswer?
    var bytes: [UInt8] = []
    var task: (any HTTPTask)?
    var isOver = false
  }

  private let request: HLSReader.Request
  private let onProgress: @Sendable () -> Void
  private let onEnd: @Sendable (Outcome) -> Void
  private let state = Locked(State())

  init(
    _ request: HLSReader.Request,
    onProgress: @escaping @Sendable () -> Void,
    onEnd: @escaping @Sendable (Outcome) -> Void
  ) {
    self.request = request
    self.onProgress = onProgress
    self.onEnd = onEnd
  }

  /// - Returns: whether it is under way: not where the fetcher is closed.
  func begin(_ fetch: HTTPFetch, by fetcher: any HTTPFetcher) -> Bool {
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
      state.bytes = []
      return state.task
    }
    task?.cancel()
  }

  private func handle(_ event: HTTPEvent) {
    onProgress()
    let outcome = state.withLock { state -> Outcome? in
      guard !state.isOver else { return nil }
      let outcome = take(event, &state)
      if outcome != nil { state.isOver = true }
      return outcome
    }
    guard let outcome else { return }
    if case .end = event {} else { state.withLock(\.task)?.cancel() }
    onEnd(outcome)
  }

  private func take(_ event: HTTPEvent, _ state: inout State) -> Outcome? {
    switch event {
    case .head(let answer):
      state.answer = answer
      return HTTPFailure.error(status: answer.status)
        .map { .refused(.status($0, answer.status)) }
    case .data(let data):
      // Of a server that does not serve stretches, what is before is passed over.
      guard state.bytes.count + data.count <= skipped(state.answer) + request.limit else {
        return .refused(.final(HLSErrors.tooLarge))
      }
      state.bytes += data
      return nil
    case .end(let failure?):
      let error = HTTPFailure.error(failure)
      let isFinal = [.blockedURL, .untrusted].contains(error.code)
      return .refused(isFinal ? .final(error) : .lost(error))
    case .end(nil):
      guard let answer = state.answer else { return .refused(.lost(HTTPFailure.cut)) }
      defer { state.bytes = [] }
      return finished(state.bytes, answer)
    }
  }

  private func finished(_ bytes: [UInt8], _ answer: HTTPAnswer) -> Outcome {
    let announced = HTTPHead(answer).contentLength
    if let announced, announced > Int64(bytes.count) { return .refused(.lost(HTTPFailure.cut)) }
    guard let range = request.piece.range else {
      return bytes.isEmpty ? .refused(.lost(HTTPFailure.empty)) : .came(bytes, answer)
    }
    let piece = bytes.dropFirst(skipped(answer)).prefix(Int(clamping: range.length))
    guard Int64(piece.count) == range.length else { return .refused(.lost(HTTPFailure.cut)) }
    return .came(Array(piece), answer)
  }

  /// How many bytes come before the stretch that was asked for.
  private func skipped(_ answer: HTTPAnswer?) -> Int {
    guard let range = request.piece.range, let answer, answer.status == 200 else { return 0 }
    return Int(clamping: min(range.offset, Int64(request.limit)))
  }
}

extension HTTPFetch {
  /// A request of a playlist, or of what one names. What may be a secret goes to the origin alone that
  /// it was meant for.
  init(
    _ request: HLSReader.Request,
    of address: HTTPAddress,
    _ reach: AddressReach
  ) {
    let url = request.piece.url
    let isOwn = url.hasSameOrigin(as: address.url)
    var fields = HTTPFields()
    for (name, value) in address.headers {
      guard let name = HTTPField.Name(name), isOwn || RedirectRule.isHarmless(name) else {
        continue
      }
      fields[name] = value
    }
    if let range = request.piece.range {
      fields[.range] = "bytes=\(range.offset)-\(range.offset + range.length - 1)"
    }
    self.init(url, fields: fields, reach: reach)
  }
}
