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

  /// A user signs in at the simulated accounts service, as an app has it done.
  @Suite("Spotify's sign-in and the simulator", .tags(.local), .timeLimit(.minutes(3)))
  struct SpotifySignInTests {
    /// Who redeems the code.
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

    /// Has a browser follow where it is led. `query` is added to the address of the page.
    ///
    /// Nobody waits for the browser. An `await` would be cancelled when the sign-in ends, and
    /// Foundation's may stand still for ever where that meets the answer.
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

    @Test("Whoever is not let in is told so")
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
