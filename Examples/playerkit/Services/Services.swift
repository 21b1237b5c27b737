import Foundation
import Logging
import MusicCatalog
import PlayerKit
import ServiceKit
import ServiceSimulator

/// The services, as options and environment set them up.
struct Services: Sendable {
  let all: [any MusicService]

  /// Makes the services. Sends nothing.
  init(options: ServiceOptions) {
    var environment = ProcessInfo.processInfo.environment
    if let path = options.ytdlp { environment["YTDLP"] = path }
    self.init(bases: options.bases, environment: environment)
  }

  /// Makes the services at other addresses, by the names of `MusicService.addresses`.
  init(bases: [String: URL], environment: [String: String]) {
    let setup = ServiceSetup(
      environment: environment,
      bases: bases,
      country: environment["APPLE_MUSIC_STOREFRONT"].flatMap { $0.isEmpty ? nil : $0 } ?? "us",
      logger: .commandLine(environment)
    )
    all = knownServices.map { $0.init(setup) }
  }

  /// Makes the services of a simulator, with what each of them asks of an app.
  init(_ simulator: ServiceSimulator) {
    self.init(
      bases: [
        "apple": simulator.appleMusic, "itunes": simulator.itunes, "spotify": simulator.spotify,
        "spotify-accounts": simulator.spotifyAccounts, "deezer": simulator.deezer,
        "soundcloud": simulator.soundCloud,
        "soundcloud-accounts": simulator.soundCloudAccounts,
        "radio": simulator.radio, "podcast-index": simulator.podcastIndex,
      ],
      environment: [
        "APPLE_MUSIC_DEVELOPER_TOKEN": simulator.developerToken,
        "APPLE_MUSIC_USER_TOKEN": simulator.musicUserToken,
        "SPOTIFY_CLIENT_ID": simulator.spotifyClientID,
        "SPOTIFY_CLIENT_SECRET": simulator.spotifyClientSecret,
        "SOUNDCLOUD_CLIENT_ID": simulator.soundCloudClientID,
        "SOUNDCLOUD_CLIENT_SECRET": simulator.soundCloudClientSecret,
        "PODCASTINDEX_KEY": simulator.podcastIndexKey,
        "PODCASTINDEX_SECRET": simulator.podcastIndexSecret,
      ]
    )
  }

  /// What recognizes links. Those of services that are set up come first: of a link that two know, the one
  /// that can be asked makes tracks.
  var recognizers: LinkRecognizers {
    LinkRecognizers((all.filter(\.isSetUp) + all.filter { !$0.isSetUp }).map { type(of: $0).links })
  }

  /// The service that a link is of.
  func service(of link: MusicLink) -> (any MusicService)? {
    all.first { type(of: $0).links.service == link.service }
  }

  /// What fetches covers that are known by keys.
  var artworkSources: [any ArtworkSource] { all.compactMap(\.artworkSource) }

  /// What finds words. Each service is asked for those of its own tracks alone.
  var lyricsSources: [any LyricsSource] { all.compactMap(\.lyricsSource) }

  /// A track of an address that may be a page with media; `nil` where nobody looks for that.
  func track(at page: URL) -> (any Track)? { all.lazy.compactMap { $0.track(at: page) }.first }

  /// Tells what services know of tracks that say too little; of all else `inspector` does.
  func inspector(_ inspector: any MediaInspecting) -> any MediaInspecting {
    FirstInspector(all: all.compactMap(\.inspector) + [inspector])
  }

  /// What a service knows of a track that says nothing of itself; `nil`: nothing.
  func metadata(of track: any Track) async -> TrackMetadata? {
    let inspector = all.lazy.compactMap(\.inspector).first { $0.place(of: track) != nil }
    return try? await inspector?.inspect(track)
  }

  /// What finds the audio of each type of track: of several the first.
  var resolvers: [any MediaResolver] {
    let substitutes = all.compactMap(\.substitute)
    var resolvers: [any MediaResolver] = [URLResolver()]
    for resolver in all.flatMap({ $0.resolvers(substitutes: substitutes) })
    where !resolvers.contains(where: { $0.playerType == resolver.playerType }) {
      resolvers.append(resolver)
    }
    return resolvers
  }

  /// A player for each type of track, all on one engine, so that they follow each other gaplessly.
  func players(on engine: any AudioEngine) -> [any Player] {
    func player(_ resolver: some MediaResolver) -> any Player {
      EnginePlayer(resolver: resolver, engine: engine)
    }
    return resolvers.map { player($0) }
  }

  /// Where the audio of a track is; of an address that may be a page, what is on the page.
  ///
  /// The queue plays such an address as it is first, and would find out by that.
  func media(of track: any Track) async throws(PlayerError) -> MediaSource {
    if track.playerTypes.first == .url, let type = track.playerTypes.dropFirst().first,
      let resolver = resolvers.first(where: { $0.playerType == type }),
      let source = try? await resolver.resolve(track)
    {
      return source
    }
    return try await source(of: track)
  }

  /// Where the audio of a track is: what its first player would open that can be had.
  func source(of track: any Track) async throws(PlayerError) -> MediaSource {
    let resolvers = resolvers
    var failure = PlayerError(.noPlayer, "There is no player for this track.")
    for type in track.playerTypes {
      guard let resolver = resolvers.first(where: { $0.playerType == type }) else { continue }
      do {
        return try await resolver.resolve(track)
      } catch {
        failure = PlayerError(resolving: error)
      }
    }
    throw failure
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
