#if Crypto && Server
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

      func exchange(at simulator: ServiceSimulator) throws -> any SpotifyTokenExchange {
        let (id, transport) = (simulator.spotifyClientID, NetworkTransport())
        return switch self {
        case .withoutSecret:
          try SpotifyPKCE(clientID: id, transport: transport, accounts: simulator.spotifyAccounts)
        case .withSecret:
          try SpotifyClientSecret(
            clientID: id,
            clientSecret: simulator.spotifyClientSecret,
            transport: transport,
            accounts: simulator.spotifyAccounts
          )
        }
      }
    }

    /// Lets a browser follow redirects. `query` is added to the address of the page.
    ///
    /// The test does not wait for the browser. The end of the sign-in would cancel an `await`, and
    /// Foundation's may hang forever if this coincides with the answer.
    private func code(
      at simulator: ServiceSimulator,
      adding query: [URLQueryItem] = []
    ) async throws -> SpotifyAuthorizationCode {
      try await LoopbackSignIn().run { redirect throws(CatalogError) in
        try SpotifyAuthorizationRequest(
          clientID: simulator.spotifyClientID,
          redirectURI: redirect,
          scopes: [.readPrivateProfile],
          accounts: simulator.spotifyAccounts
        )
      } open: { url in
        let page = url.appending(queryItems: query)
        URLSession.shared.dataTask(with: page) { _, _, _ in }.resume()
      }
    }

    @Test("An app gets a code, its tokens, and the next ones", arguments: App.allCases)
    func signIn(app: App) async throws {
      try await Catalogs.with(.simulator) { catalogs in
        let simulator = try #require(catalogs.simulator)
        let tokens = try SpotifyUserTokenProvider(exchange: app.exchange(at: simulator))
        let granted = try await tokens.signIn(with: code(at: simulator))
        #expect(granted.scopes == [.readPrivateProfile])
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

    @Test("An app gets an error for each kind of refusal")
    func denied() async throws {
      try await Catalogs.with(.simulator) { catalogs in
        let simulator = try #require(catalogs.simulator)
        let error = await #expect(throws: CatalogError.self) {
          let denial = URLQueryItem(name: "simulate", value: "access_denied")
          _ = try await code(at: simulator, adding: [denial])
        }
        #expect(error?.code == .accessDenied)
      }
    }
  }
#endif
