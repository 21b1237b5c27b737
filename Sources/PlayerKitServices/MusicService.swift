import Foundation
import Logging
import PlayerKit

/// A music service as an app knows it: by this alone. A room conforms once; the app lists its services in one
/// array, and searches, reads links, plays and stores by them.
///
/// ```swift
/// let setup = ServiceSetup(environment: ProcessInfo.processInfo.environment)
/// let services: [any MusicService] = [SpotifyService(setup), DeezerService(setup)]
/// ```
///
/// May be used on any thread, any number of times at once.
public protocol MusicService: Sendable {
  /// The name by which people call it, such as `spotify`: lower case, without spaces.
  static var name: String { get }

  /// What it reads from the environment.
  static var variables: [ServiceVariable] { get }

  /// The variable that names the file in which a user's tokens are kept; `nil`: nobody signs in.
  static var userTokenFile: String? { get }

  /// The names of its addresses: of its API, and of what else it asks. ``ServiceSetup/bases`` is by them.
  static var addresses: [String] { get }

  /// Makes the service. Sends nothing. A credential that lacks fails the calls that need it.
  init(_ setup: ServiceSetup)

  /// Whether it has what it needs to be asked at all. One that has not is left out where all services are
  /// asked; asked by name, its calls fail and say what lacks.
  var isSetUp: Bool { get }

  /// What recognizes its links and items.
  static var links: any LinkRecognizer { get }

  /// Signs a user in and out; `nil` where it is not set up, or nobody signs in.
  var userSignIn: (any UserSignIn)? { get }

  /// Its catalog.
  var catalog: any SearchableCatalog { get }

  /// The tracks that a link of this service stands for: one for a song, those inside for the rest.
  ///
  /// - Throws: best a `CatalogError` or a `PlayerError`.
  func tracks(of link: MusicLink) async throws -> [any Track]

  /// A track of an address that is no link of a service, and may be a page with media; `nil`: it looks into
  /// no pages.
  func track(at page: URL) -> (any Track)?

  /// The tracks of links to songs, in few requests. What is missing is looked up one by one.
  func songs(of links: [MusicLink]) async -> [MusicLink: any Track]

  /// The album of a barcode; `nil` if the service does not have it, or knows no barcodes.
  ///
  /// - Throws: best a `CatalogError`; one that says `notFound` counts as `nil`.
  func album(of code: ProductCode) async throws -> CatalogEntry?

  /// Finds previews of other services' recordings here; `nil`: it does not.
  var substitute: (any PreviewSubstitute)? { get }

  /// What finds the audio of its tracks. One for each type of player.
  ///
  /// - Parameter substitutes: where else to look, the preferred first.
  func resolvers(substitutes: [any PreviewSubstitute]) -> [any MediaResolver]

  /// Players that need no engine, such as one of the user's own devices. Each call may make others.
  var remotePlayers: [any Player] { get }

  /// Has what plays elsewhere for this app fall silent, such as a device of the user's, and waits for that, a
  /// few seconds at most. For who is about to end the process.
  func finish() async

  /// Adds the types of its tracks to what stores are read by, with what they need of this service.
  func addTracks(to registry: inout TrackRegistry)

  /// Tells the service what is heard of its tracks; `nil`: it is not told. Each call may make another one.
  var reporter: (any ListeningReporter)? { get }

  /// Fetches the covers of its tracks that are known by keys; `nil`: none is. Each call may make another one.
  var artworkSource: (any ArtworkSource)? { get }

  /// Finds the words of its own tracks, and of no others; `nil`: it has none. Each call may make another one.
  var lyricsSource: (any LyricsSource)? { get }

  /// Knows what else there is: similar artists, what is popular; `nil`: it does not. Asks nobody by itself.
  var discovery: (any DiscoverySource)? { get }

  /// Tells what else recordings are called, without asking anybody; `nil`: it does not know.
  var recordingIndex: (any RecordingIndex)? { get }

  /// Tells a queue what the service knows of tracks that say nothing of themselves; `nil`: they all do.
  var inspector: (any MediaInspecting)? { get }

