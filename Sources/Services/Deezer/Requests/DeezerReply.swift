import Foundation
import HTTPTypes
import MusicCatalog

/// Decides what an answer is: the service tells failures in bodies of status 200. Pure.
enum DeezerReply {
  /// The service counts requests over this time; so long an address is left alone that asked too
  /// often.
  static let quotaTime = Duration.seconds(5)

  /// What an answer says went wrong; `nil` where it is one.
  static func failure(in reply: HTTPReply, now: Date) -> CatalogError? {
    if let document = document(in: reply.body) { return error(document, reply: reply, now: now) }
    return reply.response.status.code == 200 ? nil : error(statusOf: reply, now: now)
  }

  /// What the body says went wrong; `nil` where it is an answer, or nothing that can be read.
  static func document(in body: Data) -> Deezer.ErrorDocument? {
    // An answer is never so short of members as to be read as an error; long ones are not tried.
    guard body.count < 4096 else { return nil }
    return try? JSONDecoder().decode(Deezer.ErrorDocument.self, from: body)
  }

  private static func error(
    _ document: Deezer.ErrorDocument,
    reply: HTTPReply,
    now: Date
  ) -> CatalogError {
    let status = reply.response.status.code
    switch document.error {
    case .text(let text):
      let detail = CatalogError.Detail(text: text)
      let code: CatalogError.Code = status == 200 ? .badRequest : .init(httpStatus: status)
      return failure(code, status, [detail], reply.retryAfter(now: now))
    case .described(let description):
      let detail = CatalogError.Detail(
        code: description.code.map(String.init),
        title: description.type,
        text: description.message
      )
      let code = description.code.map { meaning(of: $0) } ?? .badRequest
      let wait = reply.retryAfter(now: now)
      return failure(code, status, [detail], wait ?? (code == .rateLimited ? quotaTime : nil))
    }
  }

  private static func error(statusOf reply: HTTPReply, now: Date) -> CatalogError {
    let status = reply.response.status.code
    // A 403 or 429 without words is that of an address that asked too often.
    let isQuota = status == 429 || status == 403 && !reply.isLikelyJSON
    let code: CatalogError.Code = isQuota ? .rateLimited : .init(httpStatus: status)
    return failure(code, status, [], reply.retryAfter(now: now) ?? (isQuota ? quotaTime : nil))
  }

  /// The meaning of the service's own numbers.
  static func meaning(of number: Int) -> CatalogError.Code {
    switch number {
    case 4: .rateLimited
    case 200, 901: .forbidden
    case 300: .unauthorized
    case 700: .serverError
    case 800: .notFound
    // 100 too many items, 500 parameter, 501 missing parameter, 600 query.
    default: .badRequest
    }
  }

  private static func failure(
    _ code: CatalogError.Code,
    _ status: Int,
    _ details: [CatalogError.Detail],
    _ wait: Duration?
  ) -> CatalogError {
    return CatalogError(
      code,
      code.explanation,
      service: .deezer,
      httpStatus: status,
      details: details,
      retryAfter: wait
    )
  }
}

extension ThrottlingVerdict {
  /// As ``byStatusOrBareRefusal(_:)``, and the Deezer API's own form: status 200 with the code 4.
  public static func byDeezerCode(_ reply: HTTPReply) -> ThrottlingVerdict {
    if case .described(let description) = DeezerReply.document(in: reply.body)?.error {
      if description.code == 4 { return .throttled }
      if description.code == 700 { return .unrelated }
    }
    return byStatusOrBareRefusal(reply)
  }
}

extension CachePolicy {
  /// Whether the body is JSON, tells no failure, and holds no address of a preview: those are signed
  /// and expire, so that no answer with tracks is kept.
  public static func isDeezerAnswerWithoutPreviews(_ reply: HTTPReply) -> Bool {
    isJSON(reply) && DeezerReply.document(in: reply.body) == nil
      && reply.body.range(of: Data("\"preview\"".utf8)) == nil
  }
}
