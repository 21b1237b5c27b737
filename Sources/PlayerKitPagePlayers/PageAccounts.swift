import PlayerKit
import PlayerKitAppleMusic
import PlayerKitServices
import PlayerKitSpotify

/// The user's accounts, for the players in a page. Pages get only the tokens that a service's own
/// player asks for.
public struct PageAccounts: Sendable {
  /// Signs MusicKit's requests; `nil` for no Apple Music. The page can read the token, so limit it
  /// to the page's origin (``DeveloperToken/origins``).
  public var appleMusic: (any DeveloperTokenProvider)?
  /// The Apple Music listener; `nil` if MusicKit asks the user to sign in.
  public var appleMusicUser: (any UserTokenProvider)?
  /// The Spotify listener; `nil` for no Spotify.
  public var spotify: (any OAuthTokenProvider)?
  /// Starts a Spotify item on the device of the page; `nil` for no Spotify.
  public var startSpotify:
    (@Sendable (_ uri: String, _ position: Duration, _ device: String) async throws -> Void)?

  /// No accounts.
  public init() {}

  /// Takes a Spotify listener: the client starts items, and the provider supplies the page's token.
  public mutating func useSpotify(_ client: SpotifyClient, tokens: any OAuthTokenProvider) {
    spotify = tokens
    startSpotify = { uri, position, device in
      try await client.play([uri], from: position, onDevice: device)
    }
  }

  /// Returns a token for the page; `nil` if there is none.
  func token(_ kind: PageTokenKind) async -> String? {
    switch kind {
    case .appleDeveloper: try? await appleMusic?.token().secret
    case .appleUser: try? await appleMusicUser?.token().secret
    case .spotify: try? await spotify?.accessToken().secret
    }
  }

  /// Starts an item on the device of the page; returns `nil` if it did.
  func start(_ item: PageItem, at position: Duration, on device: String) async -> PageFailure.Code?
  {
    guard case .spotify(let id, let isEpisode) = item, let startSpotify else { return .needsSignIn }
    do {
      try await startSpotify("spotify:\(isEpisode ? "episode" : "track"):\(id)", position, device)
      return nil
    } catch let error as CatalogError {
      return Self.code(of: PlayerError.Code(error.code))
    } catch {
      return .failed
    }
  }

  private static func code(of error: PlayerError.Code) -> PageFailure.Code {
    switch error {
    case .unauthorized: .unauthorized
    case .forbidden, .notEntitled: .noSubscription
    case .notFound, .noDevice: .notFound
    case .rateLimited: .limited
    case .unreachable, .timedOut: .network
    default: .failed
    }
  }
}
