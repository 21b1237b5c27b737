import Foundation

/// The Apple Music API behind the check of the developer token.
struct AppleMusicHost: SimulatedService {
  let check: DeveloperTokenCheck
  let service: AppleMusicService
  var endpoints: [Endpoint] { AppleMusicService.endpoints }

  func answer(_ request: SimulatedRequest) throws -> SimulatedResponse {
    guard check.accepts(authorization: request.headers["authorization"], now: request.now) else {
      return failure(status: 401)
    }
    return try service.answer(request)
  }

  /// An error object also for what a gateway says: its page is a kind of fault of its own.
  func failure(status: Int) -> SimulatedResponse {
    service.failure(status: status)
  }
}
