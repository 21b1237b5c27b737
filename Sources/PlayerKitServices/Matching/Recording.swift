/// A service's description of a recording, used to find the same recording at another service.
///
/// Services write these values differently. Pass them unchanged: ``RecordingMatcher`` handles
/// spelling, guests in the title, and remarks such as `- Remastered 2009`.
public struct Recording: Hashable, Sendable {
  /// The title, including remarks.
  public var title: String
  /// The artists. A single string with several names, such as `A & B feat. C`, is also accepted.
  public var artists: [String]
  /// The album's title. `nil` if unknown.
  public var album: String?
  /// The duration. `nil` or zero if unknown.
  public var duration: Duration?
  /// The ISRC, in any spelling. `nil` if unknown.
  public var isrc: String?
  /// The MusicBrainz id, a UUID in any case. `nil` if unknown.
  public var musicBrainzID: String?
  /// Whether the lyrics are explicit. `nil` if unknown.
  public var isExplicit: Bool?

  /// Makes a description of a recording.
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
