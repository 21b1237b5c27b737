/// Something that can be queued and played.
///
/// It is a protocol so that an app's own model can conform. A track is immutable data, except that
/// ``playerTypes`` may answer differently over time.
public protocol Track: Queueable {
  /// Identifies the track within its service. The same track may be queued twice.
  var id: String { get }

  /// What to show of the track.
  var metadata: TrackMetadata { get }

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

/// What is known of a track for showing it.
public struct TrackMetadata: Sendable, Hashable, Codable {
  /// The title; `nil` where unknown.
  public var title: String?
  /// The artist as the service credits it; `nil` where unknown.
  public var artist: String?
  /// The album's title; `nil` where unknown.
  public var album: String?
  /// The length that the catalog states. The player's own finding is ``PlayerStatus/duration``.
  public var duration: Duration?
  /// What tells the album from others of the same title within the service; `nil` where unknown.
  public var albumID: String?
  /// The number of the album's disc that the track is on; `nil` where unknown.
  public var discNumber: Int?
  /// The track's number on its disc; `nil` where unknown.
  public var trackNumber: Int?

  /// Makes metadata of what is known.
  public init(
    title: String? = nil,
    artist: String? = nil,
    album: String? = nil,
    duration: Duration? = nil,
    albumID: String? = nil,
    discNumber: Int? = nil,
    trackNumber: Int? = nil
  ) {
    self.title = title
    self.artist = artist
    self.album = album
    self.duration = duration
    self.albumID = albumID
    self.discNumber = discNumber
    self.trackNumber = trackNumber
  }
}

extension TrackMetadata {
  private enum CodingKeys: String, CodingKey {
    case title, artist, album, duration, albumID, discNumber, trackNumber
  }

  /// Reads metadata that was stored.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    title = try values.decodeIfPresent(String.self, forKey: .title)
    artist = try values.decodeIfPresent(String.self, forKey: .artist)
    album = try values.decodeIfPresent(String.self, forKey: .album)
    duration = try values.decodeIfPresent(Duration.self, forKey: .duration)?.ifStorable
    albumID = try values.decodeIfPresent(String.self, forKey: .albumID)
    discNumber = try values.decodeIfPresent(Int.self, forKey: .discNumber)
    trackNumber = try values.decodeIfPresent(Int.self, forKey: .trackNumber)
  }
}

extension Duration {
  /// The duration where it makes sense to keep it: what is read may be anything, and more than this
  /// many seconds do not go into whole numbers any more.
  package var ifStorable: Duration? {
    self >= .zero && self < .seconds(1 << 40) ? self : nil
  }
}
