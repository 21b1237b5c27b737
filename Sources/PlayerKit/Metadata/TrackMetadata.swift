import PlayerKitSystem

/// The metadata of a track to display, from the app, the service or the tags of the media.
///
/// It may be untrusted: nothing is checked or fetched.
public struct TrackMetadata: Sendable, Hashable {
  /// The title; `nil` if unknown.
  public var title: String?
  /// The artist as the service credits it; `nil` if unknown.
  public var artist: String?
  /// The album's title; `nil` if unknown.
  public var album: String?
  /// The length stated by the catalog. The player's measured one is ``PlayerStatus/duration``.
  public var duration: Duration?
  /// An id that distinguishes the album from others of the same title in the service; `nil` if
  /// unknown.
  public var albumID: String?
  /// The number of the track's disc; `nil` if unknown.
  public var discNumber: Int?
  /// The track's number on its disc; `nil` if unknown.
  public var trackNumber: Int?
  // Stored indirectly, because many tracks have no details.
  private var box: Box?

  /// Creates metadata.
  public init(
    title: String? = nil,
    artist: String? = nil,
    album: String? = nil,
    duration: Duration? = nil,
    albumID: String? = nil,
    discNumber: Int? = nil,
    trackNumber: Int? = nil,
    details: TrackDetails = TrackDetails()
  ) {
    self.title = title
    self.artist = artist
    self.album = album
    self.duration = duration
    self.albumID = albumID
    self.discNumber = discNumber
    self.trackNumber = trackNumber
    self.details = details
  }

  /// Details that only some tracks have.
  public var details: TrackDetails {
    get { box?.details ?? TrackDetails() }
    set { box = newValue == TrackDetails() ? nil : Box(newValue) }
  }

  /// A picture of the track, such as the album cover; `nil` if unknown.
  public var artwork: Artwork? {
    get { box?.details.artwork }
    set { details.artwork = newValue }
  }

  /// The chapters, sorted by start; empty if there are none or they are unknown. Their times count
  /// from the start of the track, even if a clip of it plays.
  public var chapters: [Chapter] {
    get { box?.details.chapters ?? [] }
    set { details.chapters = newValue }
  }

  private final class Box: Sendable, Hashable {
    let details: TrackDetails

    init(_ details: TrackDetails) { self.details = details }

    static func == (a: Box, b: Box) -> Bool { a === b || a.details == b.details }

    func hash(into hasher: inout Hasher) { hasher.combine(details) }
  }
}

extension TrackMetadata {
  /// Returns this metadata, with missing fields taken from `other`.
  public func filled(from other: TrackMetadata) -> TrackMetadata {
    var filled = TrackMetadata(
      title: title ?? other.title,
      artist: artist ?? other.artist,
      album: album ?? other.album,
      duration: duration ?? other.duration,
      albumID: albumID ?? other.albumID,
      discNumber: discNumber ?? other.discNumber,
      trackNumber: trackNumber ?? other.trackNumber
    )
    filled.box =
      switch (box, other.box) {
      case (let box, nil): box
      case (nil, let box): box
      case (let box?, let other?): Box(box.details.filled(from: other.details))
      }
    return filled
  }
}

extension TrackMetadata: Codable {
  private enum CodingKeys: String, CodingKey {
    case title, artist, album, duration, albumID, discNumber, trackNumber, details
  }

  /// Decodes stored metadata, also of earlier versions.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    title = try values.decodeIfPresent(String.self, forKey: .title)
    artist = try values.decodeIfPresent(String.self, forKey: .artist)
    album = try values.decodeIfPresent(String.self, forKey: .album)
    duration = try values.decodeIfPresent(Duration.self, forKey: .duration)?.ifStorable
    albumID = try values.decodeIfPresent(String.self, forKey: .albumID)
    discNumber = try values.decodeIfPresent(Int.self, forKey: .discNumber)
    trackNumber = try values.decodeIfPresent(Int.self, forKey: .trackNumber)
    details = try values.decodeIfPresent(TrackDetails.self, forKey: .details) ?? TrackDetails()
  }

  /// Encodes the known fields.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encodeIfPresent(title, forKey: .title)
    try values.encodeIfPresent(artist, forKey: .artist)
    try values.encodeIfPresent(album, forKey: .album)
    try values.encodeIfPresent(duration, forKey: .duration)
    try values.encodeIfPresent(albumID, forKey: .albumID)
    try values.encodeIfPresent(discNumber, forKey: .discNumber)
    try values.encodeIfPresent(trackNumber, forKey: .trackNumber)
    try values.encodeIfPresent(box?.details, forKey: .details)
  }
}

extension Duration {
  /// The duration if it is valid to store: not negative, and small enough for integer arithmetic.
  /// Decoded data may hold anything.
  package var ifStorable: Duration? {
    self >= .zero && self < .seconds(1 << 40) ? self : nil
  }
}
