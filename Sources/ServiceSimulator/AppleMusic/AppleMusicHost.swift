import Foundation

/// The Apple Music API behind the check of the developer token.
struct AppleMusicHost: SimulatedService {
  let check: DeveloperTokenCheck
  let service: AppleMusicService
  var endpoints: [Endpoint] { AppleMusicService.endpoints }

  func respond(to request: SimulatedRequest) async -> SimulatedResponse {
    guard check.accepts(authorization: request.headers["authorization"], now: request.now) else {
      return failure(status: 401)
    }
    return await service.respond(to: request)
  }

  func throttled(retryAfter: Int?) -> SimulatedResponse {
    service.throttled(retryAfter: retryAfter)
  }

  /// An error object also for what a gateway says: its page is a kind of fault of its own.
  func failure(status: Int) -> SimulatedResponse {
    service.failure(status: status)
  }
}
