import PlayerKitServices
import PlayerKit
import PlayerKitAppleMusic
import PlayerKitDeezer
import PlayerKitITunes
import PlayerKitInternetArchive
import PlayerKitLibrary
import PlayerKitPodcasts
import PlayerKitRadio
import PlayerKitSoundCloud
import PlayerKitSpotify
import PlayerKitSubsonic
import PlayerKitYTDLP

/// The services that the command line knows, one line each, in the order in which they are asked.
let knownServices: [any MusicService.Type] =
  [
    AppleMusicService.self,
    SpotifyService.self,
    DeezerService.self,
    SoundCloudService.self,
    ITunesService.self,
    SubsonicService.self,
    RadioService.self,
    PodcastService.self,
    InternetArchiveService.self,
    YTDLPService.self,
  ] + ownCatalog

/// The catalog of one's own.
private var ownCatalog: [any MusicService.Type] {
  #if SQLite
    [LibraryService.self]
  #else
    []
  #endif
}

/// The names of the addresses that services have, for `--api`.
let serviceAddresses: [String] =
  knownServices.flatMap { $0.addresses } + ScrobbleAccounts.names + [RecordingLookup.address]

/// What they read from the environment, for people: one line each.
let serviceVariables: String = knownServices.flatMap { $0.variables }
  .reduce(into: []) { lines, variable in
    let line = "\(variable.name): \(variable.help)"
    if !lines.contains(line) { lines.append(line) }
  }
  .joined(separator: "\n")

extension LinkRecognizers {
  /// Those of the services that the command line knows.
  static let known = LinkRecognizers(knownServices.map { $0.links } + [BarcodeLinks()])
}

extension TrackRegistry {
  /// Reads and writes the tracks of the services that the command line knows.
  static var known: TrackRegistry {
    TrackRegistry(services: knownServices)
  }
}
