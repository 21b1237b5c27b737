import FlyingFox
import Foundation

/// Hands each request to its service, or to the control, and lets go wrong what shall go wrong.
struct Router: HTTPHandler {
  let state: SimulatorState

  func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
    let rawPath = request.target.path()
    let rest = rawPath.dropFirst()
    let folder = rest.prefix { $0 != "/" }
    let path = String(rest.dropFirst(folder.count))
    let base = state.baseURL
    let simulated = SimulatedRequest(
      method: request.method.rawValue,
      path: path.isEmpty ? "/" : path,
      query: QueryString.pairs(of: request.target.query()),
      headers: Self.headers(of: request),
      body: try await request.bodyData,
      now: state.clock.now,
      mediaBase: "\(base)/\(ServiceName.media.folder)",
      serviceBase: "\(base)/\(folder)"
    )
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
    if state.latency > .zero { try await Task.sleep(for: state.latency) }
    return await answer(simulated, by: served, verdict)
  }

  private func answer(
    _ request: SimulatedRequest,
    by service: any SimulatedService,
    _ verdict: FaultPlan.Verdict
  ) async -> HTTPResponse {
    switch verdict {
    case .answer:
      return WireForm.response(await served(request, by: service))
    case .throttle(let retryAfter):
      return WireForm.response(service.throttled(retryAfter: retryAfter))
    case .fault(let status?, nil):
      return WireForm.response(service.failure(status: status))
    case .fault(let status, .html?):
      return WireForm.response(GatewayPage.response(status: status ?? 504))
    case .fault(_, .stall?):
      return HTTPResponse(webSocket: StalledConnection(stalls: state.stalls))
    case .fault(let status, .cut?):
      return WireForm.cut(await answer(request, by: service, status: status))
    case .fault(let status, .slow?):
      return WireForm.slow(
        await answer(request, by: service, status: status),
        pause: state.dripPause
      )
    case .fault(nil, nil):
      return WireForm.response(await served(request, by: service))
    }
  }

  private func answer(
    _ request: SimulatedRequest,
    by service: any SimulatedService,
    status: Int?
  ) async -> SimulatedResponse {
    if let status { return service.failure(status: status) }
    return await served(request, by: service)
  }

  /// The service's answer. A success at a path that is not listed is a fault of the simulator.
  private func served(
    _ request: SimulatedRequest,
    by service: any SimulatedService
  ) async -> SimulatedResponse {
    let response = await service.respond(to: request)
    let isListed =
      service.endpoints.isEmpty
      || service.endpoints.contains {
        let method = request.method == "HEAD" ? "GET" : request.method
        return $0.matches(method: method, path: request.path, names: nil)
      }
    return isListed || response.status >= 300 ? response : service.failure(status: 500)
  }

  private static func headers(of request: HTTPRequest) -> [String: String] {
    request.headers.reduce(into: [:]) { headers, field in
      headers[field.key.rawValue.lowercased()] = field.value
    }
  }
}
