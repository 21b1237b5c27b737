import Foundation
import PlayerKitServices

/// Reads errors from ListenBrainz's replies: a status, and `{"code": 400, "error": "…"}` in the
/// body.
enum ListenBrainzRefusal {
  static func failure(in reply: HTTPTransportResponse, now: Date) -> CatalogError? {
    guard let failure = CatalogError(status: reply, now: now) else { return nil }
    guard reply.body.count < 16_384,
      let document = try? JSONDecoder().decode(JSONValue.self, from: reply.body),
      let text = document["error"]?.string, let code = document["code"]?.int
    else { return failure }
    return CatalogError(
      failure.code,
      failure.message,
      service: .listenBrainz,
      httpStatus: failure.httpStatus,
      details: [CatalogError.Detail(code: String(code), text: text)],
      retryAfter: failure.retryAfter
    )
  }
}
