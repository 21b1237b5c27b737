import Foundation
import PlayerKit

/// The services of an app, combined: recognizes their links, plays their tracks, and finds related
/// content.
///
/// ```swift
/// let services = MusicServices([SpotifyService(setup, clientID: id), DeezerService(setup)])
/// let queue = QueuePlayer(players: services.players(on: engine))
/// try queue.set(await ItemReader(services: services).items(for: pasted))
/// ```
///
/// Sends no request on its own. May be used on any thread.
public struct MusicServices: MediaResolving {
  /// The services, in the order in which they are asked.
  public let all: [any MusicService]
  /// The services that are asked, in this order, for the same recording if a track is unavailable;
  /// see ``SameRecordingResolver``. If empty, such a track fails.
  public var fallback: [any MusicService]
  /// Finds codes and ids of a recording before the ``fallback`` services are asked. `nil` skips
  /// this step.
  public var recordingLookup: RecordingLookup?
  /// Decides whether a recording at a ``fallback`` service is the wanted one.
  public var matcher = RecordingMatcher()

  /// Combines services.
  public init(_ all: [any MusicService], fallback: [any MusicService] = []) {
    self.all = all
    self.fallback = fallback
  }

  /// The services that play tracks.
  public var playable: [any PlayableService] { all.compactMap { $0 as? any PlayableService } }

  /// The services with a catalog.
  public var searchable: [any SearchableService] { all.compactMap { $0 as? any SearchableService } }

  /// The services that are configured and can do something, such as `(any ScrobbleService).self`.
  public func configured<Ability>(_ ability: Ability.Type) -> [Ability] {
    all.filter(\.isConfigured).compactMap { $0 as? Ability }
  }

  /// The link recognizers, those for configured services first: if two services recognize a link,
  /// the one that can answer makes the tracks.
  public var recognizers: LinkRecognizers {
    let services = playable.filter(\.isConfigured) + playable.filter { !$0.isConfigured }
    return LinkRecognizers(services.map { type(of: $0).links } + [BarcodeLinks()])
  }

  /// The service of a link. `nil` if there is none. If several services share the link, prefers a
  /// configured one.
  public func service(of link: MusicLink) -> (any PlayableService)? {
    let services = playable.filter { type(of: $0).links.service == link.service }
    return services.first(where: \.isConfigured) ?? services.first
  }

  /// The service with a name. `nil` if there is none.
  public func service(named name: String) -> (any MusicService)? {
    all.first { type(of: $0).name == name }
  }

  /// The services for untrusted items; see ``RestrictableService``.
  public func restricted(by policy: RemoteAccessPolicy = RemoteAccessPolicy()) -> MusicServices {
    func restrict(_ service: any MusicService) -> any MusicService {
      (service as? any RestrictableService)?.restricted(by: policy) ?? service
    }
    var services = MusicServices(all.map(restrict), fallback: fallback.map(restrict))
    services.recordingLookup = recordingLookup
    services.matcher = matcher
    return services
  }

  /// The catalogs of the configured services.
  public var catalogs: [any SearchableCatalog] {
    configured((any SearchableService).self).map(\.catalog)
  }

  /// Returns a track for a URL that may be a page with media. `nil` if no service handles such
  /// pages.
  public func track(at page: URL) -> (any Track)? {
    all.lazy.compactMap { ($0 as? any PageService)?.track(at: page) }.first
  }

  /// The sources of covers that are identified by keys.
  public var artworkSources: [any ArtworkSource] { configured((any ArtworkSource).self) }

  /// The sources of lyrics. Each service is asked only about its own tracks.
  public var lyricsSources: [any LyricsSource] { configured((any LyricsSource).self) }

  /// The discovery sources of the configured services.
  public var discoverySources: [any DiscoverySource] {
    configured((any DiscoveryService).self).compactMap(\.discovery)
  }

  /// The local recording indexes of the configured services, which send no requests. A
  /// ``recordingLookup`` asks them first.
  public var recordingIndexes: [any RecordingIndex] {
    configured((any RecordingIndex).self)
  }

  /// The reporters. Each one reports listening to the service that owns the track.
  public var reporters: [any ListeningReporter] {
    configured((any ReportingService).self).compactMap(\.reporter)
  }

  /// Returns an inspector that asks the services about their tracks, and `inspector` about all
  /// others.
  public func inspector(_ inspector: any MediaInspecting) -> any MediaInspecting {
    FirstInspector(all: inspectors + [inspector])
  }

  /// Returns a service's metadata of a track that carries none. `nil` if there is none.
  public func metadata(of track: any Track) async -> TrackMetadata? {
    try? await inspectors.first { $0.place(of: track) != nil }?.inspect(track)
  }

  private var inspectors: [any MediaInspecting] { all.compactMap { $0 as? any MediaInspecting } }

  /// The resolvers, one for each player type. Plain URLs and files come first, the ``fallback``
  /// last. If several services have the same type, the first one counts.
  public var resolvers: [any MediaResolver] {
    let substitutes = all.compactMap { ($0 as? any SubstituteService)?.substitute }
    var resolvers: [any MediaResolver] = [URLResolver()]
    for resolver in playable.flatMap({ $0.resolvers(substitutes: substitutes) })
    where !resolvers.contains(where: { $0.playerType == resolver.playerType }) {
      resolvers.append(resolver)
    }
    if !fallback.isEmpty {
      resolvers.append(
        SameRecordingResolver(services: fallback, lookup: recordingLookup, matcher: matcher)
      )
    }
    return resolvers
  }

  /// Returns the resolvers of a track, in the order of its player types.
  public func resolvers(for track: any Track) -> [any MediaResolver] {
    let resolvers = resolvers
    return track.playerTypes.compactMap { type in resolvers.first { $0.playerType == type } }
  }

  /// Makes a player for each player type. Those that use an engine share it, so tracks follow each
  /// other without a gap.
  public func players(on engine: any AudioEngine) -> [any Player] {
    func player(_ resolver: some MediaResolver) -> any Player {
      EnginePlayer(resolver: resolver, engine: engine)
    }
    return resolvers.map { player($0) } + devices.flatMap(\.remotePlayers)
  }

  /// Stops playback elsewhere that the app started, and waits for it for at most a few seconds. Call
  /// it before the process exits.
  public func finish() async {
    for service in devices { await service.finish() }
  }

  private var devices: [any DeviceService] { all.compactMap { $0 as? any DeviceService } }

  /// Reads and writes the tracks of these services, plain URLs and files, and failed items.
  public var registry: TrackRegistry {
    var registry = TrackRegistry(services: [])
    for service in playable { service.addTracks(to: &registry) }
    return registry
  }
}

extension TrackRegistry {
  /// Makes a registry for the tracks of services, plain URLs and files, and failed items.
  public init(services: [any PlayableService.Type]) {
    self.init()
    for service in services { for type in service.storableTracks { add(type) } }
    add(FailedItem.self)
    add(RecordingTrack.self)
  }
}

/// Uses the first inspector that handles a track.
private struct FirstInspector: MediaInspecting {
  let all: [any MediaInspecting]

  func place(of track: any Track) -> InspectionPlace? {
    all.lazy.compactMap { $0.place(of: track) }.first
  }

  func inspect(_ track: any Track) async throws -> TrackMetadata {
    guard let inspector = all.first(where: { $0.place(of: track) != nil }) else {
      throw PlayerError(.inspectionRefused, "The item has no contents to open.")
    }
    return try await inspector.inspect(track)
  }
}
