/// A recording as one service describes it: what it takes to find the same one in another service.
///
/// Every service writes these differently. Give them as they came: ``RecordingMatcher`` takes care
/// of spelling, of guests that stand in the title, of remarks such as `- Remastered 2009`.
public struct Recording: Hashable, Sendable {
  /// The title, with whatever stands behind it.
  public var title: String
  /// The artists; one text with several names, such as `A & B feat. C`, does as well.
  public var artists: [String]
  /// The album's title; `nil` where it is not known.
  public var album: String?
  /// The length; `nil` or zero where it is not known.
  public var duration: Duration?
  /// The recording's international code, in any spelling; `nil` where it is not known.
  public var isrc: String?
  /// What MusicBrainz knows the recording by, a UUID in any case; `nil` where it is not known.
  public var musicBrainzID: String?
  /// Whether the words are explicit; `nil` where it is not known.
  public var isExplicit: Bool?

  /// Describes a recording.
  public init(
    title: String,
    artists: [String],
    album: String? = nil,
    duration: Duration? = nil,
    isrc: String? = nil,
    musicBrainzID: String? = nil,
    isExplicit: Bool? = nil
  ) {
    self.title = title
    self.artists = artists
    self.album = album
    self.duration = duration
    self.isrc = isrc
    self.musicBrainzID = musicBrainzID
    self.isExplicit = isExplicit
  }
}
