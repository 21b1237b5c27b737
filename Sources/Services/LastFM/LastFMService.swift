import Foundation
import PlayerKit
import PlayerKitServices

/// Last.fm: counts tracks longer than 30 seconds once half of the track or 4 minutes have played, and
/// recommends music. It needs the key of an app; scrobbling also needs its secret and a user.
public struct LastFMService: ScrobbleService, SignInService, DiscoveryService {
  /// `lastfm`.
  public static let name = CatalogService.lastFM.rawValue

  /// The client with the session of the user. `nil` without key and secret.
  public let client: LastFMClient?
  /// The name of the signed-in user.
  public let account: String?
  /// Similar artists and tracks. `nil` without a key.
  public let discovery: (any DiscoverySource)?
  /// Signs a user in, on a page of Last.fm. `nil` without a file.
  public let userSignIn: (any UserSignIn)?

  /// Makes the service. Sends nothing. Reads the session from `sessionFile`.
  ///
  /// - Parameters:
  ///   - setup: What the services share.
  ///   - key: The app's key.
  ///   - secret: The app's shared secret.
  ///   - sessionFile: The file that stores the user's session.
  public init(
    _ setup: ServiceSetup,
    key: String? = nil,
    secret: String? = nil,
    sessionFile: URL? = nil
  ) {
    let file = sessionFile.flatMap { try? PrivateFile($0, of: .lastFM) }
    let session: LastFMSession? = try? file?.load()
    account = session?.name
    discovery = key.map {
      LastFMDiscovery(key: $0, configuration: setup.configuration(.lastFM, address: Self.name))
    }
    let client = key.flatMap { key in
      secret.map { secret in
        // With a limit of its own: a radio must not delay the current play.
        LastFMClient(
          key: key,
          secret: secret,
          session: session,
          configuration: setup.configuration(.lastFM, address: Self.name, sharesLimit: false)
        )
      }
    }
    self.client = client
    userSignIn = file.map { LastFMSignIn(client: client, file: $0, clock: setup.clock) }
  }

  /// Makes the service from a client with a session. It recommends nothing.
  public init(client: LastFMClient) {
    self.client = client
    account = client.session?.name
    discovery = nil
    userSignIn = nil
  }

  /// Whether there is a key.
  public var isConfigured: Bool { client != nil || discovery != nil }

  private func signedIn() throws(CatalogError) -> LastFMClient {
    guard let client else { throw .missingKeys }
    return client
  }

  /// The rule of Last.fm.
  public var rule: ScrobbleRule { .lastFM }
  /// 50.
  public var batchSize: Int { LastFMClient.maximumPlays }

  /// Reports the current track.
  public func tellNowPlaying(_ listen: Listen) async throws {
    try await signedIn().updateNowPlaying(listen)
  }

  /// Sends plays. Plays beyond Last.fm's daily limit are sent on the next day.
  public func submit(_ listens: [Listen]) async throws -> [ScrobbleVerdict] {
    do {
      return try await signedIn().scrobble(listens).map { verdict in
        switch verdict {
        case .ignored(let code, _) where Self.limits.contains(code): .later(nil)
        case .ignored(let code, let message):
          .refused(reason: message.isEmpty ? Self.reason(code) : message)
        default: .accepted
        }
      }
    } catch let error as CatalogError where error.isOfParameters {
      throw ScrobbleRefusal(reason: error.details.first?.text ?? error.message)
    }
  }

  /// The codes for too many plays on a day, and too many at once.
  private static let limits: Set = [5, 29]

  /// Marks a track as loved, or removes the mark. Last.fm has no `hate`.
  public func setFeeling(_ feeling: ListenerFeeling, for listen: Listen) async throws {
    try await signedIn().setLoved(feeling == .love, artist: listen.artist, title: listen.title)
  }

  private static func reason(_ code: Int) -> String {
    switch code {
    case 1: "The artist is ignored."
    case 2: "The track is ignored."
    case 3: "The play is too old."
    case 4: "The play is in the future."
    default: "It is ignored (\(code))."
    }
  }
}

/// A sign-in on Last.fm's page. The page does not redirect, so Last.fm is asked until the user has
/// granted access.
private struct LastFMSignIn: UserSignIn {
  private static let (interval, timeout) = (Duration.seconds(3), Duration.seconds(300))

  let client: LastFMClient?
  let file: PrivateFile
  let clock: any PlaybackClock

  func signIn(by redirects: some RedirectReceiver) async throws {
    guard let client else { throw CatalogError.missingKeys }
    let token = try await client.token()
    if let page = client.authorizationURL(for: token) { try await redirects.open(page) }
    try file.save(try await session(for: token, client))
  }

  func signOut() async throws { try file.remove() }

  private func session(
    for token: String,
    _ client: LastFMClient
  ) async throws -> LastFMSession {
    let end = clock.now + Self.timeout
    while true {
      do {
        return try await client.session(for: token)
      } catch let error as CatalogError where error.code == .signInRequired {
        guard clock.now < end else {
          throw CatalogError(
            .timedOut,
            "The sign-in was not allowed in time. Start it again, and allow it in the browser.",
            service: .lastFM
          )
        }
        try await clock.sleep(for: Self.interval)
      }
    }
  }
}

extension CatalogError {
  fileprivate static var missingKeys: CatalogError {
    CatalogError(
      .missingCredential,
      "Last.fm needs the key and the secret of an app.",
      service: .lastFM
    )
  }

  /// Whether Last.fm itself reports a fault of the data (codes 6 and 7). Other codes, about methods
  /// and formats, are faults of the app, and no reason to lose a play.
  fileprivate var isOfParameters: Bool {
    details.contains { ["6", "7"].contains($0.code) }
  }
}
