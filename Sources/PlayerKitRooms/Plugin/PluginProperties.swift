import PlayerKit

/// The properties of a queue for Snapcast's apps.
struct PluginProperties: Encodable, Sendable, Equatable {
  struct Metadata: Encodable, Sendable, Equatable {
    var trackId: String
    var title: String?
    var artist: [String]?
    var album: String?
    var albumArtist: [String]?
    var genre: [String]?
    var duration: Double?
    // Pictures are not included, because their URLs may be signed.
  }

  var playbackStatus: String
  var loopStatus: String
  var shuffle: Bool
  var volume: Int
  var rate: Double
  var position: Double
  var canGoNext: Bool
  var canGoPrevious: Bool
  var canPlay: Bool
  var canPause: Bool
  var canSeek: Bool
  var canControl = true
  var metadata: Metadata?

  init(_ status: QueuePlayerStatus, at now: MonotonicInstant) {
    let shown = RemoteSnapshot(status, at: now)
    playbackStatus = shown.state.rawValue
    loopStatus =
      switch shown.repeatMode {
      case .off: "none"
      case .one: "track"
      case .all: "playlist"
      }
    shuffle = shown.isShuffled
    volume = Int((shown.volume * 100).rounded())
    rate = shown.rate
    position = shown.position / .seconds(1)
    (canPlay, canPause) = (shown.entry != nil, shown.entry != nil)
    (canGoNext, canGoPrevious, canSeek) = (shown.canGoNext, shown.canGoPrevious, shown.canSeek)
    metadata = status.currentEntry.map { entry in
      let told = entry.metadata
      let artists = told.details.artists.isEmpty ? told.artist.map { [$0] } : told.details.artists
      return Metadata(
        trackId: "\(entry.id)",
        title: status.playback.streamMetadata?.title ?? told.title,
        artist: artists,
        album: told.album,
        albumArtist: told.details.albumArtist.map { [$0] },
        genre: told.details.genres.isEmpty ? nil : told.details.genres,
        duration: shown.duration.map { $0 / .seconds(1) }
      )
    }
  }

  /// Returns whether these properties equal the other ones after this time has passed.
  func follows(_ other: PluginProperties, after time: Duration) -> Bool {
    var moved = other
    if other.playbackStatus == "playing" { moved.position += time / .seconds(1) * other.rate }
    guard abs(moved.position - position) < 1 else { return false }
    moved.position = position
    return moved == self
  }
}
