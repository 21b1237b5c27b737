import Foundation
import Logging
import PlayerKit

/// The interface that every music service implements. Each service has one conforming type. An app
/// keeps its services in one array and uses it to search, recognize links, play, and store tracks.
///
/// ```swift
/// let setup = ServiceSetup(environment: ProcessInfo.processInfo.environment)
/// let services: [any MusicService] = [SpotifyService(setup), DeezerService(setup)]
/// ```
///
/// May be used on any thread, any number of times at once.
public protocol MusicService: Sendable {
  /// The common name of the service, such as `spotify`: lowercase, without spaces.
  static var name: String { get }

  /// The environment variables that the service reads.
  static var variables: [ServiceVariable] { get }

  /// The variable with the path of the file that stores a user's tokens. `nil` if the service has
  /// no sign-in.
  static var userTokenFile: String? { get }

  /// The names of the service's base URLs: its API and any other server it uses. They are the keys
  /// of ``ServiceSetup/bases``.
  static var addresses: [String] { get }

  /// Makes the service. Sends no request. Calls that need a missing credential throw.
  init(_ setup: ServiceSetup)

  /// Whether the service is configured. An unconfigured service is skipped when all services are
  /// asked. If asked directly, its calls throw an error that names what is missing.
  var isConfigured: Bool { get }

  /// Recognizes the service's links and short forms.
  static var links: any LinkRecognizer { get }

  /// Signs a user in and out. `nil` if the service is not configured or has no sign-in.
  var userSignIn: (any UserSignIn)? { get }

  /// The catalog of the service.
  var catalog: any SearchableCatalog { get }

  /// Returns the tracks of a link to this service: one track for a song, the contents for other
  /// kinds.
  ///
  /// - Throws: Preferably a `CatalogError` or a `PlayerError`.
  func tracks(of link: MusicLink) async throws -> [any Track]

  /// Returns a track for a URL other than a service's link, which may be a page with media. `nil`
  /// if the service does not handle pages.
  func track(at page: URL) -> (any Track)?

  /// Returns the tracks of links to songs, in few requests. The result may be incomplete: the
  /// caller looks up missing songs individually.
  func songs(of links: [MusicLink]) async -> [MusicLink: any Track]

  /// Returns the album with a barcode. `nil` if the service does not have it, or does not support
  /// barcodes.
  ///
  /// - Throws: Preferably a `CatalogError`. Its code `notFound` counts as `nil`.
  func album(of code: ProductCode) async throws -> CatalogEntry?

  /// Finds previews for recordings of other services. `nil` if not supported.
  var substitute: (any PreviewSubstitute)? { get }

  /// Returns the resolvers of the service's tracks, one for each player type.
  ///
  /// - Parameter substitutes: Other services to search for previews, the preferred one first.
  func resolvers(substitutes: [any PreviewSubstitute]) -> [any MediaResolver]

  /// Players that need no engine, such as a player for the user's own devices. Each call may make
  /// new ones.
  var remotePlayers: [any Player] { get }

  /// Stops playback elsewhere that this app started, such as on a user's device, and waits for it
  /// for at most a few seconds. Call it before the process exits.
  func finish() async

  /// Registers the service's track types for reading stored tracks, with their dependencies on this
  /// service.
  func addTracks(to registry: inout TrackRegistry)

  /// Reports listening to the service. `nil` if not supported. Each call may make a new one.
  var reporter: (any ListeningReporter)? { get }

  /// Loads covers that are identified by keys. `nil` if there are none. Each call may make a new
  /// one.
  var artworkSource: (any ArtworkSource)? { get }

  /// Finds lyrics, only for the service's own tracks. `nil` if not supported. Each call may make a
  /// new one.
  var lyricsSource: (any LyricsSource)? { get }

  /// Finds similar artists, popular tracks and the like. `nil` if not supported. Sends no request
  /// on its own.
  var discovery: (any DiscoverySource)? { get }

  /// Looks up codes and ids of recordings locally, without a request. `nil` if not supported.
  var recordingIndex: (any RecordingIndex)? { get }

  /// Gives a queue the metadata of tracks that carry none. `nil` if all tracks carry their own.
  var inspector: (any MediaInspecting)? { get }

  /// The service restricted for untrusted links, such as those from a remote control: its tracks
  /// never lead to an address of this machine or the local network, or to a file. Returns itself if
  /// its links contain no addresses.
  var restricted: any MusicService { get }

  /// Whether the service searches pages of unknown sites for media, wherever they lead.
  var readsUnknownSites: Bool { get }

  /// The track types that can be stored.
  static var storableTracks: [any StorableTrack.Type] { get }
}

