// What the snippets of the documents use without declaring it. `Scripts/docs.py` compiles it with them, and nothing runs.

import Foundation
import HTTPTypes
import Logging
import PlayerKit
import PlayerKitAppleMusic
import PlayerKitDeezer
import PlayerKitDiscovery
import PlayerKitITunes
import PlayerKitInspection
import PlayerKitInternetArchive
import PlayerKitJellyfin
import PlayerKitLastFM
import PlayerKitLibrary
import PlayerKitListenBrainz
import PlayerKitLoopbackSignIn
import PlayerKitMPV
import PlayerKitMedia
import PlayerKitMusicBrainz
import PlayerKitPagePlayers
import PlayerKitPlaylists
import PlayerKitPodcasts
import PlayerKitRadio
import PlayerKitRemote
import PlayerKitRooms
import PlayerKitSQLite
import PlayerKitScrobbling
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitSoundCloud
import PlayerKitSpotify
import PlayerKitSubsonic
import PlayerKitTesting
import PlayerKitWebDAV
import PlayerKitYTDLP
import PlayerKitYouTube
import Synchronization
import Testing

#if os(Linux)
  import PlayerKitMPRIS
#endif

var queue: QueuePlayer { fatalError() }
var engine: MPVEngine { fatalError() }
var services: MusicServices { fatalError() }
var setup: ServiceSetup { fatalError() }
var registry: TrackRegistry { fatalError() }
var path: String { fatalError() }

/// A view of the app.
@MainActor class View {
  var isHidden = false
  func show(_ values: Any?...) {}
}

func show(_ values: Any?...) {}
func show(title: Any?, artist: Any?, album: Any?, position: Any?, duration: Any?) {}
func draw(_ low: Float, _ high: Float) {}
func open(_ page: URL) {}

struct Subscription {
  var address: URL
  var id: String
  var version: PodcastFeedVersion?
}

struct Keychain {
  func feed(_ id: String) async -> URL? { nil }
}

extension CatalogError {
  init?(tonewheel reply: HTTPTransportResponse) { nil }
}
