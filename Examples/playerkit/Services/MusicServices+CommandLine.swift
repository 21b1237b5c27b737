import Foundation
import Logging
import PlayerKit
import PlayerKitLibrary
import PlayerKitMusicBrainz
import PlayerKitServiceSimulator
import PlayerKitServices

/// The services with the settings from options and environment.
extension MusicServices {
  /// Makes the services. Sends no requests.
  init(options: ServiceOptions) {
    var musicBrainz: MusicBrainzClient?
    self.init(options: options, musicBrainz: &musicBrainz)
  }

  /// Makes the services. Sends no requests.
  ///
  /// - Parameter musicBrainz: Set to their client for MusicBrainz. All users must share it, because
  ///   it limits the rate of requests.
  init(options: ServiceOptions, musicBrainz: inout MusicBrainzClient?) {
    let environment = AppleMusicUserFile.adding(
      to: options.environment(ProcessEnvironment.variables)
    )
    self.init(bases: options.bases, environment: environment, musicBrainz: &musicBrainz)
    fallback = options.fallback.compactMap { name in all.first { type(of: $0).name == name } }
    #if SQLite
      if !fallback.isEmpty, let library = environment["PLAYERKIT_LIBRARY"],
        let aliases = try? LibraryIndex(path: library).artistAliases()
      {
        matcher = RecordingMatcher(aliases: aliases)
        recordingLookup = RecordingLookup(recordingIndexes, before: musicBrainz, matcher)
      }
    #endif
  }

  /// Makes the services at other addresses, by the names of `KnownService.addresses`.
  init(bases: [String: URL], environment: [String: String]) {
    var musicBrainz: MusicBrainzClient?
    self.init(bases: bases, environment: environment, musicBrainz: &musicBrainz)
  }

  private init(
    bases: [String: URL],
    environment: [String: String],
    musicBrainz: inout MusicBrainzClient?
  ) {
    let variables = ServiceVariables(environment)
    let setup = ServiceSetup(
      bases: bases,
      country: variables["APPLE_MUSIC_STOREFRONT"] ?? "us",
      logger: .commandLine(environment)
    )
    self.init(knownServices.map { $0.make(setup, environment) })
    musicBrainz = RecordingLookup.musicBrainz(setup, variables)
    recordingLookup = RecordingLookup(recordingIndexes, before: musicBrainz)
  }

  /// Makes the services of a simulator, with its credentials, and with `environment` for other
  /// variables.
  init(_ simulator: ServiceSimulator, environment: [String: String] = [:]) {
    self.init(
      bases: [
        "apple": simulator.appleMusic, "itunes": simulator.itunes, "spotify": simulator.spotify,
        "spotify-accounts": simulator.spotifyAccounts, "deezer": simulator.deezer,
        "soundcloud": simulator.soundCloud,
        "soundcloud-accounts": simulator.soundCloudAccounts,
        "radio": simulator.radio, "podcast-index": simulator.podcastIndex,
        RecordingLookup.address: simulator.musicBrainz, "youtube": simulator.youTube,
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
      ].merging(environment) { $1 }
    )
  }

  /// The audio source of a track. If an address may be a page, returns the media on the page.
  ///
  /// The queue tries such an address directly first, and so finds out that it is a page.
  func media(of track: any Track) async throws(PlayerError) -> MediaSource {
    if track.playerTypes.first == .url, let type = track.playerTypes.dropFirst().first,
      let resolver = resolvers.first(where: { $0.playerType == type }),
      let source = try? await resolver.resolve(track)
    {
      return source
    }
    return try await source(of: track)
  }

  /// The audio source of a track, from the first of its players that can provide one.
  func source(of track: any Track) async throws(PlayerError) -> MediaSource {
    let resolvers = resolvers
    var failure = PlayerError(.noPlayer, "There is no player for this track.")
    for type in track.playerTypes {
      guard let resolver = resolvers.first(where: { $0.playerType == type }) else { continue }
      do {
        return try await resolver.resolve(track)
      } catch {
        // The failure to find it elsewhere says less.
        if type != .sameRecording { failure = PlayerError(resolving: error) }
      }
    }
    throw failure
  }
}