  /// The same service for what strangers name, such as a remote control: what it makes of their links leads to
  /// no address of this machine, or of the network around it, and to no file. A service whose links name no
  /// addresses is the same.
  var forStrangers: any MusicService { get }

  /// Whether it looks through pages of sites that it does not know, wherever they lead.
  var readsUnknownSites: Bool { get }

  /// The types of its tracks that can be stored.
  static var storableTracks: [any StorableTrack.Type] { get }
}

extension MusicService {
  /// Nothing.
  public static var variables: [ServiceVariable] { [] }

  /// Nobody signs in.
  public static var userTokenFile: String? { nil }

  /// Nobody signs in.
  public var userSignIn: (any UserSignIn)? { nil }

  /// One, of the service's name.
  public static var addresses: [String] { [name] }

  /// It looks into no pages.
  public func track(at page: URL) -> (any Track)? { nil }

  /// None: each is asked for alone.
  public func songs(of links: [MusicLink]) async -> [MusicLink: any Track] { [:] }

  /// It knows none.
  public func album(of code: ProductCode) async throws -> CatalogEntry? { nil }

  /// It finds none.
  public var substitute: (any PreviewSubstitute)? { nil }

  /// It has; what lacks is told by each call.
  public var isSetUp: Bool { true }

  /// It has none.
  public var remotePlayers: [any Player] { [] }

  /// Nothing plays elsewhere.
  public func finish() async {}

  /// Adds ``storableTracks``, as they are.
  public func addTracks(to registry: inout TrackRegistry) {
    for type in Self.storableTracks { registry.add(type) }
  }

  /// It is not told.
  public var reporter: (any ListeningReporter)? { nil }

  /// Its covers are at public addresses.
  public var artworkSource: (any ArtworkSource)? { nil }

  /// It has no words.
  public var lyricsSource: (any LyricsSource)? { nil }

  /// It does not know.
  public var discovery: (any DiscoverySource)? { nil }

  /// It does not know.
  public var recordingIndex: (any RecordingIndex)? { nil }

  /// They all do.
  public var inspector: (any MediaInspecting)? { nil }

  /// The same: its links name no addresses.
  public var forStrangers: any MusicService { self }

  /// It does not.
  public var readsUnknownSites: Bool { false }

  /// A player for each type of its tracks: on `engine`, so that its tracks follow others without a gap, and
  /// those that need none.
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

/// A variable of the environment that a service reads.
public struct ServiceVariable: Sendable, Hashable {
  /// Its name, such as `SPOTIFY_CLIENT_ID`.
  public var name: String
  /// What it is, for people: half a sentence.
  public var help: String

  /// Names a variable.
  public init(_ name: String, _ help: String) {
    self.name = name
    self.help = help
  }
}

/// What services are made with: credentials, addresses, network.
public struct ServiceSetup: Sendable {
  /// Credentials by the names of ``MusicService/variables``. An empty one counts as none.
  public var environment: [String: String]
  /// What stands for a service's own addresses, by the names of ``MusicService/addresses``.
  public var bases: [String: URL]
  /// The country whose catalogs are asked, in two small letters.
  public var country: String
  /// The network below the services' own transports. Shared by all.
  public var network: any HTTPTransport
  /// Where services note what they do.
  public var logger: Logger
  /// Whose time it is.
  public var clock: any CatalogClock
  private let lines = ServiceLines()

  /// Makes a setup.
  public init(
    environment: [String: String] = [:],
    bases: [String: URL] = [:],
    country: String = "us",
    network: (any HTTPTransport)? = nil,
    logger: Logger = Logger(label: "PlayerKitServices"),
    clock: any CatalogClock = SystemCatalogClock()
  ) {
    self.environment = environment
    self.bases = bases
    self.country = country
    self.network = network ?? NetworkTransport(clock: clock)
    self.logger = logger
    self.clock = clock
  }

  /// The value of a variable; `nil` where it lacks or is empty.
  public subscript(variable: String) -> String? {
    environment[variable].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// How a client of a service is configured by this. Clients of one service stand in one line, also those of
  /// copies of this setup.
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
