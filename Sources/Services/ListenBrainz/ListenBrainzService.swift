import Foundation
import PlayerKit
import PlayerKitServices

/// ListenBrainz: counts a track once half of it or 4 minutes have played, and recommends music.
public struct ListenBrainzService: ScrobbleService, SignInService, DiscoveryService {
  /// `listenbrainz`.
  public static let name = CatalogService.listenBrainz.rawValue

  /// The client with the token of the signed-in user.
  public let client: ListenBrainzClient
  /// The account that owns the token.
  public let account: String?
  /// Similar artists, and an artist's recordings. `nil` without a token.
  public let discovery: (any DiscoverySource)?
  /// Stores the token of a user. `nil` without a file.
  public let userSignIn: (any UserSignIn)?

  /// Makes the service. Sends nothing. Scrobbles with the token in `tokenFile`.
  ///
  /// - Parameters:
  ///   - setup: What the services share.
  ///   - token: A user's token, for recommendations and for the next sign-in. Without it, the user
  ///     is asked at a sign-in.
  ///   - tokenFile: The file that stores the token of the user who is signed in.
  public init(_ setup: ServiceSetup, token: String? = nil, tokenFile: URL? = nil) {
    let file = tokenFile.flatMap { try? PrivateFile($0, of: .listenBrainz) }
    let stored: String? = try? file?.load()
    // With a limit of its own: a radio must not delay the current play.
    let configuration = setup.configuration(
      .listenBrainz,
      address: Self.name,
      sharesLimit: false
    )
    client = ListenBrainzClient(token: stored, configuration: configuration)
    account = client.tokenDigest
    let shared = setup.configuration(.listenBrainz, address: Self.name)
    discovery = token.map { ListenBrainzDiscovery(token: $0, configuration: shared) }
    userSignIn = file.map {
      ListenBrainzSignIn(token: token, file: $0, configuration: configuration)
    }
  }

  /// Makes the service from a client with a token. It recommends nothing.
  ///
  /// - Parameter client: The client that sends the requests.
  /// - Parameter account: The user's name, as `client.userName()` returns it. If it is `nil`, a
  ///   digest of the token identifies the user. Waiting plays are then not sent after the user gets
  ///   another token.
  public init(client: ListenBrainzClient, account: String? = nil) {
    self.client = client
    self.account = account ?? client.tokenDigest
    discovery = nil
    userSignIn = nil
  }

  /// Half of a track or 4 minutes, however short the track is.
  public var rule: ScrobbleRule {
    ScrobbleRule(minimumDuration: .zero, fraction: 0.5, maximum: .seconds(240))
  }
  /// 100.
  public var batchSize: Int { 100 }

  /// Reports the current track.
  public func tellNowPlaying(_ listen: Listen) async throws {
    try await client.updateNowPlaying(listen)
  }

  /// Sends plays. ListenBrainz accepts all or none.
  public func submit(_ listens: [Listen]) async throws -> [ScrobbleVerdict] {
    do {
      try await client.submit(listens)
    } catch let error as CatalogError where error.code == .badRequest && !error.details.isEmpty {
      throw ScrobbleRefusal(reason: error.details.first?.text ?? error.message)
    }
    return listens.map { _ in .accepted }
  }

  /// Sets the listener's feeling about a recording.
  ///
  /// - Throws: `CatalogError`: `invalidArgument` if the track's MusicBrainz id is unknown.
  public func setFeeling(_ feeling: ListenerFeeling, for listen: Listen) async throws {
    guard let recording = listen.musicBrainz?.recording else {
      throw CatalogError(
        .invalidArgument,
        "ListenBrainz knows recordings by their MusicBrainz ids, and this has none.",
        service: .listenBrainz
      )
    }
    try await client.setFeeling(feeling, ofRecording: recording)
  }
}

/// Stores the token that a user copies from a page of ListenBrainz, after a check.
private struct ListenBrainzSignIn: UserSignIn {
  let token: String?
  let file: PrivateFile
  let configuration: ClientConfiguration

  func signIn(by redirects: some RedirectReceiver) async throws {
    let page = URL(string: "https://listenbrainz.org/settings/")
    var token = token
    if token == nil, let page { token = try await redirects.askForToken(from: page) }
    guard let token, !token.isEmpty else {
      throw CatalogError(
        .missingCredential,
        "A token is missing. Copy it from https://listenbrainz.org/settings/.",
        service: .listenBrainz
      )
    }
    _ = try await ListenBrainzClient(token: token, configuration: configuration).userName()
    try file.save(token)
  }

  func signOut() async throws { try file.remove() }
}
