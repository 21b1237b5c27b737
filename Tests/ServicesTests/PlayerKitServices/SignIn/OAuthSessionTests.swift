import Foundation
import HTTPTypes
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitTesting
import TestSupport
import Testing

@Suite("A user's OAuth tokens", .tags(.local))
struct OAuthSessionTests {
  let clock = ManualClock()

  private func provider(
    _ transport: StubTransport,
    _ store: any OAuthTokenStore
  ) throws -> OAuthSession {
    try OAuthSession(.example(), store: store, transport: transport, clock: clock)
  }

  @Test("come from the store while they are valid")
  func usesStored() async throws {
    let transport = AccountsFixture().transport
    let provider = try provider(transport, RecordingStore(.ending(at: 3600)))
    #expect(try await provider.accessToken().secret == "access-0")
    #expect(transport.calls.isEmpty)
  }

  @Test("are refreshed once for 100 callers, and saved before a caller gets them")
  func sharesRefresh() async throws {
    let (gate, open) = AsyncStream.makeStream(of: Void.self)
    let transport = AccountsFixture(gate: { for await _ in gate { break } }).transport
    let store = RecordingStore(.ending(at: -1))
    let provider = try provider(transport, store)
    let tokens = try await withThrowingTaskGroup(of: (OAuthAccessToken, Int).self) { group in
      for _ in 1...100 {
        group.addTask { (try await provider.accessToken(), store.saves.count) }
      }
      try await eventually("the request") { transport.calls.count == 1 }
      open.yield()
      return try await group.reduce(into: [(OAuthAccessToken, Int)]()) { $0.append($1) }
    }
    #expect(tokens.count == 100)
    #expect(tokens.allSatisfy { $0.0.secret == "access-1" && $0.1 == 1 })
    #expect(transport.calls.count == 1)
    #expect(
      transport.calls.map(AccountsFixture.form) == [
        ["grant_type": "refresh_token", "refresh_token": "refresh-0", "client_id": "app-id"]
      ]
    )
    #expect(transport.calls.first?.request.headerFields[.authorization] == nil)
    #expect(store.tokens?.refreshToken == "refresh-1")
    #expect(store.tokens?.authorizedAt == ManualClock.dateOfOrigin)
    #expect(store.tokens?.scopes == ["user-library-read"])
  }

  @Test("rotate: each refresh token is used once")
  func rotates() async throws {
    let transport = AccountsFixture().transport
    let provider = try provider(transport, RecordingStore(.ending(at: -1)))
    for round in 1...5 {
      #expect(try await provider.accessToken().secret == "access-\(round)")
      clock.advance(by: .seconds(3600))
    }
    let sent = transport.calls.map { AccountsFixture.form(of: $0)["refresh_token"] }
    #expect(sent == ["refresh-0", "refresh-1", "refresh-2", "refresh-3", "refresh-4"])
  }

  @Test("keep the refresh token if there is no new one")
  func keepsRefreshToken() async throws {
    let store = RecordingStore(.ending(at: -1))
    let provider = try provider(AccountsFixture(rotates: false).transport, store)
    _ = try await provider.accessToken()
    #expect(store.tokens?.accessToken == "access-1")
    #expect(store.tokens?.refreshToken == "refresh-0")
  }

  @Test("with a used or expired refresh token need another sign-in")
  func endsSignIn() async throws {
    let transport = AccountsFixture(live: []).transport
    let store = RecordingStore(.ending(at: -1))
    let provider = try provider(transport, store)
    let error = await #expect(throws: CatalogError.self) { try await provider.accessToken() }
    #expect(error?.code == .signInRequired)
    #expect(error?.details.first?.text == "Refresh token revoked")
    #expect(error.map { everythingShown(of: $0) }?.contains("refresh-0") == false)
    #expect(store.tokens == nil)
    clock.advance(by: .seconds(2))
    #expect(await codeThrown { _ = try await provider.accessToken() } == .missingCredential)
    #expect(transport.calls.count == 1)
  }

  @Test("are taken from the store if another process has refreshed them")
  func followsOtherProcess() async throws {
    let accounts = AccountsFixture()
    let transport = accounts.transport
    let store = RecordingStore(.ending(at: 100))
    let provider = try provider(transport, store)
    #expect(try await provider.accessToken().secret == "access-0")
    var others = OAuthToken.ending(at: 7200, refresh: "refresh-9")
    others.accessToken = "access-9"
    accounts.rotate("refresh-0", to: "refresh-9")
    store.replace(others)
    clock.advance(by: .seconds(100))
    #expect(try await provider.accessToken().secret == "access-9")
    #expect(transport.calls.isEmpty)
  }

  @Test("are not lost if another process is slightly faster")
  func survivesRace() async throws {
    let store = RecordingStore(.ending(at: -1))
    var others = OAuthToken.ending(at: 7200, refresh: "refresh-9")
    others.accessToken = "access-9"
    let transport = StubTransport { [others] _ in
      store.replace(others)
      return AccountsFixture.invalidGrant
    }
    let provider = try provider(transport, store)
    #expect(try await provider.accessToken().secret == "access-9")
    #expect(store.removals == 0)
  }

  @Test("are used if they cannot be saved, and saved later")
  func survivesFullDisk() async throws {
    let transport = AccountsFixture().transport
    let store = RecordingStore(.ending(at: -1))
    let provider = try provider(transport, store)
    store.setFails(true)
    #expect(try await provider.accessToken().secret == "access-1")
    #expect(try await provider.accessToken().secret == "access-1")
    #expect(store.saves.isEmpty)
    store.setFails(false)
    clock.advance(by: .seconds(2))
    #expect(try await provider.accessToken().secret == "access-1")
    #expect(store.tokens?.refreshToken == "refresh-1")
    #expect(transport.calls.count == 1)
  }

  @Test("are refreshed after a refusal, even if they are valid by the clock")
  func replacesRefused() async throws {
    let transport = AccountsFixture().transport
    let provider = try provider(transport, RecordingStore(.ending(at: 3600)))
    let first = try await provider.accessToken()
    await provider.refused(first)
    await provider.refused(first)
    #expect(try await provider.accessToken().secret == "access-1")
    await provider.refused(first)
    #expect(try await provider.accessToken().secret == "access-1")
    #expect(transport.calls.count == 1)
  }

  @Test("are still refreshed and saved if the caller is cancelled")
  func survivesCancellation() async throws {
    let (gate, open) = AsyncStream.makeStream(of: Void.self)
    let transport = AccountsFixture(gate: { for await _ in gate { break } }).transport
    let store = RecordingStore(.ending(at: -1))
    let provider = try provider(transport, store)
    let impatient = Task { try await provider.accessToken() }
    try await eventually("the request") { transport.calls.count == 1 }
    impatient.cancel()
    await #expect(throws: CancellationError.self) { try await impatient.value }
    open.yield()
    try await eventually("the save") { store.tokens?.refreshToken == "refresh-1" }
  }

  @Test("begin with a code, and end with a sign-out")
  func signsInAndOut() async throws {
    let transport = AccountsFixture().transport
    let store = RecordingStore()
    let provider = try provider(transport, store)
    #expect(await codeThrown { _ = try await provider.accessToken() } == .missingCredential)
    let code = OAuthCode("the/code", redirectURI: "myapp://callback", verifier: "v")
    let tokens = try await provider.signIn(with: code)
    #expect(
      transport.calls.map(AccountsFixture.form) == [
        [
          "grant_type": "authorization_code", "code": "the/code", "client_id": "app-id",
          "redirect_uri": "myapp://callback", "code_verifier": "v",
        ]
      ]
    )
    #expect(store.tokens == tokens)
    #expect(tokens.authorizedAt == ManualClock.dateOfOrigin)
    #expect(provider.session == 1)
    // At once, although the last call has just failed.
    #expect(try await provider.accessToken().secret == "access-1")
    #expect(try await provider.tokens() == tokens)
    try await provider.signOut()
    #expect(store.tokens == nil)
    #expect(provider.session == 2)
    #expect(await codeThrown { _ = try await provider.accessToken() } == .missingCredential)
    #expect(transport.calls.count == 1)
  }

  @Test("stay if the network fails, and are refreshed when it is back")
  func keepsTokensAfterNetworkFailure() async throws {
    let accounts = AccountsFixture()
    let store = RecordingStore(.ending(at: -1))
    let provider = try provider(accounts.transport, store)
    accounts.failNext(.text("", status: .badGateway))
    #expect(await codeThrown { _ = try await provider.accessToken() } == .serverError)
    #expect(store.tokens?.refreshToken == "refresh-0")
    #expect(store.removals == 0)
    clock.advance(by: .seconds(2))
    #expect(try await provider.accessToken().secret == "access-1")
  }

  @Test("are renewed as early as the configuration asks")
  func renewsEarly() async throws {
    let transport = AccountsFixture().transport
    let session = try OAuthSession(
      .example { $0.leeway = .seconds(600) },
      store: RecordingStore(.ending(at: 3600)),
      transport: transport,
      clock: clock
    )
    clock.advance(by: .seconds(2_999))
    #expect(try await session.accessToken().secret == "access-0")
    #expect(transport.calls.isEmpty)
    clock.advance(by: .seconds(1))
    #expect(try await session.accessToken().secret == "access-0")
    try await eventually("the renewal") { transport.calls.count == 1 }
    clock.advance(by: .seconds(600))
    #expect(try await session.accessToken().secret == "access-1")
    #expect(transport.calls.count == 1)
  }

  @Test("of a sign-in survive a refresh of the earlier ones in progress")
  func signsInDuringRefresh() async throws {
    let (gate, open) = AsyncStream.makeStream(of: Void.self)
    let transport = AccountsFixture(gate: { for await _ in gate { break } }).transport
    let store = RecordingStore(.ending(at: -1))
    let provider = try provider(transport, store)
    let before = Task { try await provider.accessToken() }
    try await eventually("the refresh") { transport.calls.count == 1 }
    let signIn = Task {
      try await provider.signIn(with: .init("code", redirectURI: "myapp://c", verifier: "v"))
    }
    open.yield()
    #expect(try await before.value.secret == "access-1")
    try await eventually("the sign-in") { transport.calls.count == 2 }
    open.yield()
    #expect(try await signIn.value.accessToken == "access-2")
    #expect(try await provider.accessToken().secret == "access-2")
    #expect(store.tokens?.refreshToken == "refresh-2")
  }

  @Test("stay if a code is refused")
  func keepsTokensAfterFailedSignIn() async throws {
    let accounts = AccountsFixture()
    let store = RecordingStore(.ending(at: 3600))
    let provider = try provider(accounts.transport, store)
    accounts.failNext(AccountsFixture.invalidGrant)
    let code = OAuthCode("secret-code", redirectURI: "myapp://c", verifier: "v")
    let error = await #expect(throws: CatalogError.self) { try await provider.signIn(with: code) }
    #expect(error?.code == .signInRequired)
    #expect(error.map { everythingShown(of: $0) }?.contains("secret-code") == false)
    #expect(try await provider.accessToken().secret == "access-0")
  }
}
