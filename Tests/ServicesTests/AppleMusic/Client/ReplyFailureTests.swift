import Foundation
import HTTPTypes
import PlayerKitITunes
import PlayerKitServicesTesting
import PlayerKitTesting
import TestSupport
import Testing

@testable import PlayerKitAppleMusic
@testable import PlayerKitServices

@Suite("Errors in an answer", .tags(.pure))
struct ReplyFailureTests {
  @Test(
    "The status decides, even with an empty body",
    arguments: [
      (400, CatalogError.Code.badRequest), (401, .unauthorized), (403, .forbidden),
      (404, .notFound), (405, .badRequest), (409, .badRequest), (410, .notFound),
      (413, .badRequest), (414, .badRequest), (429, .rateLimited), (500, .serverError),
      (501, .serverError), (503, .serverError), (504, .serverError), (302, .malformedReply),
    ]
  )
  func statuses(_ status: Int, _ code: CatalogError.Code) {
    let error = failure(status, "")
    #expect(error?.code == code)
    #expect(error?.httpStatus == status)
    #expect(error?.service == .appleMusic)
    #expect(error?.details.isEmpty == true)
    #expect(error?.isRetryable == ([.rateLimited, .serverError].contains(code) && status != 501))
  }

  @Test("A success is no failure", arguments: [200, 201, 202, 204])
  func successes(_ status: Int) {
    #expect(failure(status, "") == nil)
  }

  @Test("The service's text is in the details, and not in the message")
  func details() {
    let error = failure(
      400,
      """
      {"errors":[{"id":"R6YFQ2ZLM5KD3VXWNBTH7JCOEA","title":"Invalid Parameter Value",
        "detail":"Value must be an integer","status":"400","code":"40005",
        "source":{"parameter":"limit"}}]}
      """
    )
    #expect(
      error?.details == [
        CatalogError.Detail(
          code: "40005",
          occurrence: "R6YFQ2ZLM5KD3VXWNBTH7JCOEA",
          title: "Invalid Parameter Value",
          text: "Value must be an integer",
          parameter: "limit"
        )
      ]
    )
    #expect(error?.message == "The service answered 400, code 40005.")
  }

  @Test(
    "An error document of any form does not trap",
    arguments: [
      #"{"errors":[]}"#, #"{"errors":[null,3,"x"]}"#, #"{"errors":{}}"#, "[]", "<html>", "{",
      #"{"errors":[{"code":40400,"source":"x"}]}"#,
    ]
  )
  func oddDocuments(_ body: String) {
    #expect(failure(404, body)?.code == .notFound)
  }

  @Test("A gateway's HTML page is a server failure")
  func gateway() {
    #expect(failure(504, "<html><body>504</body></html>")?.code == .serverError)
  }

  @Test("Insufficient privileges are a missing permission, whatever the status")
  func privileges() {
    let error = failure(400, #"{"errors":[{"code":"40015","title":"Insufficient Privileges"}]}"#)
    #expect(error?.code == .forbidden)
    #expect(error?.httpStatus == 400)
  }

  @Test("A delay that the service requests is passed on, as seconds and as a date")
  func retryAfter() {
    #expect(failure(429, "")?.retryAfter == nil)
    #expect(failure(429, "", retryAfter: "3")?.retryAfter == .seconds(3))
    #expect(
      failure(429, "", retryAfter: "Thu, 01 Jan 1970 00:00:07 GMT")?.retryAfter == .seconds(7)
    )
    #expect(failure(429, "", retryAfter: "soon")?.retryAfter == nil)
  }

  private func failure(
    _ status: Int,
    _ body: String,
    retryAfter: String? = nil
  ) -> CatalogError? {
    var reply = HTTPTransportResponse.text(body, status: .init(code: status))
    if let retryAfter { reply.response.headerFields[.retryAfter] = retryAfter }
    return ReplyFailure.error(of: reply, at: Date(timeIntervalSince1970: 0))
  }
}
