import Foundation
import PlayerKit
import PlayerKitServices

/// The service for a Jellyfin or Emby server: its catalog, its whole songs, and reports of plays.
public struct JellyfinService: SearchableService, PageService, SignInService, ReportingService {
  /// `jellyfin`.
  public static let name = "jellyfin"
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

  /// Creates the service. Sends nothing. The base `jellyfin` of the setup replaces the address.
  ///
  /// - Parameters:
  ///   - setup: What the services share.
  ///   - server: The address of the server.
  ///   - id: The app's name for the server, which stays if the address changes.
  ///   - formerURLs: Earlier addresses of the server.
  ///   - credentials: The user's credentials. `nil` if users sign in.
  ///   - tokenFile: The file that stores the user's sign-in.
  ///   - allowsPlainPassword: Whether password and token are sent over http too.
  ///   - reportsPlays: Whether ``reporter`` reports plays.
  public init(
    _ setup: ServiceSetup,
    server: URL? = nil,
    id: String? = nil,
    formerURLs: [URL] = [],
    credentials: JellyfinCredentials? = nil,
    tokenFile: URL? = nil,
    allowsPlainPassword: Bool = false,
    reportsPlays: Bool = false
  ) {
    let store = tokenFile.flatMap { try? JellyfinFileSessionStore(file: $0) }
    let client = JellyfinClient(
      server: (setup.bases[Self.name] ?? server).flatMap {
        try? JellyfinServer($0, id: id, formerURLs: formerURLs)
      },
      credentials: credentials,
      sessions: store ?? JellyfinMemorySessionStore(),
      allowsPlainPassword: allowsPlainPassword,
      configuration: setup.configuration(.jellyfin, address: Self.name)
    )
    self.init(
      client: client,
      reportsPlays: reportsPlays,
      clock: setup.clock,
      isSignedIn: tokenFile.map { FileManager.default.fileExists(atPath: $0.path) } ?? false
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
