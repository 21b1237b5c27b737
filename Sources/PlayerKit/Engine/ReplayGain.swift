/// The measured loudness of a recording, as in tags and from some services.
///
/// Gains are in decibels relative to −18 LUFS, the reference of ReplayGain 2. Peaks are the loudest
/// sample; 1 is full scale. `nil` is unknown.
public struct ReplayGain: Sendable, Hashable {
  /// The track's own gain.
  public var track: Double?
  /// The gain of the whole album.
  public var album: Double?
  /// The peak of the track.
  public var trackPeak: Double?
  /// The peak of the album.
  public var albumPeak: Double?

  /// Creates a value.
  public init(
    track: Double? = nil,
    album: Double? = nil,
    trackPeak: Double? = nil,
    albumPeak: Double? = nil
  ) {
    self.track = track
    self.album = album
    self.trackPeak = trackPeak
    self.albumPeak = albumPeak
  }
}
