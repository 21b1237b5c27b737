/// How loud a recording is, as somebody measured it: tags tell it, and some services do.
///
/// Gains are in decibels towards −18 LUFS, the reference of ReplayGain 2. Peaks are the loudest
/// sample, where 1 is full scale. `nil`: unknown.
public struct ReplayGain: Sendable, Hashable {
  /// The gain of the track alone.
  public var track: Double?
  /// The gain of its whole album.
  public var album: Double?
  /// The peak of the track.
  public var trackPeak: Double?
  /// The peak of the album.
  public var albumPeak: Double?

  /// Says what is known.
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
