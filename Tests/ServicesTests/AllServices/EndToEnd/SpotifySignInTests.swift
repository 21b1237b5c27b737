#if Server
  import Foundation
  import PlayerKitLoopbackSignIn
  import PlayerKitServices
  import PlayerKitSpotify
  import PlayerKitServiceSimulator
  import TestSupport
  import Testing

  #if canImport(FoundationNetworking)
    import FoundationNetworking
  #endif

  /// A user signs in at the simulated accounts service, as in an app.
  @Suite("Spotify's sign-in and the simulator", .tags(.local), .timeLimit(.minutes(3)))
  struct SpotifySignInTests {
    /// The side that redeems the code.
    enum App: CaseIterable {
      case withoutSecret, withSecret

      func configuration(at simulator: ServiceSimulator) -> OAuthConfiguration {
        .spotify(
          clientID: simulator.spotifyClientID,
          clientSecret: self == .withSecret ? simulator.spotifyClientSecret : nil,
          scopes: [.readPrivateProfile],
          accounts: simulator.spotifyAccounts
        )
      }
    }

    /// Lets a browser follow redirects. `query` is added to the address of the page.
    ///
    /// The test does not wait for the browser. The end of the sign-in would cancel an `await`, and
    /// Foundation's may hang forever if this coincides with the answer.
    private func code(
      for configuration: OAuthConfiguration,
      adding query: [URLQueryItem] = []
    ) async throws -> OAuthCode {
      try await LoopbackSignIn().run { redirect throws(CatalogError) in
        try OAuthSignIn(configuration, redirectURI: redirect)
      } open: { url in
        let page = url.appending(queryItems: query)
        URLSession.shared.dataTask(with: page) { _, _, _ in }.resume()
      }
    }

    @Test("An app gets a code, its tokens, and the next ones", arguments: App.allCases)
    func signIn(app: App) async throws {
      try await Catalogs.with(.simulator) { catalogs in
        let simulator = try #require(catalogs.simulator)
        let configuration = app.configuration(at: simulator)
        let tokens = try OAuthSession(configuration, transport: NetworkTransport())
        let granted = try await tokens.signIn(with: code(for: configuration))
        #expect(granted.scopes == ["user-read-private"])
        let client = SpotifyClient(
          tokens: tokens,
          market: "US",
          configuration: .init(baseURL: simulator.spotify, transport: NetworkTransport())
        )
        #expect(try await client.me().displayName == "Mira")
        let first = try await tokens.accessToken()
        await tokens.refused(first)
        #expect(try await client.me().displayName == "Mira")
        #expect(try await tokens.accessToken() != first)
      }
    }

    @Test("A sign-in ends six months later, and not at an unknown date")
    func signInEnds() throws {
      let signIn = try Date("2026-01-01T00:00:00Z", strategy: .iso8601)
      var token = OAuthToken(accessToken: "a", expiresAt: signIn, authorizedAt: signIn)
      #expect(token.spotifySignInEndsAt?.ISO8601Format() == "2026-07-01T00:00:00Z")
      token.authorizedAt = nil
      #expect(token.spotifySignInEndsAt == nil)
    }

    @Test("An app gets an error for each kind of refusal")
    func denied() async throws {
      try await Catalogs.with(.simulator) { catalogs in
        let simulator = try #require(catalogs.simulator)
        let error = await #expect(throws: CatalogError.self) {
          let denial = URLQueryItem(name: "simulate", value: "access_denied")
          _ = try await code(
            for: App.withoutSecret.configuration(at: simulator),
            adding: [denial]
          )
        }
        #expect(error?.code == .accessDenied)
      }
    }
  }
#endif
