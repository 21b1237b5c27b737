import Foundation
import HTTPTypes
import PlayerKitAppleMusic
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitSystem
import PlayerKitTesting
import TestSupport
import Testing

@Suite("Developer tokens from the app's server", .tags(.local))
struct FetchedDeveloperTokenProviderTests {
  let clock = ManualClock()

  private func url(_ text: String = "https://app.example/token?kind=music") throws -> URL {
    try #require(URL(string: text))
  }

  private func provider(
    _ url: String = "https://app.example/token?kind=music",
    by transport: StubTransport
  ) throws -> FetchedDeveloperTokenProvider {
    try FetchedDeveloperTokenProvider(url: self.url(url), transport: transport, clock: clock)
  }

  @Test("are fetched by one request for any number of concurrent callers")
  func sharesFetch() async throws {
    let (gate, open) = AsyncStream.makeStream(of: Void.self)
    let transport = StubTransport { _ in
      for await _ in gate { break }
      return .text(SampleToken.text(), contentType: "text/plain")
    }
    let provider = try provider(by: transport)
    let tokens = try await withThrowingTaskGroup(of: DeveloperToken.self) { group in
      for _ in 1...100 { group.addTask { try await provider.token() } }
      try await eventually("the request") { transport.calls.count == 1 }
      open.yield()
      return try await group.reduce(into: [DeveloperToken]()) { $0.append($1) }
    }
    #expect(tokens.count == 100)
    #expect(Set(tokens) == [try SampleToken.make()])
    #expect(transport.calls.count == 1)
    let request = try #require(transport.calls.first?.request)
    #expect(request.method == .get)
    #expect(request.scheme == "https")
    #expect(request.authority == "app.example")
    #expect(request.path == "/token?kind=music")
    #expect(request.headerFields[.cacheControl] == "no-cache")
  }

  static let forms = [
    SampleToken.text(), "\n \(SampleToken.text())\r\n", "\"\(SampleToken.text())\"",
    #"{"token":"\#(SampleToken.text())"}"#,
    #"{ "expires": 7, "developerToken" : "\#(SampleToken.text())" }"#,
  ]

  @Test("are read as plain text and as JSON", arguments: forms)
  func readsForms(body: String) async throws {
    let provider = try provider(by: StubTransport { _ in .text(body, contentType: "text/html") })
    #expect(try await provider.token() == SampleToken.make())
  }

