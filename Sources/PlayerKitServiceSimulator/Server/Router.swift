import FlyingFox
import Foundation

/// Passes each request to its service or to the control endpoints, and injects planned faults.
struct Router: HTTPHandler {
  let state: SimulatorState

  func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
    let rest = request.target.path().dropFirst()
    let folder = rest.prefix { $0 != "/" }
    let path = String(rest.dropFirst(folder.count))
    let base = state.baseURL
    var simulated = try await SimulatedRequest(request)
    simulated.path = path.isEmpty ? "/" : path
    simulated.now = state.clock.now
    simulated.mediaBase = "\(base)/\(ServiceName.media.folder)"
    simulated.serviceBase = "\(base)/\(folder)"
    if folder == "control" {
      return WireForm.response(ControlService(state: state).respond(to: simulated))
    }
    guard
      let service = ServiceName.allCases.first(where: { $0.folder == folder }),
      let (verdict, served) = state.verdict(
        for: simulated,
        rawQuery: request.target.query(),
        of: service
      )
    else {
      return HTTPResponse(statusCode: .notFound)
    }
    let isInTime = served.began()
    defer { served.ended() }
    if state.latency > .zero { try await Task.sleep(for: state.latency) }
    switch verdict {
    case .answer where !isInTime: return WireForm.response(served.throttled(retryAfter: nil))
    case .answer: return WireForm.response(await answer(simulated, by: served))
    case .throttle(let seconds): return WireForm.response(served.throttled(retryAfter: seconds))
    case .fault(let status, .html?): return WireForm.response(.gatewayPage(status ?? 504))
    case .fault(_, .stall?):
      return HTTPResponse(webSocket: StalledConnection(stalls: state.stalls))
    case .fault(let status, let kind):
      let answer: SimulatedResponse
      if let status {
        answer = served.failure(status: status)
      } else {
        answer = await self.answer(simulated, by: served)
      }
      switch kind {
      case .cut: return WireForm.cut(answer)
      case .slow: return WireForm.slow(answer, pause: state.dripPause)
      case .stall, .html, nil: return WireForm.response(answer)
      }
    }
  }

  /// The service's response. A successful response for an undeclared endpoint is a bug of the
  /// simulator.
  private func answer(
    _ request: SimulatedRequest,
    by service: any SimulatedService
  ) async -> SimulatedResponse {
    let response = await service.respond(to: request)
    let isListed =
      service.endpoints.isEmpty
      || service.endpoints.contains {
        $0.matches(method: request.readMethod, path: request.path, names: nil)
      }
    return isListed || response.status >= 300 ? response : service.failure(status: 500)
  }
}
