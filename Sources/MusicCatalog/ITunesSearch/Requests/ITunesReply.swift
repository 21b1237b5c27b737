import Foundation
import HTTPTypes

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
        throw failure(.badRequest, "the service refuses the request", status, [detail])
      }
      throw CatalogError(
        .malformedReply,
        "the answer is not what the service documents",
        service: .iTunes,
        httpStatus: status
      // The decoder's error is not kept: it quotes the answer.
      )
    }
  }

  private static func error(of reply: HTTPReply, status: Int, now: Date) -> CatalogError {
    let details = detail(in: reply.body).map { [$0] } ?? []
    switch status {
    case 403 where details.isEmpty, 429:
      // Empty or HTML: the lock-out of who asks too often.
      return CatalogError(
        .rateLimited,
        "asked too often",
        service: .iTunes,
        httpStatus: status,
        details: details,
        retryAfter: max(reply.retryAfter(now: now) ?? .zero, lockOut)
      )
    case 401: return failure(.unauthorized, "the service refuses", status, details)
    case 403: return failure(.forbidden, "the service refuses", status, details)
    case 404, 410: return failure(.notFound, "no such page", status, details)
    case 400..<500: return failure(.badRequest, "the service refuses the request", status, details)
    case 500..<600: return failure(.serverError, "the service failed", status, details)
    default: return failure(.malformedReply, "an unexpected status", status, details)
    }
  }

  private static func failure(
    _ code: CatalogError.Code,
    _ message: String,
    _ status: Int,
    _ details: [CatalogError.Detail]
  ) -> CatalogError {
    CatalogError(code, message, service: .iTunes, httpStatus: status, details: details)
  }

  private static func detail(in body: Data) -> CatalogError.Detail? {
    struct Refusal: Decodable { let errorMessage: String }
    let refusal = try? JSONDecoder().decode(Refusal.self, from: body)
    return refusal.map { CatalogError.Detail(text: $0.errorMessage) }
  }
}
