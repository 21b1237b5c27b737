import Foundation
import PlayerKit

/// The services that an app has, as one: what recognizes their links, plays their tracks, and finds what
/// belongs to those.
///
/// ```swift
/// let services = MusicServices([SpotifyService(setup), DeezerService(setup)])
/// let queue = QueuePlayer(players: services.players(on: engine))
/// try queue.set(await ItemReader(services: services).items(for: pasted))
/// ```
///
/// Asks nobody by itself. May be used on any thread.
public struct MusicServices: MediaResolving {
  /// The services, in the order in which they are asked.
  public let all: [any MusicService]
  /// Those that are asked for the same recording where a track can't be had, in this order; see
  /// ``SameRecordingResolver``. None: such a track fails.
  public var fallback: [any MusicService]
  /// Finds codes and ids of a recording before the ``fallback`` is asked; `nil`: nobody is asked for these.
  public var recordingLookup: RecordingLookup?

  /// Puts services together.
  public init(_ all: [any MusicService], fallback: [any MusicService] = []) {
    self.all = all
    self.fallback = fallback
  }

  /// What recognizes links. Those of services that are set up come first: of a link that two know, the one
  /// that can be asked makes tracks.
  public var recognizers: LinkRecognizers {
    let services = all.filter(\.isSetUp) + all.filter { !$0.isSetUp }
    return LinkRecognizers(services.map { type(of: $0).links } + [BarcodeLinks()])
  }

  /// The service of a link; `nil` if it is not here. If two services share the link, the one that is set up.
  public func service(of link: MusicLink) -> (any MusicService)? {
    let services = all.filter { type(of: $0).links.service == link.service }
    return services.first(where: \.isSetUp) ?? services.first
  }

  /// The service of a name; `nil`: it is not here.
  public func service(named name: String) -> (any MusicService)? {
    all.first { type(of: $0).name == name }
  }

  /// The same services for what strangers name; see ``MusicService/forStrangers``.
  public var forStrangers: MusicServices { forStrangers { _ in false } }

  /// The same services for what strangers name, except those that are trusted with it as they are.
  package func forStrangers(
    butFor isTrusted: (any MusicService) -> Bool
  ) -> MusicServices {
    func restricted(_ service: any MusicService) -> any MusicService {
      isTrusted(service) ? service : service.forStrangers
    }
    var services = MusicServices(all.map(restricted), fallback: fallback.map(restricted))
    services.recordingLookup = recordingLookup
    return services
  }

  /// The catalogs of the services that are set up.
  public var catalogs: [any SearchableCatalog] { all.filter(\.isSetUp).map(\.catalog) }

  /// A track of an address that may be a page with media; `nil` where nobody looks for that.
  public func track(at page: URL) -> (any Track)? {
    all.lazy.compactMap { $0.track(at: page) }.first
  }

  /// What fetches covers that are known by keys.
  public var artworkSources: [any ArtworkSource] { all.compactMap(\.artworkSource) }

  /// What finds words. Each service is asked for those of its own tracks alone.
  public var lyricsSources: [any LyricsSource] { all.compactMap(\.lyricsSource) }

  /// What knows what else there is, of the services that are set up.
  public var discoverySources: [any DiscoverySource] {
    all.filter(\.isSetUp).compactMap(\.discovery)
  }

  /// What knows recordings by codes and ids, and asks nobody, of the services that are set up: what a
  /// ``recordingLookup`` looks into first.
  public var recordingIndexes: [any RecordingIndex] {
    all.filter(\.isSetUp).compactMap(\.recordingIndex)
  }

  /// What tells the services what is heard of their tracks.
  public var reporters: [any ListeningReporter] { all.compactMap(\.reporter) }

  /// Tells what services know of tracks that say too little; of all else `inspector` does.
  public func inspector(_ inspector: any MediaInspecting) -> any MediaInspecting {
    FirstInspector(all: all.compactMap(\.inspector) + [inspector])
  }

  /// What a service knows of a track that says nothing of itself; `nil`: nothing.
  public func metadata(of track: any Track) async -> TrackMetadata? {
    let inspector = all.lazy.compactMap(\.inspector).first { $0.place(of: track) != nil }
    return try? await inspector?.inspect(track)
  }

  /// What finds the audio of each type of track, of plain addresses and files first; of several the first. The
  /// ``fallback`` comes last.
  public var resolvers: [any MediaResolver] {
    let substitutes = all.compactMap(\.substitute)
    var resolvers: [any MediaResolver] = [URLResolver()]
    for resolver in all.flatMap({ $0.resolvers(substitutes: substitutes) })
    where !resolvers.contains(where: { $0.playerType == resolver.playerType }) {
      resolvers.append(resolver)
    }
    if !fallback.isEmpty {
      resolvers.append(SameRecordingResolver(services: fallback, lookup: recordingLookup))
    }
    return resolvers
  }

  /// The resolvers of a track, in the order of its player types.
  public func resolvers(for track: any Track) -> [any MediaResolver] {
    let resolvers = resolvers
    return track.playerTypes.compactMap { type in resolvers.first { $0.playerType == type } }
  }

  /// A player for each type of track: all on one engine, so that they follow each other without a gap, and
  /// those that need none.
  public func players(on engine: any AudioEngine) -> [any Player] {
    func player(_ resolver: some MediaResolver) -> any Player {
      EnginePlayer(resolver: resolver, engine: engine)
    }
    return resolvers.map { player($0) } + all.flatMap(\.remotePlayers)
  }

  /// Reads and writes the tracks of these services, those of plain addresses and files, and failed items.
  public var registry: TrackRegistry {
    var registry = TrackRegistry(services: [])
    for service in all { service.addTracks(to: &registry) }
    return registry
  }
}

extension TrackRegistry {
  /// Reads and writes the tracks of services, those of plain addresses and files, and failed items.
  public init(services: [any MusicService.Type]) {
    self.init()
    for service in services { for type in service.storableTracks { add(type) } }
    add(FailedItem.self)
    add(RecordingTrack.self)
  }
}

/// Asks the first that has something to look into.
private struct FirstInspector: MediaInspecting {
  let all: [any MediaInspecting]

  func place(of track: any Track) -> InspectionPlace? {
    all.lazy.compactMap { $0.place(of: track) }.first
  }

  func inspect(_ track: any Track) async throws -> TrackMetadata {
    guard let inspector = all.first(where: { $0.place(of: track) != nil }) else {
      throw PlayerError(.inspectionRefused, "There is nothing to look into.")
    }
    return try await inspector.inspect(track)
  }
}
