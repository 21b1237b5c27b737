import PlayerKitServices
import PlayerKit
import PlayerKitAppleMusic
import PlayerKitDeezer
import PlayerKitITunes
import PlayerKitInternetArchive
import PlayerKitJellyfin
import PlayerKitLibrary
import PlayerKitPodcasts
import PlayerKitRadio
import PlayerKitSoundCloud
import PlayerKitSpotify
import PlayerKitSubsonic
import PlayerKitWebDAV
import PlayerKitYTDLP
import PlayerKitYouTube

/// The services of the command line tool, in the order in which they are used.
let knownServices: [any MusicService.Type] =
  [
    AppleMusicService.self,
    SpotifyService.self,
    DeezerService.self,
    SoundCloudService.self,
    ITunesService.self,
    SubsonicService.self,
    WebDAVService.self,
    JellyfinService.self,
    RadioService.self,
    PodcastService.self,
    InternetArchiveService.self,
    YouTubeService.self,
    YTDLPService.self,
  ] + ownCatalog

/// Your own catalog.
private var ownCatalog: [any MusicService.Type] {
  #if SQLite
    [LibraryService.self]
  #else
    []
  #endif
}

/// The names of services' addresses, for `--api`.
let serviceAddresses: [String] =
  knownServices.flatMap { $0.addresses } + ScrobbleAccounts.names + [RecordingLookup.address]

/// The environment variables of the services, for people: one line each.
let serviceVariables: String = knownServices.flatMap { $0.variables }
  .reduce(into: []) { lines, variable in
    let line = "\(variable.name): \(variable.help)"
    if !lines.contains(line) { lines.append(line) }
  }
  .joined(separator: "\n")

extension LinkRecognizers {
  /// The recognizers of the tool's services.
  static let known = LinkRecognizers(knownServices.map { $0.links } + [BarcodeLinks()])
}

extension TrackRegistry {
  /// The registry that stores the tracks of the tool's services.
  static var known: TrackRegistry {
    TrackRegistry(services: knownServices)
  }
}
