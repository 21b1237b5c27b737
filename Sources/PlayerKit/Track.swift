/// Something that can be queued and played.
///
/// It is a protocol so that an app's own model can conform. A track is immutable data, except that
/// ``playerTypes`` may answer differently over time.
public protocol Track: QueueItemConvertible {
  /// Identifies the track within its service. The same track may be queued twice.
  var id: String { get }

  /// What to show of the track.
  var metadata: TrackMetadata { get }

  /// What the app or the service said about the track: ``metadata`` without what only stands in, such as
  /// the name of a file in place of a title. It wins over what is found in the media; what stands in does
  /// not.
  var statedMetadata: TrackMetadata { get }

  /// Whether its media may tell something that is worth a look into it: by default where neither an artist nor
  /// an album was stated. See ``QueuePlayer/inspector``.
  var isWorthInspecting: Bool { get }

  /// The players that can play it, the preferred first.
  ///
  /// Read each time the track is about to be loaded, not when it is queued, since what the user is
  /// entitled to may have changed. May be read on any thread; never under a lock of this library.
  var playerTypes: [PlayerType] { get }
}

extension Track {
  /// The preferred player type at this moment; `nil` where the track names none.
  public var playerType: PlayerType? { playerTypes.first }
}

extension Track {
  /// All of ``metadata``.
  public var statedMetadata: TrackMetadata { metadata }

  /// Whether neither artist nor album was stated.
  public var isWorthInspecting: Bool {
    let stated = statedMetadata
    return (stated.artist ?? "").isEmpty && (stated.album ?? "").isEmpty
  }
}
