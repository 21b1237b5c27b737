import Foundation
import HTTPTypes
import PlayerKitAppleMusic
import PlayerKitITunes
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitTesting
import TestSupport
import Testing

@Suite("Requests for any path of the Apple Music API", .tags(.pure))
struct DataRequestTests {
  private struct Answer: Decodable, Sendable {
    struct Member: Decodable, Sendable { var id: String }
    var data: [Member]
  }

  @Test("Any path can be requested, and is decoded as the caller's type")
  func value() async throws {
    let bench = try ClientBench(language: "ja", script: [.songs(["1"]), .songs(["2"])])
    let request = CatalogRequest(
      "/v1/catalog/us/curators/1",
      query: [URLQueryItem(name: "extend", value: "a b")]
    )
    let answer = try await bench.client.value(of: request, as: Answer.self)
    #expect(answer.data.map(\.id) == ["1"])
    let list = CatalogRequest("/v1/catalog/us/x?y=1")
    let songs: AppleMusic.Collection<AppleMusic.Song> = try await bench.client.value(of: list)
    #expect(songs.first?.name == "Song 2")
    #expect(
      bench.asked == ["GET catalog/us/curators/1?extend=a b&l=ja", "GET catalog/us/x?y=1&l=ja"]
    )
  }

  @Test("An answer without a body is valid, but has no value")
  func noBody() async throws {
    let bench = try ClientBench { _ in .empty(204) }
    let request = CatalogRequest("/v1/x", method: .delete)
    #expect(try await bench.client.reply(to: request).response.status.code == 204)
    #expect(
      await codeThrown { _ = try await bench.client.value(of: request, as: Answer.self) }
        == .malformedReply
    )
  }

  @Test(
    "An unexpected answer is malformed, and the error describes it",
    arguments: [
      ("<!DOCTYPE html><html></html>", "HTML"), ("", "empty"), (#"{"data":[{"id":"1"}"#, "JSON"),
      (#"{"data":[{"id":1}]}"#, "data.0.id"), (#"{"data":{}}"#, "data"), ("{}", "form"),
      ("[]", "form"), ("\u{0}", "JSON"), ("null", "form"),
    ]
  )
  func malformed(_ body: String, _ word: String) async throws {
    let bench = try ClientBench { _ in .text(body, contentType: "text/html") }
    let error = await #expect(throws: CatalogError.self) {
      _ = try await bench.client.value(of: .init("/v1/x"), as: Answer.self)
    }
    #expect(error?.code == .malformedReply)
    #expect(error?.message.contains(word) == true, "\(error?.message ?? "")")
    #expect(error?.httpStatus == 200)
    #expect(error?.isRetryable == false)
  }

  @Test(
    "An answer without a list is malformed if a list was requested",
    arguments: [
      "{}", #"{"errors":[]}"#, #"{"data":null}"#, #"{"data":3}"#, "[]", "3", "<html>", "",
      String(repeating: "[", count: 100_000), #"{"data":"# + String(repeating: "[", count: 100_000),
    ]
  )
  func noList(_ body: String) async throws {
    let bench = try ClientBench { _ in .text(body) }
    #expect(await codeThrown { _ = try await bench.client.songs(["1"]) } == .malformedReply)
    #expect(
      await codeThrown { _ = try await bench.client.search("a", for: [.songs]) } == .malformedReply
    )
  }

  @Test(
    "Statuses become errors, and are not retried here",
    arguments: [
      (429, CatalogError.Code.rateLimited), (504, .serverError), (404, .notFound),
      (302, .malformedReply),
    ]
  )
  func statuses(_ status: Int, _ code: CatalogError.Code) async throws {
    let bench = try ClientBench { _ in .text("<html>", status: .init(code: status)) }
    #expect(await codeThrown { _ = try await bench.client.songs(["1"]) } == code)
    #expect(bench.transport.calls.count == 1)
  }

  @Test("A transport failure names the service, and a cancellation is unchanged")
  func transportFailures() async throws {
    let bench = try ClientBench { _ in throw CatalogError(.unreachable, "No route.") }
    let error = await #expect(throws: CatalogError.self) { try await bench.client.songs(["1"]) }
    #expect(error?.code == .unreachable)
    #expect(error?.service == .appleMusic)
    let cancelled = try ClientBench { _ in throw CancellationError() }
    await #expect(throws: CancellationError.self) { try await cancelled.client.songs(["1"]) }
  }

  @Test("An invalid base address is reported when it is used")
  func badBase() async throws {
    let bench = try ClientBench(base: "ftp://example.org") { _ in .songs([]) }
    #expect(await codeThrown { _ = try await bench.client.songs(["1"]) } == .invalidArgument)
  }

  @Test("The limits of an exchange are those of the configuration")
  func bounds() async throws {
    let transport = StubTransport { _ in .songs([]) }
    let client = AppleMusicClient(
      developerTokens: try TurningTokens(),
      storefront: "us",
      configuration: .init(
        transport: transport,
        clock: ManualClock(),
        timeout: .seconds(7),
        maximumReplySize: 999
      )
    )
    _ = try await client.songs(["1"])
    #expect(transport.calls.first?.timeout == .seconds(7))
    #expect(transport.calls.first?.maximumReplySize == 999)
    #expect(transport.calls.first?.request.authority == "api.music.apple.com")
    #expect(transport.calls.first?.request.scheme == "https")
  }
}
