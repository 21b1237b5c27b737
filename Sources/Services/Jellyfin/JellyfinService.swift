import Foundation
import PlayerKitServices
import PlayerKit

/// The service for a Jellyfin or Emby server: its catalog, its whole songs, and reports of plays.
public struct JellyfinService: MusicService {
  /// `jellyfin`.
  public static let name = "jellyfin"
  /// The address of the server, and the credentials.
  public static let variables = [
    ServiceVariable("JELLYFIN_URL", "the address of a Jellyfin or Emby server"),
    ServiceVariable(
      "JELLYFIN_NAME",
      "your name for the server, which stays if its address changes"
    ),
    ServiceVariable("JELLYFIN_FORMER_URLS", "earlier addresses of the server, separated by spaces"),
    ServiceVariable("JELLYFIN_USER", "the user there"),
    ServiceVariable("JELLYFIN_PASSWORD", "the user's password; or sign in by “login jellyfin”"),
    ServiceVariable("JELLYFIN_TOKEN", "a token or an API key instead of the password"),
    ServiceVariable("JELLYFIN_TOKEN_FILE", "the file that stores the user's sign-in"),
    ServiceVariable(
      "JELLYFIN_ALLOW_PLAIN_PASSWORD",
      "1: password and token are sent over http too"
    ),
    ServiceVariable("JELLYFIN_REPORT_PLAYS", "1 reports plays to the server"),
  ]
  /// The file that stores the user's sign-in.
  public static let userTokenFile: String? = "JELLYFIN_TOKEN_FILE"
  /// Songs of Jellyfin servers.
  public static let storableTracks: [any StorableTrack.Type] = [JellyfinTrack.self]
  /// Items of a Jellyfin server.
  public static let links: any LinkRecognizer = JellyfinLinks()

  /// The client that the service uses.
  public let client: JellyfinClient
  /// The format in which songs are played.
  public let delivery: ServerDelivery
  /// Whether ``reporter`` reports plays to the server.
  public let reportsPlays: Bool
  /// Whether a server and credentials are set, or a user was signed in when the service was made.
  public let isConfigured: Bool
  private let clock: any PlaybackClock

  /// Creates the service.
  public init(_ setup: ServiceSetup) {
    let url = setup.bases[Self.name] ?? setup["JELLYFIN_URL"].flatMap { URL(string: $0) }
    let credentials: JellyfinCredentials? =
      if let token = setup["JELLYFIN_TOKEN"] {
        .token(token, user: setup["JELLYFIN_USER"])
      } else if let user = setup["JELLYFIN_USER"], let password = setup["JELLYFIN_PASSWORD"] {
        .password(user: user, password: password)
      } else {
        nil
      }
    let file = setup["JELLYFIN_TOKEN_FILE"]
    let store = file.flatMap { try? JellyfinFileSessionStore(file: URL(filePath: $0)) }
    let client = JellyfinClient(
      server: url.flatMap {
        try? JellyfinServer(
          $0,
          id: setup["JELLYFIN_NAME"],
          formerURLs: OwnServer.urls(setup["JELLYFIN_FORMER_URLS"])
        )
      },
      credentials: credentials,
      sessions: store ?? JellyfinMemorySessionStore(),
      allowsPlainPassword: setup["JELLYFIN_ALLOW_PLAIN_PASSWORD"] == "1",
      configuration: setup.configuration(.jellyfin, address: Self.name)
    )
    self.init(
      client: client,
      reportsPlays: setup["JELLYFIN_REPORT_PLAYS"] == "1",
      clock: setup.clock,
      isSignedIn: file.map { FileManager.default.fileExists(atPath: $0) } ?? false
    )
  }

  /// Creates the service with a client.
  ///
  /// - Parameters:
  ///   - client: The client that sends the requests.
  ///   - delivery: The format in which the server sends songs.
  ///   - clock: The clock, which tests replace.
  ///   - reportsPlays: Whether ``reporter`` reports plays. `false` by default.
  ///   - isSignedIn: Whether the client's store has a session.
  public init(
    client: JellyfinClient,
    delivery: ServerDelivery = .original,
    reportsPlays: Bool = false,
    clock: any PlaybackClock = SystemPlaybackClock(),
    isSignedIn: Bool = false
  ) {
    self.client = client
    self.delivery = delivery
    self.reportsPlays = reportsPlays
    self.clock = clock
    isConfigured = client.server != nil && (client.account.credentials != nil || isSignedIn)
  }

  /// The client.
  public var catalog: any SearchableCatalog { client }

  /// Signs a user in by the configured password, or else by Quick Connect. `nil` without a server.
  public var userSignIn: (any UserSignIn)? {
    client.server.map { _ in JellyfinUserSignIn(client: client) }
  }

  /// Reports plays of its songs to the server, if that is enabled.
  public var reporter: (any ListeningReporter)? {
    isConfigured && reportsPlays ? JellyfinReporter(client: client) : nil
  }

  /// Fetches the server's pictures.
  public var artworkSource: (any ArtworkSource)? {
    isConfigured ? JellyfinArtwork(client: client) : nil
  }

  /// Finds the server's lyrics.
  public var lyricsSource: (any LyricsSource)? {
    isConfigured ? JellyfinLyrics(client: client) : nil
  }

  /// Returns the resolver of whole songs.
  public func resolvers(substitutes: [any PreviewSubstitute]) -> [any MediaResolver] {
    [JellyfinResolver(client: client, delivery: delivery, clock: clock)]
  }

  /// Returns the songs of a song, an album, a playlist or an artist. The server knows the kind of
  /// an id, so the link's kind does not matter.
  public func tracks(of link: MusicLink) async throws -> [any Track] {
    let item = try await client.item(link.id)
    return try await client.songs(of: item).map { JellyfinTrack($0, server: client.server?.id) }
  }

  /// Returns a track for a page of the server's web client. It stands for all songs of the item.
  public func track(at page: URL) -> (any Track)? {
    client.server?.item(ofPage: page).map { JellyfinTrack(id: $0, server: client.server?.id) }
  }
}
