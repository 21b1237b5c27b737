import Foundation

/// Which of the coming answers go wrong. Faults strike in the order in which they were ordered, and
/// throttling comes before them.
struct FaultPlan {
  /// What is to happen to one request.
  enum Verdict: Equatable {
    case answer
    case throttle(retryAfter: Int?)
    case fault(status: Int?, kind: Fault.Kind?)
  }

  private struct Throttle {
    var requests: Int
    var retryAfter: Int?
  }

  private var throttles: [ServiceName: [Throttle]] = [:]
  private var faults: [ServiceName: [Fault]] = [:]

  mutating func throttle(_ service: ServiceName, requests: Int, retryAfter: Int?) {
    guard requests > 0 else { return }
    throttles[service, default: []].append(Throttle(requests: requests, retryAfter: retryAfter))
  }

  mutating func add(_ fault: Fault, to service: ServiceName) {
    guard fault.times > 0 else { return }
    faults[service, default: []].append(fault)
  }

  /// Judges a request, and counts it.
  mutating func verdict(for path: String, of service: ServiceName) -> Verdict {
    if var waiting = throttles[service], let first = waiting.first {
      waiting[0].requests -= 1
      if waiting[0].requests == 0 { waiting.removeFirst() }
      throttles[service] = waiting
      return .throttle(retryAfter: first.retryAfter)
    }
    guard
      var waiting = faults[service],
      let index = waiting.firstIndex(where: { Self.strikes($0.path, path, of: service) })
    else { return .answer }
    let fault = waiting[index]
    waiting[index].times -= 1
    if waiting[index].times == 0 { waiting.remove(at: index) }
    faults[service] = waiting
    return .fault(status: fault.status, kind: fault.kind)
  }

  private static func strikes(_ prefix: String, _ path: String, of service: ServiceName) -> Bool {
    let wanted = decoded(prefix)
    let short = decoded(path)
    return short.hasPrefix(wanted) || "/\(service.folder)\(short)".hasPrefix(wanted)
  }

  private static func decoded(_ path: String) -> String {
    path.removingPercentEncoding ?? path
  }
}
