#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What is known of a track for showing it: by the app, by its service, or by the tags of its
/// media.
///
/// All of it may be the words of strangers: nothing is checked, and nothing is fetched.
public struct TrackMetadata: Sendable, Hashable {
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
  // Many tracks have none of it: those pay for a reference alone.
  private var box: Box?

  /// Makes metadata of what is known.
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

  /// What only some tracks have.
  public var details: TrackDetails {
    get { box?.details ?? TrackDetails() }
    set { box = newValue == TrackDetails() ? nil : Box(newValue) }
  }

  /// A picture of it, such as the album's cover; `nil` where unknown.
  public var artwork: Artwork? {
    get { box?.details.artwork }
    set { details.artwork = newValue }
  }

  /// Its chapters, by their beginnings; empty where it has none, or where unknown. Their times
  /// count from the start of the track, also where a clip of it is played.
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
  /// This, with what it does not tell taken from `other`, field by field.
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

  /// Reads metadata that was stored, also by an earlier version.
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

  /// Writes what is known.
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
  /// The duration where it makes sense to keep it: what is read may be anything, and more than this
  /// many seconds do not go into whole numbers any more.
  package var ifStorable: Duration? {
    self >= .zero && self < .seconds(1 << 40) ? self : nil
  }
}
