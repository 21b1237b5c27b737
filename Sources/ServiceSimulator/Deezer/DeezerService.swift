import Foundation
import Locking

/// Deezer's API: no token, fifty requests in five seconds, and errors that look like answers.
final class DeezerService: SimulatedService {
  static let requests = 50
  static let seconds: TimeInterval = 5

  private let catalog: InventedCatalog
  private let signer: PreviewSigner
  private let admitted = Locked<[Date]>([])

  init(catalog: InventedCatalog, signer: PreviewSigner) {
    self.catalog = catalog
    self.signer = signer
  }

  func respond(to request: SimulatedRequest) async -> SimulatedResponse {
    guard request.method == "GET" || request.method == "HEAD" else {
      return SimulatedResponse(status: 405, headers: [("Allow", "GET")])
    }
    do {
      guard admits(request.now) else { throw DeezerFailure.quota }
      return .json(try endpoints(request).answer())
    } catch let failure as DeezerFailure {
      return failure.response
    } catch {
      return failure(status: 500)
    }
  }

  /// Beside the errors in answers, plain statuses are met.
  func failure(status: Int) -> SimulatedResponse {
    status == 404 ? DeezerFailure.path.response : SimulatedResponse(status: status)
  }

  func throttled(retryAfter: Int?) -> SimulatedResponse {
    DeezerFailure.quota.response
  }

  private func admits(_ now: Date) -> Bool {
    admitted.withLock { admitted in
      admitted.removeAll { now.timeIntervalSince($0) >= Self.seconds }
      guard admitted.count < Self.requests else { return false }
      admitted.append(now)
      return true
    }
  }

  private func endpoints(_ request: SimulatedRequest) -> DeezerEndpoints {
    DeezerEndpoints(
      request: request,
      writer: DeezerWriter(
        catalog: catalog,
        signer: signer,
        base: request.serviceBase,
        mediaBase: request.mediaBase,
        now: request.now
      )
    )
  }
}
