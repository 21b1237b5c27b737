import Foundation
import HTTPTypes
import PlayerKit
import PlayerKitServiceSimulator
import PlayerKitServices
import PlayerKitSoundCloud
import PlayerKitTesting
import TestSupport
import Testing

@Suite("SoundCloud's sign-in and the simulator", .tags(.local), .timeLimit(.minutes(3)))
struct SoundCloudSignInTests {
  /// Follows the page to its redirect target, which is another path of the simulator.
  private func callback(_ signIn: OAuthSignIn, _ bench: SoundCloudBench) async throws -> URL {
    _ = try await NetworkTransport().send(try HTTPTransportRequest(signIn.url))
    let request = try #require(bench.simulator.requests.last)
    return try #require(URL(string: signIn.redirectURI + "?" + request.query))
  }

  @Test("A code becomes tokens once, and so does each refresh token")
  func signIn() async throws {
    try await SoundCloudBench.with { bench in
      let back = bench.simulator.soundCloudAccounts.absoluteString + "/back"
      let signIn = try OAuthSignIn(bench.configuration, redirectURI: back)
      let callback = try await callback(signIn, bench)
      let code = try signIn.answer(from: callback)
      let store = OAuthMemoryTokenStore()
      let tokens = try bench.tokens(of: .user, store)
      let first = try await tokens.signIn(with: code)
      #expect(await store.load() == first)
      let client = try bench.client(tokens)
      #expect(try await client.me().username != nil)
      bench.advance(by: .seconds(3_600))
      #expect(try await client.me().username != nil)
      let second = try #require(await store.load())
      #expect(second.accessToken != first.accessToken)
      #expect(second.refreshToken != first.refreshToken)
      // The first one is used up.
      let stale = try bench.tokens(
        of: .user,
        OAuthMemoryTokenStore(
          OAuthToken(
            accessToken: "2-gone",
            expiresAt: .distantPast,
            refreshToken: first.refreshToken
          )
        )
      )
      #expect(await codeThrown { _ = try await stale.accessToken() } == .signInRequired)
      let again = await codeThrown { _ = try await tokens.signIn(with: code) }
      #expect(again == .signInRequired)
      #expect(try await client.me().username != nil)
      // An answer of another sign-in is not accepted.
      let other = try OAuthSignIn(bench.configuration, redirectURI: back)
      #expect(throws: CatalogError.self) { try other.answer(from: callback) }
      for value: Any in [signIn, code, tokens, first, bench.configuration, store] {
        let shown = everythingShown(of: value)
        for secret in [
          code.secret, code.verifier ?? "", first.accessToken, first.refreshToken ?? "",
          bench.simulator.soundCloudClientSecret,
        ] { #expect(!shown.contains(secret)) }
      }
      #expect(!bench.log.elements.joined().contains(second.accessToken))
    }
  }

  @Test("A sign-out erases the tokens on both sides")
  func signOut() async throws {
    try await SoundCloudBench.with { bench in
      let store = OAuthMemoryTokenStore(bench.signedIn())
      let tokens = try bench.tokens(of: .user, store)
      let client = try bench.client(tokens)
      _ = try await client.me()
      let kept = try #require(await store.load())
      try await tokens.signOut()
      #expect(await store.load() == nil)
      #expect(await codeThrown { _ = try await client.me() } == .missingCredential)
      let thief = try bench.tokens(
        of: .user,
        OAuthMemoryTokenStore(
          OAuthToken(accessToken: kept.accessToken, expiresAt: .distantFuture)
        )
      )
      let stolen = try bench.client(thief)
      #expect(await codeThrown { _ = try await stolen.me() } == .signInRequired)
    }
  }

  @Test("A wrong secret is reported without showing it, and an invalid one is not sent")
  func wrongSecret() async throws {
    try await SoundCloudBench.with { bench in
      var configuration = bench.configuration
      configuration.clientSecret = "not-the-secret"
      let tokens = try OAuthSession(
        configuration,
        of: .app,
        transport: NetworkTransport()
      )
      let error = await #expect(throws: CatalogError.self) { try await tokens.accessToken() }
      #expect(error?.code == .unauthorized && error?.service == .soundCloud)
      #expect(!everythingShown(of: try #require(error)).contains("not-the-secret"))
      configuration.clientSecret = ""
      #expect(throws: CatalogError.self) {
        try OAuthSignIn(configuration, redirectURI: "myapp://callback")
      }
    }
  }

  @Test("An answer for one user is not returned after another one has signed in")
  func otherUser() async throws {
    try await SoundCloudBench.with { bench in
      let tokens = try bench.tokens(of: .user, OAuthMemoryTokenStore(bench.signedIn()))
      let client = try bench.client(tokens)
      let likes = try await client.myLikedTracks(limit: 1)
      #expect(likes.hasNextBatch)
      let resolver = SoundCloudResolver(client: client)
      let found = try await client.tracks("the", access: [.playable]).members.first
      let track = try #require(found.flatMap { SoundCloudTrack($0) })
      let source = try await resolver.resolve(track)
      #expect(try resolver.resolveNow(track) != nil)
      try await tokens.signOut()
      #expect(await codeThrown { _ = try await likes.nextBatch() } == .unauthorized)
      // An address contains its user's token.
      #expect(try resolver.resolveNow(track) == nil)
      #expect(source.headers["Authorization"] != nil)
    }
  }
}
