import HTTPTypes
import PlayerKit
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitTesting
import TestSupport
import Testing

@testable import PlayerKitYouTube

@Suite("YouTube's refusals", .tags(.pure))
struct YouTubeReplyTests {
  private func failure(of reply: HTTPTransportResponse) async -> CatalogError? {
    let client = YouTubeFixture.client(StubTransport(answers: [.success(reply)]))
    do {
      _ = try await client.video(YouTubeFixture.id)
      return nil
    } catch {
      return error as? CatalogError
    }
  }

  @Test(
    "of the day's quota name the time until midnight in California",
    arguments: [
      YouTubeFixture.error(.forbidden, "quotaExceeded"),
      YouTubeFixture.error(.forbidden, "dailyLimitExceeded"),
      YouTubeFixture.error(
        .tooManyRequests,
        "rateLimitExceeded",
        new: "RATE_LIMIT_EXCEEDED",
        limit: "defaultPerDayPerProject"
      ),
    ]
  )
  func day(reply: HTTPTransportResponse) async throws {
    let error = try #require(await failure(of: reply))
    #expect(error.code == .rateLimited)
    #expect(error.service == .youTube)
    #expect(["quotaExceeded", "dailyLimitExceeded"].contains(error.youTubeReason))
    // The clock starts at 16:00 in California.
    #expect(error.retryAfter == .seconds(8 * 3_600))
    #expect(!error.isRetryable)
    #expect(PlayerError(error).code == .rateLimited)
  }

  @Test(
    "have the code of their reason",
    arguments: [
      (YouTubeFixture.error(.forbidden, "rateLimitExceeded"), CatalogError.Code.rateLimited, true),
      (.error(.badRequest, "badRequest", new: "API_KEY_INVALID"), .unauthorized, false),
      (.error(.badRequest, "keyInvalid"), .unauthorized, false),
      (.error(.forbidden, "forbidden", new: "SERVICE_DISABLED"), .forbidden, false),
      (.error(.forbidden, "accessNotConfigured"), .forbidden, false),
      (.error(.forbidden, "ipRefererBlocked"), .forbidden, false),
      (.error(.notFound, "playlistNotFound"), .notFound, false),
      (.error(.badRequest, "invalidPageToken"), .badRequest, false),
      (.error(.internalServerError, "backendError"), .serverError, true),
      (.text("<p>", status: .badGateway), .serverError, true),
      (.text("", status: .forbidden), .forbidden, false),
      (.text("<p>"), .malformedReply, false), (.text("{}"), .malformedReply, false),
      (.text(#"{"kind":"youtube#videoListResponse","items":[{"id":5.5}]}"#), .notFound, false),
    ] as [(HTTPTransportResponse, CatalogError.Code, Bool)]
  )
  func codes(reply: HTTPTransportResponse, code: CatalogError.Code, isRetryable: Bool) async throws
  {
    let error = try #require(await failure(of: reply))
    #expect(error.code == code)
    #expect(error.isRetryable == isRetryable)
    #expect(error.service == .youTube)
  }

  @Test("keep unknown reasons to themselves, because a server may quote the request there")
  func unknownReasons() async throws {
    let error = try #require(
      await failure(of: YouTubeFixture.error(.forbidden, "key=secret", new: "secret"))
    )
    #expect(error.code == .forbidden)
    #expect(error.details.isEmpty)
    #expect(!everythingShown(of: error).contains("secret"))
  }

  @Test("of too many requests in a short time pause the client, and those of the day do not")
  func verdicts() {
    #expect(
      YouTubeReply.verdict(on: YouTubeFixture.error(.forbidden, "rateLimitExceeded")) == .throttled
    )
    #expect(YouTubeReply.verdict(on: YouTubeFixture.error(.forbidden, "quotaExceeded")) == .served)
    #expect(YouTubeReply.verdict(on: .text("", status: .tooManyRequests)) == .throttled)
    #expect(YouTubeReply.verdict(on: .text("{}")) == .served)
  }

  @Test("A missing key is an error before anything is sent", arguments: [nil, ""] as [String?])
  func missingKey(key: String?) async throws {
    let stub = StubTransport(answers: [])
    let error = await #expect(throws: CatalogError.self) {
      _ = try await YouTubeFixture.client(stub, key: key).video(YouTubeFixture.id)
    }
    #expect(error?.code == .missingCredential)
    #expect(error?.message.contains("API key") == true)
    #expect(stub.calls.isEmpty)
  }
}

extension HTTPTransportResponse {
  fileprivate static func error(
    _ status: HTTPResponse.Status,
    _ reason: String,
    new: String = ""
  ) -> HTTPTransportResponse {
    YouTubeFixture.error(status, reason, new: new)
  }
}