  static let bad: [(Int, String, CatalogError.Code)] = [
    (200, "", .malformedReply), (200, "<html>", .malformedReply), (200, "{}", .malformedReply),
    (200, #"{"token":7}"#, .malformedReply), (200, "[]", .malformedReply),
    (200, "{", .malformedReply), (204, "", .malformedReply),
    (200, "secret-words", .invalidCredential),
    (200, #"{"token":"secret-words"}"#, .invalidCredential),
    (302, "", .malformedReply), (408, "", .timedOut), (400, "secret-words", .badRequest),
    (401, "", .unauthorized),
    (403, "", .forbidden), (404, "", .notFound), (429, "", .rateLimited), (503, "", .serverError),
  ]

  @Test("that are invalid are typed errors that do not quote the answer", arguments: bad)
  func refusesBadAnswers(status: Int, body: String, code: CatalogError.Code) async throws {
    let transport = StubTransport { _ in .text(body, status: .init(code: status)) }
    let provider = try provider(by: transport)
    let error = await #expect(throws: CatalogError.self) { try await provider.token() }
    #expect(error?.code == code)
    #expect(error.map { everythingShown(of: $0) }?.contains("secret-words") == false)
  }

  @Test(
    "are not requested at an address without encryption",
    arguments: [
      "http://app.example/token", "ftp://app.example/", "file:///token", "token", "https:///token",
      "https://me:secret@app.example/token", "http://localhost.example/",
    ]
  )
  func refusesAddress(text: String) throws {
    let error = #expect(throws: CatalogError.self) {
      _ = try provider(text, by: StubTransport { _ in .text("") })
    }
    #expect(error?.code == .invalidArgument)
    #expect(error?.description.contains("secret") == false)
  }

  @Test(
    "may come over http from this machine",
    arguments: ["http://localhost:8080", "http://127.0.0.1/", "http://[::1]:99/token"]
  )
  func acceptsLoopback(text: String) async throws {
    let transport = StubTransport { _ in .text(SampleToken.text()) }
    _ = try await provider(text, by: transport).token()
    let request = try #require(transport.calls.first?.request)
    #expect("http://\(request.authority ?? "")\(request.path ?? "")".hasPrefix(text))
  }

  @Test("carry the header fields that the server requires, and show none")
  func sendsHeaderFields() async throws {
    let transport = StubTransport { _ in .text(SampleToken.text()) }
    let provider = try FetchedDeveloperTokenProvider(
      url: url(),
      headerFields: [.authorization: "Basic c2VjcmV0"],
      transport: transport,
      clock: clock
    )
    _ = try await provider.token()
    #expect(transport.calls.first?.request.headerFields[.authorization] == "Basic c2VjcmV0")
    let shown = everythingShown(of: provider)
    #expect(!shown.contains("c2VjcmV0") && !shown.contains("SAMPLEKEY1"))
    #expect(!shown.contains("app.example"))
  }

  @Test("are renewed before they expire, while the old one works")
  func renews() async throws {
    let fetches = Recorded<Int>()
    let provider = FetchedDeveloperTokenProvider(leeway: .seconds(600), clock: clock) {
      [clock] in
      let token = try SampleToken.make(issued: clock.uptime / .seconds(1))
      fetches.append(fetches.elements.count)
      return token
    }
    let first = try await provider.token()
    clock.advance(by: .seconds(2999))
    #expect(try await provider.token() == first)
    #expect(fetches.elements.count == 1)
    clock.advance(by: .seconds(1))
    #expect(try await provider.token() == first)
    try await fetches.wait(for: "the renewal") { $0.count == 2 }
    // After the old one expires, callers wait for a renewal in progress.
    clock.advance(by: .seconds(600))
    #expect(try await provider.token() == SampleToken.make(issued: 3000))
    #expect(fetches.elements.count == 2)
  }

  @Test("are not requested again and again after a failure")
  func backsOff() async throws {
    let transport = StubTransport { _ in .text("", status: .serviceUnavailable) }
    let provider = try provider(by: transport)
    for _ in 1...50 {
      #expect(await codeThrown { _ = try await provider.token() } == .serverError)
    }
    #expect(transport.calls.count == 1)
    clock.advance(by: .seconds(1))
    for _ in 1...50 {
      #expect(await codeThrown { _ = try await provider.token() } == .serverError)
    }
    #expect(transport.calls.count == 2)
  }

  @Test("are not requested for as long as the server asks, in both forms")
  func retryAfter() async throws {
    for field in ["90", "Thu, 01 Jan 2026 00:01:30 GMT"] {
      let transport = StubTransport { _ in
        HTTPTransportResponse(
          HTTPResponse(status: .tooManyRequests, headerFields: [.retryAfter: field])
        )
      }
      let error = await #expect(throws: CatalogError.self) {
        try await provider(by: transport).token()
      }
      #expect(error?.retryAfter == .seconds(90))
    }
  }

  @Test("that fail for a reason of the app are typed errors that quote nothing")
  func wrapsErrors() async {
    struct Leaky: Error, CustomStringConvertible {
      var description: String { "secret-words" }
    }
    let provider = FetchedDeveloperTokenProvider(clock: clock) { throw Leaky() }
    let error = await #expect(throws: CatalogError.self) { try await provider.token() }
    #expect(error?.code == .missingCredential)
    #expect(error?.underlying is Leaky)
    #expect(error?.description.contains("secret-words") == false)
  }

  @Test("are fetched again after a refusal")
  func fetchesAfterRefusal() async throws {
    let count = Locked<UInt8>(0)
    let provider = FetchedDeveloperTokenProvider(clock: clock) {
      try SampleToken.make(
        count.withLock {
          $0 += 1
          return $0
        }
      )
    }
    let first = try await provider.token()
    await provider.refused(first)
    let second = try await provider.token()
    #expect(second != first)
    await provider.refused(first)
    #expect(try await provider.token() == second)
    await provider.refused(second)
    #expect(await codeThrown { _ = try await provider.token() } == .unauthorized)
    #expect(count.withLock { $0 } == 2)
  }

  @Test("are still fetched if one waiting caller is cancelled")
  func survivesCancellation() async throws {
    let (gate, open) = AsyncStream.makeStream(of: Void.self)
    let fetches = Recorded<Bool>()
    let provider = FetchedDeveloperTokenProvider(clock: clock) {
      fetches.append(true)
      for await _ in gate { break }
      return try SampleToken.make()
    }
    let impatient = Task { try await provider.token() }
    try await fetches.wait(for: "the fetch") { $0.count == 1 }
    let patient = Task { try await provider.token() }
    impatient.cancel()
    await #expect(throws: CancellationError.self) { try await impatient.value }
    open.yield()
    #expect(try await patient.value == SampleToken.make())
    #expect(fetches.elements.count == 1)
  }
}
