import PlayerKitAppleMusic
import PlayerKitServices
import PlayerKitTesting
import TestSupport
import Testing

@Suite("Music user tokens", .tags(.local))
struct UserTokenProviderTests {
  @Test(
    "that do not fit into a header field are typed errors",
    arguments: ["", "  \n", "a b", "a\r\nHost: evil.example", "é", "\u{0}", "a\u{7F}"]
  )
  func refusesMalformed(text: String) {
    let error = #expect(throws: CatalogError.self) { try MusicUserToken(text) }
    #expect(error?.code == .invalidCredential)
  }

  @Test("appear in no description, reflection or dump")
  func isRedacted() async throws {
    let token = try MusicUserToken(" secret-words ")
    #expect(token.secret == "secret-words")
    let requested = RequestedUserTokenProvider { _ in token }
    _ = try await requested.token()
    for value in [token, [token], StaticUserTokenProvider(token), requested] as [Any] {
      #expect(!everythingShown(of: value).contains("secret-words"))
    }
  }

  @Test("that are missing are a typed error")
  func saysMissing() async {
    let fixed = StaticUserTokenProvider(nil)
    let requested = RequestedUserTokenProvider { _ in nil }
    #expect(await codeThrown { _ = try await fixed.token() } == .missingCredential)
    #expect(await codeThrown { _ = try await requested.token() } == .missingCredential)
  }

  @Test("that cannot be renewed stay the same after a refusal")
  func staysSame() async throws {
    let token = try MusicUserToken("a")
    let provider = StaticUserTokenProvider(token)
    await provider.refused(token)
    #expect(try await provider.token() == token)
  }

  @Test("are requested from the app once, and once more after each refusal")
  func asksAgainAfterRefusal() async throws {
    let asked = Recorded<MusicUserToken?>()
    let provider = RequestedUserTokenProvider { refused in
      asked.append(refused)
      return try MusicUserToken("token-\(asked.elements.count)")
    }
    let first = try await provider.token()
    #expect(try await provider.token() == first)
    for _ in 1...3 { await provider.refused(first) }
    let second = try await provider.token()
    #expect(second.secret == "token-2")
    await provider.refused(first)
    #expect(try await provider.token() == second)
    #expect(asked.elements == [nil, first])
    provider.forget()
    #expect(try await provider.token().secret == "token-3")
    #expect(asked.elements == [nil, first, nil])
  }

  @Test("are requested once for concurrent callers, even if one of them is cancelled")
  func sharesRequest() async throws {
    let (gate, open) = AsyncStream.makeStream(of: Void.self)
    let asked = Recorded<Bool>()
    let provider = RequestedUserTokenProvider { _ in
      asked.append(true)
      for await _ in gate { break }
      return try MusicUserToken("a")
    }
    let impatient = Task { try await provider.token() }
    try await asked.wait(for: "the question") { $0.count == 1 }
    let others = (1...20).map { _ in Task { try await provider.token() } }
    impatient.cancel()
    await #expect(throws: CancellationError.self) { try await impatient.value }
    open.yield()
    for other in others { #expect(try await other.value.secret == "a") }
    #expect(asked.elements.count == 1)
  }

  @Test("of a user who has signed out meanwhile are discarded")
  func forgetsLateAnswer() async throws {
    let (gate, open) = AsyncStream.makeStream(of: Void.self)
    let asked = Recorded<Bool>()
    let provider = RequestedUserTokenProvider { _ in
      asked.append(true)
      guard asked.elements.count == 1 else { return try MusicUserToken("token-2") }
      for await _ in gate { break }
      return try MusicUserToken("token-1")
    }
    let early = Task { try await provider.token() }
    try await asked.wait(for: "the question") { $0.count == 1 }
    provider.forget()
    #expect(try await provider.token().secret == "token-2")
    open.yield()
    #expect(try await early.value.secret == "token-1")
    #expect(try await provider.token().secret == "token-2")
  }
}
