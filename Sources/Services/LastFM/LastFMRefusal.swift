import Foundation
import PlayerKitServices

/// Reads errors from Last.fm's replies. They are in the body, regardless of the status.
enum LastFMRefusal {
  static func failure(in reply: HTTPTransportResponse, now: Date) -> CatalogError? {
    guard reply.body.count < 4096,
      let document = try? JSONDecoder().decode(JSONValue.self, from: reply.body),
      let number = document["error"]?.int
    else { return CatalogError(status: reply, now: now) }
    let code = code(of: number)
    return CatalogError(
      code,
      code.explanation,
      service: .lastFM,
      httpStatus: reply.response.status.code,
      details: [CatalogError.Detail(code: String(number), text: document["message"]?.string)],
      retryAfter: reply.retryAfter(now: now)
    )
  }

  private static func code(of number: Int) -> CatalogError.Code {
    switch number {
    case 6, 7: .notFound
    case 8, 11, 16: .serverError
    case 4, 9, 10: .unauthorized
    case 13, 15: .invalidCredential
    case 14: .signInRequired
    case 26: .forbidden
    case 29: .rateLimited
    default: .badRequest
    }
  }
}
