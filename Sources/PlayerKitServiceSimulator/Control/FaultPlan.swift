import Foundation

/// A fault that a test injects into some responses of a service.
package struct Fault: Hashable, Sendable {
  /// A fault of the connection or the body.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Accepts the request and never answers.
    case stall
    /// Sends less than `Content-Length` declares, then closes the connection.
    case cut
    /// Sends a gateway's HTML page instead of a response.
    case html
    /// Sends the response slowly, in small pieces.
    case slow
  }

  /// The status, in the service's own form of errors. `nil` keeps the real response, or the one of
  /// the kind.
  package var status: Int?
  /// A fault in addition to the status.
  package var kind: Kind?
  /// The prefix of the affected paths, with or without the service's folder.
  package var path: String
  /// The number of affected responses.
  package var times: Int
  /// Affects every n-th matching response.
  package var every: Int

  package init(
    status: Int? = nil,
    kind: Kind? = nil,
    path: String = "",
    times: Int = 1,
    every: Int = 1
  ) {
    self.every = every
    self.status = status
    self.kind = kind
    self.path = path
    self.times = times
  }
}

/// Decides which of the next responses fail. Faults apply in the order in which they were added,
/// and throttling comes first.
struct FaultPlan {
  /// The outcome of one request.
  enum Verdict: Equatable {
    case answer
    case throttle(retryAfter: Int?)
    case fault(status: Int?, kind: Fault.Kind?)
  }

  private struct Order {
    var service: ServiceName
    var verdict: Verdict
    var path = ""
    var times: Int
    var every = 1
    var passed = 0
  }

  private var throttles: [Order] = []
  private var faults: [Order] = []

  mutating func throttle(_ service: ServiceName, requests: Int, retryAfter: Int?) {
    guard requests > 0 else { return }
    let verdict = Verdict.throttle(retryAfter: retryAfter)
    throttles.append(Order(service: service, verdict: verdict, times: requests))
  }

  mutating func add(_ fault: Fault, to service: ServiceName) {
    guard fault.times > 0 else { return }
    let verdict = Verdict.fault(status: fault.status, kind: fault.kind)
    faults.append(
      Order(
        service: service,
        verdict: verdict,
        path: fault.path,
        times: fault.times,
        every: fault.every
      )
    )
  }

  /// Decides about a request, and counts it.
  mutating func verdict(for path: String, of service: ServiceName) -> Verdict {
    Self.take(&throttles, path, service) ?? Self.take(&faults, path, service) ?? .answer
  }

  private static func take(
    _ orders: inout [Order],
    _ path: String,
    _ service: ServiceName
  ) -> Verdict? {
    let short = path.removingPercentEncoding ?? path
    for index in orders.indices {
      let order = orders[index]
      let wanted = order.path.removingPercentEncoding ?? order.path
      guard order.service == service,
        short.hasPrefix(wanted) || "/\(service.folder)\(short)".hasPrefix(wanted)
      else { continue }
      orders[index].passed += 1
      guard orders[index].passed % max(order.every, 1) == 0 else { continue }
      orders[index].times -= 1
      if order.times == 1 { orders.remove(at: index) }
      return order.verdict
    }
    return nil
  }
}
