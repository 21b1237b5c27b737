import Foundation

/// The settings for playback, as a test has chosen them.
struct SpotifyPlaybackRules: Sendable {
  var end: SpotifyTrackEnd
  var autoplays: Bool
  /// How long before the end of a track the next one begins.
  var crossfade: TimeInterval
  /// The time in a pause after which the active device becomes inactive.
  var idleAfter: TimeInterval
  /// The length of all tracks, or `nil` for the catalog's.
  var usualLength: TimeInterval?
  /// The lengths of single tracks.
  var lengths: [Int: TimeInterval]

  init(_ settings: SpotifySettings, ids: SpotifyIDs, catalog: InventedCatalog) {
    end = settings.end
    autoplays = settings.autoplays
    crossfade = settings.crossfade / .seconds(1)
    idleAfter = settings.idleAfter / .seconds(1)
    usualLength = settings.trackLength.map { $0 / .seconds(1) }
    lengths = settings.trackLengths.reduce(into: [:]) { lengths, pair in
      let song = try? ids.index(pair.key, ids.tracks, of: catalog.songs.indices)
      if let song { lengths[song] = pair.value / .seconds(1) }
    }
  }

  /// The length of a song, in seconds.
  func length(of song: Int, in catalog: InventedCatalog) -> TimeInterval {
    let recording = catalog.recordings[catalog.songs[song].recording]
    return lengths[song] ?? usualLength ?? TimeInterval(recording.durationInMillis) / 1_000
  }
}
