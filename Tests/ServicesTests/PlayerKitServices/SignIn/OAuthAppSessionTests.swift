import Foundation
import HTTPTypes
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitTesting
import TestSupport
import Testing

@Suite("An app's own OAuth tokens", .tags(.local))
struct OAuthAppSessionTests {
  let clock = ManualClock()

  private func provider(
    _ transport: StubTransport,
    store: any OAuthTokenStore = OAuthMemoryTokenStore(),
    at url: URL? = nil
  ) throws -> OAuthSession {
    let configuration = try OAuthConfiguration.example(secret: "app-secret") {
      $0.tokenURL = url ?? $0.tokenURL
    }
    return try OAuthSession(
      configuration,
      of: .app,
      store: store,
      transport: transport,
      clock: clock
    )
  }

  @Test("are requested with Basic and a form")
  func sendsForm() async throws {
    let transport = AccountsFixture().transport
    #expect(try await provider(transport).accessToken().secret == "access-1")
    let call = try #require(transport.calls.first)
    #expect(call.request.method == .post)
    #expect(call.request.scheme == "https")
    #expect(call.request.authority == "accounts.example")
    #expect(call.request.path == "/api/token")
    let fields = call.request.headerFields
    #expect(
      fields[.authorization] == "Basic " + Data("app-id:app-secret".utf8).base64EncodedString()
    )
    #expect(fields[.contentType] == "application/x-www-form-urlencoded")
    #expect(call.body == Data("grant_type=client_credentials".utf8))
  }

  @Test("may be requested without encryption on this machine")
  func acceptsThisMachine() async throws {
    let transport = AccountsFixture().transport
    let base = try #require(URL(string: "http://127.0.0.1:9/accounts/token"))
    _ = try await provider(transport, at: base).accessToken()
    #expect(transport.calls.first?.request.path == "/accounts/token")
    #expect(transport.calls.first?.request.authority == "127.0.0.1:9")
  }

  @Test(
    "are not requested from an address without encryption",
    arguments: ["http://accounts.example", "ftp://a.example", "https://me:pw@a.example", "a"]
  )
  func refusesAddress(text: String) throws {
    let url = try #require(URL(string: text))
    let error = #expect(throws: CatalogError.self) {
      _ = try provider(AccountsFixture().transport, at: url)
    }
    #expect(error?.code == .invalidArgument)
  }

  @Test("cause one request for 100 callers whose token has expired, and lose none of them")
  func sharesRefresh() async throws {
    let (gate, open) = AsyncStream.makeStream(of: Void.self)
    let transport = AccountsFixture(gate: { for await _ in gate { break } }).transport
    let provider = try provider(transport)
    open.yield()
    _ = try await provider.accessToken()
    clock.advance(by: .seconds(3600))
    let tokens = try await withThrowingTaskGroup(of: OAuthAccessToken.self) { group in
      for _ in 1...100 { group.addTask { try await provider.accessToken() } }
      try await eventually("the request") { transport.calls.count == 2 }
      open.yield()
      return try await group.reduce(into: [OAuthAccessToken]()) { $0.append($1) }
    }
    #expect(tokens == Array(repeating: OAuthAccessToken("access-2"), count: 100))
    #expect(transport.calls.count == 2)
  }

  @Test("are renewed a minute before the token expires, while the old one works")
  func renewsEarly() async throws {
    let transport = AccountsFixture().transport
    let provider = try provider(transport)
    #expect(try await provider.accessToken().secret == "access-1")
    clock.advance(by: .seconds(3539))
    #expect(try await provider.accessToken().secret == "access-1")
    #expect(transport.calls.count == 1)
    clock.advance(by: .seconds(1))
    #expect(try await provider.accessToken().secret == "access-1")
    try await eventually("the renewal") { transport.calls.count == 2 }
    clock.advance(by: .seconds(60))
    #expect(try await provider.accessToken().secret == "access-2")
    #expect(transport.calls.count == 2)
  }

  @Test("get another token after a refusal, and no further one after the second")
  func replacesRefused() async throws {
    let transport = AccountsFixture().transport
    let provider = try provider(transport)
    let first = try await provider.accessToken()
    await provider.refused(first)
    let second = try await provider.accessToken()
    #expect(second != first)
    await provider.refused(first)
    #expect(try await provider.accessToken() == second)
    await provider.refused(second)
    #expect(await codeThrown { _ = try await provider.accessToken() } == .unauthorized)
    #expect(transport.calls.count == 2)
  }

  static let bad: [(Int, String, CatalogError.Code)] = [
    (200, "", .malformedReply), (200, "<html>", .malformedReply), (200, "{}", .malformedReply),
    (200, #"{"access_token":""}"#, .malformedReply),
    (200, #"{"access_token":"app-secret\nx"}"#, .malformedReply),
    (200, #"{"access_token":7}"#, .malformedReply),
    (200, #"{"access_token":"app-secret","expires_in":0}"#, .malformedReply),
    (302, "", .malformedReply),
    (400, #"{"error":"invalid_client","error_description":"Invalid client"}"#, .unauthorized),
    (400, #"{"error":"invalid_client","error_description":"not app-secret"}"#, .unauthorized),
    (401, "app-secret", .unauthorized), (400, #"{"error":"app-secret"}"#, .badRequest),
    (403, "", .forbidden), (404, "", .notFound), (429, "", .rateLimited), (502, "", .serverError),
  ]

  @Test("that give no token are typed errors without a secret", arguments: bad)
  func refusesBadAnswers(status: Int, body: String, code: CatalogError.Code) async throws {
    let provider = try provider(StubTransport { _ in .text(body, status: .init(code: status)) })
    let error = await #expect(throws: CatalogError.self) { try await provider.accessToken() }
    #expect(error?.code == code)
    #expect(error?.service?.rawValue == "example")
    #expect(error.map { everythingShown(of: $0) }?.contains("app-secret") == false)
    #expect(!everythingShown(of: provider).contains("app-secret"))
  }

  @Test("do not wait for a day, but report that the service asks for it")
  func reportsRetryAfter() async throws {
    var reply = HTTPTransportResponse.text("", status: .tooManyRequests)
    reply.response.headerFields[.retryAfter] = "86400"
    let transport = StubTransport { [reply] _ in reply }
    let provider = try provider(transport)
    for _ in 1...20 {
      let error = await #expect(throws: CatalogError.self) { try await provider.accessToken() }
      #expect(error?.code == .rateLimited)
      #expect(error?.retryAfter == .seconds(86_400))
    }
    #expect(transport.calls.count == 1)
  }

  @Test("are shared by the store, but not if they were refused")
  func usesStore() async throws {
    let transport = AccountsFixture().transport
    let store = RecordingStore()
    let first = try await provider(transport, store: store).accessToken()
    let other = try provider(transport, store: store)
    #expect(try await other.accessToken() == first)
    #expect(transport.calls.count == 1)
    await other.refused(first)
    #expect(try await other.accessToken().secret == "access-2")
    #expect(store.tokens?.accessToken == "access-2")
  }

  @Test("are for an app with a secret, and for no user")
  func refusesUser() async throws {
    let transport = AccountsFixture().transport
    let error = #expect(throws: CatalogError.self) {
      _ = try OAuthSession(.example(), of: .app, transport: transport)
    }
    #expect(error?.code == .invalidCredential)
    let session = try provider(transport)
    let code = OAuthCode("code", redirectURI: "myapp://c", verifier: "v")
    #expect(await codeThrown { try await session.signIn(with: code) } == .invalidArgument)
    #expect(transport.calls.isEmpty)
  }

  @Test("of an invalid id are refused at once", arguments: ["", "a:b", "a b", "a\n"])
  func refusesCredentials(text: String) {
    let error = #expect(throws: CatalogError.self) {
      _ = try OAuthSession(
        .example(secret: "app-secret") { $0.clientID = text },
        of: .app,
        transport: AccountsFixture().transport
      )
    }
    #expect(error?.code == .invalidCredential)
  }
}
