import Foundation
import PlayerKit
import PlayerKitSystem
import PlayerKitServices

/// Provides tokens of the app itself, without a user, for searches and public tracks.
///
/// The service issues 50 tokens per 12 hours to an app, and 30 per hour to an address. So the
/// provider stores the token and uses it until a minute before it expires. Simultaneous callers
/// share one request. After a failure it pauses for two seconds, and longer after each further one.
/// Callers then get the last error at once. All methods may be called on any thread. Descriptions
/// contain no secrets.
public final class SoundCloudClientCredentials: SoundCloudTokenProvider, Redacted {
  private let renewal: TokenRenewal<SoundCloudGrant>
  private let refused = Locked<Set<String>>([])

  /// Creates a provider. Sends and reads nothing yet.
  ///
  /// - Parameters:
  ///   - app: The app.
  ///   - store: Stores the token. Tools that run often need a store on disk.
  ///   - transport: Sends the requests.
  ///   - accounts: The authorization server: https, or http on this machine. A path is kept as a
  ///     prefix.
  ///   - clock: Decides when tokens expire.
  /// - Throws: `CatalogError`: `invalidArgument` for any other address.
  public init(
    app: SoundCloudApp,
    store: any SoundCloudTokenStore = SoundCloudMemoryTokenStore(),
    transport: any HTTPTransport,
    accounts: URL = .soundCloudAccounts,
    clock: any PlaybackClock = SystemPlaybackClock()
  ) throws(CatalogError) {
    let endpoint = try TokenEndpoint(
      accounts.soundCloudTokens,
      of: .soundCloud,
      app: (app.id, app.secret),
      transport: transport,
      clock: clock
    )
    renewal = TokenRenewal(pace: .soundCloud, clock: clock) { [refused] in
      await Result(of: {
        // If the store fails, this only costs another request.
        if let kept = try? await store.load(), !refused.withLock(\.self).contains(kept.accessToken),
          clock.date < kept.expiresAt.addingTimeInterval(-60)
        {
          return SoundCloudGrant(kept)
        }
        let date = clock.date
        let answer: SoundCloudTokenAnswer = try await endpoint.tokens(for: [
          "grant_type": "client_credentials"
        ])
        let tokens = answer.tokens(from: date)
        try? await store.save(tokens)
        return SoundCloudGrant(tokens)
      })
      .mapError { .ofTokenSource($0, of: .soundCloud) }
    }
  }

  /// Returns the current token, or requests a new one.
  ///
  /// - Throws: `CatalogError`: `unauthorized` if the service does not accept the app or its secret,
  ///   or the failure of the request; `CancellationError`.
  public func accessToken() async throws -> SoundCloudAccessToken {
    try await renewal.token().access
  }

  /// Drops the token, so that the next call gets a new one. If new tokens are refused soon, too,
  /// further requests become slower and slower.
  public func refused(_ token: SoundCloudAccessToken) async {
    refused.withLock { _ = $0.insert(token.secret) }
    renewal.refused(SoundCloudGrant(token, expiresAt: .distantPast))
  }
}