extension MusicService {
  /// Empty by default.
  public static var variables: [ServiceVariable] { [] }

  /// `nil` by default: there is no sign-in.
  public static var userTokenFile: String? { nil }

  /// `nil` by default: there is no sign-in.
  public var userSignIn: (any UserSignIn)? { nil }

  /// By default one, with the service's name.
  public static var addresses: [String] { [name] }

  /// `nil` by default.
  public func track(at page: URL) -> (any Track)? { nil }

  /// Empty by default: each song is looked up individually.
  public func songs(of links: [MusicLink]) async -> [MusicLink: any Track] { [:] }

  /// `nil` by default.
  public func album(of code: ProductCode) async throws -> CatalogEntry? { nil }

  /// `nil` by default.
  public var substitute: (any PreviewSubstitute)? { nil }

  /// `true` by default. Calls throw if something is missing.
  public var isConfigured: Bool { true }

  /// Empty by default.
  public var remotePlayers: [any Player] { [] }

  /// Does nothing: nothing plays elsewhere.
  public func finish() async {}

  /// Adds the ``storableTracks`` unchanged.
  public func addTracks(to registry: inout TrackRegistry) {
    for type in Self.storableTracks { registry.add(type) }
  }

  /// `nil` by default.
  public var reporter: (any ListeningReporter)? { nil }

  /// `nil` by default: the covers are at public URLs.
  public var artworkSource: (any ArtworkSource)? { nil }

  /// `nil` by default.
  public var lyricsSource: (any LyricsSource)? { nil }

  /// `nil` by default.
  public var discovery: (any DiscoverySource)? { nil }

  /// `nil` by default.
  public var recordingIndex: (any RecordingIndex)? { nil }

  /// `nil` by default.
  public var inspector: (any MediaInspecting)? { nil }

  /// The service itself: its links contain no addresses.
  public var restricted: any MusicService { self }

  /// `false` by default.
  public var readsUnknownSites: Bool { false }

  /// Makes a player for each player type of the service. Those that use an engine share `engine`,
  /// so tracks follow each other without a gap.
  public func players(
    on engine: any AudioEngine,
    substitutes: [any PreviewSubstitute] = []
  ) -> [any Player] {
    func player(_ resolver: some MediaResolver) -> any Player {
      EnginePlayer(resolver: resolver, engine: engine)
    }
    return resolvers(substitutes: substitutes).map { player($0) } + remotePlayers
  }
}

/// An environment variable that a service reads.
public struct ServiceVariable: Sendable, Hashable {
  /// The name, such as `SPOTIFY_CLIENT_ID`.
  public var name: String
  /// A short description for people, as half a sentence.
  public var help: String

  /// Makes a variable.
  public init(_ name: String, _ help: String) {
    self.name = name
    self.help = help
  }
}

/// The dependencies of services: credentials, addresses, network.
public struct ServiceSetup: Sendable {
  /// Credentials by the names of ``MusicService/variables``. An empty value counts as missing.
  public var environment: [String: String]
  /// Base URLs that replace a service's own, by the names of ``MusicService/addresses``.
  public var bases: [String: URL]
  /// The country of the catalogs, two lowercase letters.
  public var country: String
  /// The network transport below the services' own transports. All services share it.
  public var network: any HTTPTransport
  /// The logger of the services.
  public var logger: Logger
  /// The clock of the services.
  public var clock: any PlaybackClock
  private let lines = ServiceLines()

  /// Makes a setup.
  public init(
    environment: [String: String] = [:],
    bases: [String: URL] = [:],
    country: String = "us",
    network: (any HTTPTransport)? = nil,
    logger: Logger = Logger(label: "PlayerKitServices"),
    clock: any PlaybackClock = SystemPlaybackClock()
  ) {
    self.environment = environment
    self.bases = bases
    self.country = country
    self.network = network ?? NetworkTransport(clock: clock)
    self.logger = logger
    self.clock = clock
  }

  /// The value of a variable. `nil` if it is missing or empty.
  public subscript(variable: String) -> String? {
    environment[variable].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Returns the configuration of a service's client. All clients of a service share one rate
  /// limit, even across copies of this setup.
  public func configuration(
    _ policy: ServicePolicy,
    address: String
  ) -> ClientConfiguration {
    ClientConfiguration(
      baseURL: bases[address],
      transport: ServiceTransport(
        network,
        policy: policy,
        limiter: lines.limiter(for: policy, at: bases[address], clock: clock),
        clock: clock,
        logger: logger
      ),
      clock: clock,
      logger: logger
    )
  }
}
