import PlayerKit
import PlayerKitHTTP
import TestSupport
import Testing

@testable import PlayerKitMedia

@Suite("The failure of a request for media", .tags(.pure))
struct HTTPFailureTests {
  @Test(
    "has the code of the request's error, and can be retried if that can help",
    arguments: [
      (CatalogError.unsupportedURL, .blockedURL, false), (.unknownHost, .unreachable, true),
      (.noConnection, .unreachable, true), (.timedOut, .timedOut, true),
      (.cut, .interrupted, true), (.closed, .interrupted, true), (.untrusted, .untrusted, false),
      (.malformed, .malformedReply, false), (.blockedRedirect, .blockedURL, false),
      (.downgraded, .blockedURL, false), (.bodyRedirected, .blockedURL, false),
      (.tooManyRedirects, .unreachable, false), (.outOfReach, .blockedURL, false),
    ] as [(CatalogError, PlayerError.Code, Bool)]
  )
  func errors(error: CatalogError, code: PlayerError.Code, isRetryable: Bool) {
    let failure = HTTPFailure.error(error)
    #expect(failure.code == code && failure.isRetryable == isRetryable)
    #expect(failure.message == error.message || error == .unsupportedURL)
  }

  @Test(
    "has the code of a status",
    arguments: [
      (204, nil), (302, .forbidden), (400, .forbidden), (401, .unauthorized), (403, .forbidden),
      (404, .notFound), (408, .timedOut), (410, .notFound), (416, .forbidden), (429, .rateLimited),
      (500, .serverError), (599, .serverError), (600, .forbidden), (999, .forbidden),
    ] as [(Int, PlayerError.Code?)]
  )
  func statuses(status: Int, code: PlayerError.Code?) {
    let failure = HTTPFailure.error(status: status)
    #expect(failure?.code == code && failure?.httpStatus == code.map { _ in status })
  }
}
