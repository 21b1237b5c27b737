#if Crypto && Server
  import Foundation
  import LoopbackSignIn
  import MusicCatalog
  import PlayerKitSpotify
  import ServiceSimulator
  import Testing

  #if canImport(FoundationNetworking)
    import FoundationNetworking
  #endif

  /// Follows where it is led, and waits for nothing, as a browser of its own does. An `await` would be
  /// cancelled when the sign-in ends, and Foundation's may stand still for ever where that meets the
  /// answer.
  @Sendable private func browse(_ url: URL) {
    URLSession.shared.dataTask(with: url) { _, _, _ in }.resume()
  }

  /// A user signs in at the simulated accounts service, as an app has it done.
  @Suite("Spotify's sign-in and the simulator", .timeLimit(.minutes(1)))
  struct SpotifySignInTests {
    /// Signs in by a browser that follows where it is led, and asks who the user is: with the first
    /// token, and with the next one.
    private func signIn(
      at simulator: ServiceSimulator,
      by exchange: any SpotifyTokenExchange
    ) async throws {
      let code = try await LoopbackSignIn().run { redirect throws(CatalogError) in
        try SpotifyAuthorizationRequest(
          clientID: simulator.spotifyClientID,
          redirectURI: redirect,
          scopes: [.readPrivateProfile],
          accounts: simulator.spotifyAccounts
        )
      } open: { url in
        browse(url)
      }
      let tokens = SpotifyUserTokenProvider(exchange: exchange)
      let granted = try await tokens.signIn(with: code)
      #expect(granted.scopes == [.readPrivateProfile])
      let client = SpotifyClient(
        tokens: tokens,
        market: "US",
        configuration: .init(baseURL: simulator.spotify, transport: URLSessionTransport())
      )
      #expect(try await client.me().displayName == "Mira")
      let first = try await tokens.accessToken()
      await tokens.refused(first)
      #expect(try await client.me().displayName == "Mira")
      #expect(try await tokens.accessToken() != first)
    }

    @Test("An app without a secret gets a code, its tokens, and the next ones")
    func proofKey() async throws {
      try await withSimulator { simulator in
        try await signIn(
          at: simulator,
          by: SpotifyPKCE(
            clientID: simulator.spotifyClientID,
            transport: URLSessionTransport(),
            accounts: simulator.spotifyAccounts
          )
        )
      }
    }

    @Test("A server with a secret does, too")
    func secret() async throws {
      try await withSimulator { simulator in
        try await signIn(
          at: simulator,
          by: SpotifyClientSecret(
            clientID: simulator.spotifyClientID,
            clientSecret: simulator.spotifyClientSecret,
            transport: URLSessionTransport(),
            accounts: simulator.spotifyAccounts
          )
        )
      }
    }

    @Test("Whoever is not let in is told so")
    func denied() async throws {
      try await withSimulator { simulator in
        let error = await #expect(throws: CatalogError.self) {
          try await LoopbackSignIn().run { redirect throws(CatalogError) in
            try SpotifyAuthorizationRequest(
              clientID: simulator.spotifyClientID,
              redirectURI: redirect,
              accounts: simulator.spotifyAccounts
            )
          } open: { url in
            let refused = url.appending(queryItems: [
              URLQueryItem(name: "simulate", value: "access_denied")
            ])
            browse(refused)
          }
        }
        #expect(error?.code == .accessDenied)
      }
    }

    private func withSimulator(
      _ body: (ServiceSimulator) async throws -> Void
    ) async throws {
      let simulator = try await ServiceSimulator.start()
      do {
        try await body(simulator)
        await simulator.stop()
      } catch {
        await simulator.stop()
        throw error
      }
    }
  }
#endif
