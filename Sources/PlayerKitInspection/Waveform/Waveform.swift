import PlayerKit

/// The loudness of media over its length, for display in a scrubber.
public struct Waveform: Hashable, Sendable, Codable {
  /// One step in time, with all channels mixed to one.
  public struct Point: Hashable, Sendable, Codable {
    /// The lowest sample, from -1 to 1.
    public var minimum: Float
    /// The highest sample, from -1 to 1.
    public var maximum: Float
    /// The root mean square, from 0 to 1.
    public var rms: Float

    /// Creates a point.
    public init(minimum: Float, maximum: Float, rms: Float) {
      (self.minimum, self.maximum, self.rms) = (minimum, maximum, rms)
    }
  }

  /// Steps of equal length, from the start of the media to ``end``.
  public var points: [Point]
  /// The time up to which the waveform is known.
  public var end: Duration
  /// The duration that the media states; `nil` if it states none. In a whole waveform, ``end`` is
  /// the exact duration.
  public var statedDuration: Duration?
  /// Whether all of the media was decoded.
  public var isWhole: Bool

  /// Creates a waveform.
  public init(points: [Point], end: Duration, statedDuration: Duration?, isWhole: Bool) {
    self.points = points
    self.end = end
    self.statedDuration = statedDuration
    self.isWhole = isWhole
  }
}
