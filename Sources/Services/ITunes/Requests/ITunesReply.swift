import Foundation
import HTTPTypes
import MusicCatalog

/// Decides what an answer is: by its status first, then by its body. Pure.
enum ITunesReply {
  /// What the service locks an address out for at least. It says no time itself.
  static let lockOut = Duration.seconds(60)

  static func decode<Answer: Decodable>(
    _: Answer.Type,
    from reply: HTTPReply,
    now: Date
  ) throws(CatalogError) -> Answer {
    let status = reply.response.status.code
    guard status == 200 else { throw error(of: reply, status: status, now: now) }
    do {
      // Its `Content-Type` is JavaScript's, and newlines stand before the JSON.
      return try JSONDecoder().decode(Answer.self, from: reply.body)
    } catch {
      if let detail = detail(in: reply.body) {
        throw CatalogError(
          .badRequest,
          message(.badRequest),
          service: .iTunes,
          httpStatus: status,
          details: [detail]
        )
      }
      // The decoder's error is not kept: it quotes the answer.
      throw CatalogError(
        .malformedReply,
        "the answer is not what the service documents",
        service: .iTunes,
        httpStatus: status
      )
    }
  }

  private static func error(of reply: HTTPReply, status: Int, now: Date) -> CatalogError {
    let details = detail(in: reply.body).map { [$0] } ?? []
    // Empty or HTML: the lock-out of who asks too often.
    let isLockOut = status == 403 && details.isEmpty
    let code = isLockOut ? .rateLimited : CatalogError.Code(httpStatus: status)
    let asked = reply.retryAfter(now: now)
    return CatalogError(
      code,
      message(code),
      service: .iTunes,
      httpStatus: status,
      details: details,
      retryAfter: code == .rateLimited ? max(asked ?? .zero, lockOut) : asked
    )
  }

  private static func message(_ code: CatalogError.Code) -> String {
    switch code {
    case .rateLimited: "asked too often"
    case .unauthorized, .forbidden: "the service refuses"
    case .notFound: "no such page"
    case .badRequest: "the service refuses the request"
    case .serverError, .timedOut: "the service failed"
    default: "an unexpected status"
    }
  }

  private static func detail(in body: Data) -> CatalogError.Detail? {
    struct Refusal: Decodable { let errorMessage: String }
    let refusal = try? JSONDecoder().decode(Refusal.self, from: body)
    return refusal.map { CatalogError.Detail(text: $0.errorMessage) }
  }
}
