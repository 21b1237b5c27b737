import Foundation
import HTTPTypes
import PlayerKitITunes
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitTesting
import TestSupport
import Testing

@Suite("Malformed answers of the iTunes Store", .tags(.pure))
struct ITunesReplyTests {
  struct Row: CustomTestStringConvertible, Sendable {
    var status: Int
    var body: String
    var code: CatalogError.Code
    var retryAfter: Duration?
    var isRetryable = false
    var testDescription: String { "\(status) \(body.prefix(20))" }
  }

  static let html = "<html><body>403 Forbidden</body></html>"
  static let refusal = #"{"errorMessage":"Invalid value(s) for key(s): [mediaType]"}"#

  static let rows: [Row] = [
    .init(status: 403, body: "", code: .rateLimited, retryAfter: .seconds(60), isRetryable: true),
    .init(status: 403, body: html, code: .rateLimited, retryAfter: .seconds(60), isRetryable: true),
    .init(status: 429, body: "", code: .rateLimited, retryAfter: .seconds(60), isRetryable: true),
    .init(status: 403, body: refusal, code: .forbidden),
    .init(status: 400, body: refusal, code: .badRequest),
    .init(status: 400, body: "", code: .badRequest),
    .init(status: 401, body: "", code: .unauthorized),
    .init(status: 404, body: html, code: .notFound),
    .init(status: 408, body: "", code: .timedOut, isRetryable: true),
    .init(status: 410, body: "", code: .notFound),
    .init(status: 500, body: "", code: .serverError, isRetryable: true),
    .init(status: 502, body: html, code: .serverError, isRetryable: true),
    .init(status: 504, body: html, code: .serverError, isRetryable: true),
    .init(status: 302, body: "", code: .malformedReply),
    .init(status: 204, body: "", code: .malformedReply),
    .init(status: 200, body: "", code: .malformedReply),
    .init(status: 200, body: "\n\n\n", code: .malformedReply),
    .init(status: 200, body: html, code: .malformedReply),
    .init(status: 200, body: #"{"resultCount":1,"results":[{"wrapp"#, code: .malformedReply),
    .init(status: 200, body: #"{"resultCount":0}"#, code: .malformedReply),
    .init(status: 200, body: #"{"resultCount":0,"results":{}}"#, code: .malformedReply),
    .init(status: 200, body: "[]", code: .malformedReply),
    .init(status: 200, body: "null", code: .malformedReply),
    .init(status: 200, body: refusal, code: .badRequest),
  ]

  @Test("The status is checked before the body", arguments: rows)
  func errors(_ row: Row) async throws {
    let transport = StubTransport { _ in .text(row.body, status: .init(code: row.status)) }
    let error = await #expect(throws: CatalogError.self) {
      try await ITunesFixture.client(transport).search(.init("a secret term"))
    }
    #expect(error?.code == row.code)
    #expect(error?.service == .iTunes)
    #expect(error?.httpStatus == row.status)
    #expect(error?.retryAfter == row.retryAfter)
    #expect(error?.isRetryable == row.isRetryable)
    #expect(error?.description.contains("secret") == false)
    #expect((error?.details.first?.text != nil) == (row.body == Self.refusal))
  }

  @Test("An answer that cannot be read is not quoted")
  func quotesNothing() async throws {
    let transport = StubTransport { _ in .text(#"{"results":[1],"results":"hush","hush":}"#) }
    let error = try #require(
      await #expect(throws: CatalogError.self) {
        try await ITunesFixture.client(transport).search(.init("x"))
      }
    )
    #expect(error.underlying == nil)
    #expect(!everythingShown(of: error).contains("hush"))
  }

  @Test("A dump of an error shows only the library's own text")
  func dumped() {
    struct Foreign: Error { var words = "hush" }
    let error = CatalogError(
      .badRequest,
      "ours",
      service: .iTunes,
      httpStatus: 400,
      details: [.init(code: "hush", title: "hush", text: "hush"), .init(code: "40005")],
      underlying: Foreign()
    )
    let shown = everythingShown(of: error)
    #expect(!shown.contains("hush"))
    for part in ["badRequest", "ours", "itunes", "400", "40005", "Foreign"] {
      #expect(shown.contains(part))
    }
  }

  @Test(
    "The service's own delay is used if it is longer",
    arguments: [
      ("120", 120), ("1", 60), ("-5", 60), ("soon", 60), ("Thu, 01 Jan 2026 00:02:05 GMT", 125),
    ]
  )
  func retryAfter(header: String, seconds: Int) async {
    let transport = StubTransport { _ in
      HTTPTransportResponse(
        HTTPResponse(status: .tooManyRequests, headerFields: [.retryAfter: header])
      )
    }
    // It is 2026-01-01 there.
    let client = ITunesSearchClient(
      configuration: .init(transport: transport, clock: ManualClock())
    )
    let error = await #expect(throws: CatalogError.self) { try await client.search(.init("x")) }
    #expect(error?.retryAfter == .seconds(seconds))
  }

  @Test("No result is a valid answer, whatever its type and leading white space")
  func nothing() async throws {
    for text in ["\n\n\n{\"resultCount\":0,\"results\":[]}\n\n", "\u{feff}{\"results\":[]}"] {
      let transport = StubTransport { _ in .text(text, contentType: "text/javascript") }
      let results = try await ITunesFixture.client(transport).search(.init("x"))
      #expect(results.items.isEmpty && results.unreadable.isEmpty)
    }
  }

  @Test("A transport's errors are passed on, with the service's name")
  func transportErrors() async {
    let transport = StubTransport { _ in throw CatalogError(.unreachable, "refused") }
    let error = await #expect(throws: CatalogError.self) {
      try await ITunesFixture.client(transport).search(.init("x"))
    }
    #expect(error?.code == .unreachable)
    #expect(error?.service == .iTunes)
    let cancelled = StubTransport { _ in throw CancellationError() }
    await #expect(throws: CancellationError.self) {
      try await ITunesFixture.client(cancelled).search(.init("x"))
    }
  }

  @Test("An answer without results is not cached, since it may be a refusal")
  func noResults() {
    func isKept(_ body: String) -> Bool { CachePolicy.isJSONWithResults(.text(body)) }
    #expect(!isKept("\n\n\n{\"resultCount\" : 0, \"results\": []}"))
    #expect(!isKept("{\"resultCount\":"))
    #expect(isKept("\n{\"resultCount\":1}"))
    #expect(isKept("{\"34\":{}}"))
  }
}
