import Foundation
import HTTPTypes
import PlayerKitServices

/// Decides what an answer is: the service tells failures in bodies of status 200. Pure.
enum DeezerReply {
  /// The service counts requests over this time; so long an address is left alone that asked too
  /// often.
  static let quotaTime = Duration.seconds(5)

  /// What an answer says went wrong; `nil` where it is one.
  static func failure(in reply: HTTPReply, now: Date) -> CatalogError? {
    let status = reply.response.status.code
    let asked = reply.retryAfter(now: now)
    guard let detail = detail(in: reply.body) else {
      // A 403 or 429 without words is that of an address that asked too often.
      let isQuota = status == 429 || status == 403 && !reply.isLikelyJSON
      let code: CatalogError.Code = isQuota ? .rateLimited : .init(httpStatus: status)
      return status == 200 ? nil : failure(code, status, [], asked ?? (isQuota ? quotaTime : nil))
    }
    // A bare text, as for a path that does not exist.
    if detail.code == nil, detail.title == nil, status != 200 {
      return failure(.init(httpStatus: status), status, [detail], asked)
    }
    let code = detail.code.flatMap { Int($0) }.map { meaning(of: $0) } ?? .badRequest
    return failure(code, status, [detail], asked ?? (code == .rateLimited ? quotaTime : nil))
  }

  /// What the body says went wrong; `nil` where it is an answer, or nothing that can be read.
  static func detail(in body: Data) -> CatalogError.Detail? {
    // An answer is never so short of members as to be read as an error; long ones are not tried.
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
  /// As ``byStatusOrBareRefusal(_:)``, and the Deezer API's own form: status 200 with the code 4.
  public static func byDeezerCode(_ reply: HTTPReply) -> ThrottlingVerdict {
    switch DeezerReply.detail(in: reply.body)?.code {
    case "4": .throttled
    case "700": .unrelated
    case .some, nil: byStatusOrBareRefusal(reply)
    }
  }
}

extension CachePolicy {
  /// Whether the body is JSON, tells no failure, and holds no address of a preview: those are signed
  /// and expire, so that no answer with tracks is kept.
  public static func isDeezerAnswerWithoutPreviews(_ reply: HTTPReply) -> Bool {
    isJSON(reply) && DeezerReply.detail(in: reply.body) == nil
      && reply.body.range(of: Data("\"preview\"".utf8)) == nil
  }
}
