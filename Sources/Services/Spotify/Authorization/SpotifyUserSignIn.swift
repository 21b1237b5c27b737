import Foundation
import PlayerKitServices

/// Signs a user in for playback, with a proof key and the browser.
struct SpotifyUserSignIn: UserSignIn {
  /// The scopes for playing full tracks and reading the user's playlists.
  private static let scopes: Set<Spotify.Scope> = [
    .readPlaybackState, .modifyPlaybackState, .readCurrentlyPlaying, .readPrivatePlaylists,
    .readCollaborativePlaylists,
  ]

  private let tokens: SpotifyUserTokenProvider
  private let clientID: String
  private let accounts: URL

  init(tokens: SpotifyUserTokenProvider, _ setup: ServiceSetup) {
    self.tokens = tokens
    clientID = setup["SPOTIFY_CLIENT_ID"] ?? ""
    accounts = setup.bases["spotify-accounts"] ?? .spotifyAccounts
  }

  func signIn(by redirects: some RedirectReceiver) async throws {
    #if Crypto
      let code = try await redirects.answer { redirect throws(CatalogError) in
        try SpotifyAuthorizationRequest(
          clientID: clientID,
          redirectURI: redirect,
          scopes: Self.scopes,
          accounts: accounts
        )
      }
      try await tokens.signIn(with: code)
    #else
      throw CatalogError(.unavailable, "A sign-in needs the trait Crypto.", service: .spotify)
    #endif
  }

  func signOut() async throws { try await tokens.signOut() }
}
