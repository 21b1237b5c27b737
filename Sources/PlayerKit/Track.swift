/// Something that can be queued and played.
///
/// It is a protocol so that an app's own model can conform. A track is immutable, except that the
/// value of ``playerTypes`` may change over time.
public protocol Track: QueueItemConvertible {
  /// The track's identifier within its service. The same track may be queued twice.
  var id: String { get }

  /// The metadata to display.
  var metadata: TrackMetadata { get }

  /// The metadata that the app or the service stated: ``metadata`` without placeholders such as a
  /// file name used as title. Stated metadata takes precedence over what is found in the media;
  /// placeholders do not.
  var statedMetadata: TrackMetadata { get }

  /// Whether the media is worth inspecting for metadata: by default, if neither artist nor album
  /// was stated. See ``QueuePlayer/inspector``.
  var isWorthInspecting: Bool { get }

  /// The players that can play the track, the preferred one first.
  ///
  /// The queue reads this each time it is about to load the track, not when the track is queued,
  /// because the user's entitlements may have changed. It may be read on any thread, but never
  /// under a lock of this library.
  var playerTypes: [PlayerType] { get }
}

extension Track {
  /// The currently preferred player type; `nil` if the track names none.
  public var playerType: PlayerType? { playerTypes.first }
}

extension Track {
  /// The complete ``metadata``.
  public var statedMetadata: TrackMetadata { metadata }

  /// Whether neither artist nor album was stated.
  public var isWorthInspecting: Bool {
    let stated = statedMetadata
    return (stated.artist ?? "").isEmpty && (stated.album ?? "").isEmpty
  }
}

/// A track whose first player type is a guess, because its address may be a web page. If the player
/// finds no media there (``PlayerError/Code/unsupportedFormat``), the queue tries the next player
/// type and reports no failure.
package protocol GuessedMedia: Track {}
