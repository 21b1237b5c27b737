import Foundation
import HTTPTypes
import MusicCatalog

/// Reads what an address for tokens answers.
enum TokenReply {
  /// The tokens, or why there are none.
  ///
  /// - Parameter sent: What must not be shown, should the answer quote it.
  static func answer(
    of reply: HTTPReply,
    at date: Date,
    sent: [String]
  ) throws(CatalogError) -> Spotify.TokenAnswer {
    guard reply.response.status.kind == .successful else {
      throw failure(of: reply, at: date, sent: sent)
    }
    // The decoder's error may quote a token.
    guard let answer = try? JSONDecoder().decode(Spotify.TokenAnswer.self, from: reply.body),
      isToken(answer.accessToken), answer.refreshToken.map(isToken) ?? true
    else {
      throw CatalogError(
        .malformedReply,
        "The answer holds no access token",
        service: .spotify,
        httpStatus: reply.response.status.code
      )
    }
    return answer
  }

  /// Whether a header field can carry it.
  private static func isToken(_ text: String) -> Bool {
    (1...8192).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }

  private static func failure(of reply: HTTPReply, at date: Date, sent: [String]) -> CatalogError {
    let status = reply.response.status.code
    let failure = try? JSONDecoder().decode(Spotify.AuthorizationFailure.self, from: reply.body)
    let name = failure.flatMap { isName($0.error) && !sent.contains($0.error) ? $0.error : nil }
    let text = failure?.errorDescription.flatMap { text in
      text.utf8.count <= 300 && !sent.contains { $0.utf8.count > 3 && text.contains($0) }
        ? text : nil
    }
    return CatalogError(
      code(status: status, name: name),
      message(status: status, name: name),
      service: .spotify,
      httpStatus: status,
      details: name.map { [.init(code: $0, text: text)] } ?? [],
      retryAfter: reply.retryAfter(now: date)
    )
  }

  private static func code(status: Int, name: String?) -> CatalogError.Code {
    switch (status, name) {
    case (400..<429, "invalid_grant"): .signInRequired
    case (400..<429, "invalid_client"), (400..<429, "unauthorized_client"), (401, _): .unauthorized
    case (403, _): .forbidden
    case (404, _), (410, _): .notFound
    case (408, _): .timedOut
    case (429, _): .rateLimited
    case (400..<500, _): .badRequest
    case (500..., _): .serverError
    // A redirect that was not followed, or no status of an answer at all.
    case (_, _): .malformedReply
    }
  }

  private static func message(status: Int, name: String?) -> String {
    name == "invalid_grant"
      ? "The sign-in has ended or was revoked: the user has to sign in again"
      : "No token was given: \(status)" + (name.map { ", \($0)" } ?? "")
  }

  /// Whether it is a name of a failure as the standard has them, so that it may be shown.
  private static func isName(_ text: String) -> Bool {
    (1...40).contains(text.utf8.count)
      && text.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == 0x5F }
  }
}
