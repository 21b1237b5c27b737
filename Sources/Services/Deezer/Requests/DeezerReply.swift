import Foundation
import HTTPTypes
import PlayerKitServices

/// Classifies answers, because the service reports errors with status 200. Pure.
enum DeezerReply {
  /// The period over which the service counts requests, and the pause after too many.
  static let quotaTime = Duration.seconds(5)

  /// Returns the error in an answer; `nil` if it is none.
  static func failure(in reply: HTTPTransportResponse, now: Date) -> CatalogError? {
    let status = reply.response.status.code
    let asked = reply.retryAfter(now: now)
    guard let detail = detail(in: reply.body) else {
      // A 403 or 429 without a message means too many requests.
      let isQuota = status == 429 || status == 403 && !reply.isLikelyJSON
      let code: CatalogError.Code = isQuota ? .rateLimited : .init(httpStatus: status)
      return status == 200 ? nil : failure(code, status, [], asked ?? (isQuota ? quotaTime : nil))
    }
    // A plain text, as for a path that does not exist.
    if detail.code == nil, detail.title == nil, status != 200 {
      return failure(.init(httpStatus: status), status, [detail], asked)
    }
    let code = detail.code.flatMap { Int($0) }.map { meaning(of: $0) } ?? .badRequest
    return failure(code, status, [detail], asked ?? (code == .rateLimited ? quotaTime : nil))
  }

  /// Returns the error in the body; `nil` if it is none or unreadable.
  static func detail(in body: Data) -> CatalogError.Detail? {
    // Only short bodies can be errors, so long ones are not decoded.
    guard body.count < 4096 else { return nil }
    let document = try? JSONDecoder().decode(JSONValue.self, from: body)
    return switch document?["error"] {
    case .string(let text): CatalogError.Detail(text: text)
    case .object(let error):
      CatalogError.Detail(
        code: error["code"]?.int.map(String.init),
        title: error["type"]?.string,
        text: error["message"]?.string
      )
    case .some, nil: nil
    }
  }

  /// Returns the meaning of the service's error numbers.
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
    CatalogError(
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
  /// Like `byStatusOrBareRefusal(_:)`, but also detects Deezer's own form: status 200 with code
  /// 4.
  public static func byDeezerCode(_ reply: HTTPTransportResponse) -> ThrottlingVerdict {
    switch DeezerReply.detail(in: reply.body)?.code {
    case "4": .throttled
    case "700": .unrelated
    case .some, nil: byStatusOrBareRefusal(reply)
    }
  }
}

extension CachePolicy {
  /// Whether the body is JSON without an error and without preview addresses. Those are signed and
  /// expire, so answers with tracks are not kept.
  public static func isDeezerAnswerWithoutPreviews(_ reply: HTTPTransportResponse) -> Bool {
    isJSON(reply) && DeezerReply.detail(in: reply.body) == nil
      && reply.body.range(of: Data("\"preview\"".utf8)) == nil
  }
}
