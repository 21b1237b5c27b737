import PlayerKit

/// How loud media is over its length, for a scrubber that shows it.
public struct Waveform: Hashable, Sendable, Codable {
  /// One step in time. All channels are mixed to one.
  public struct Point: Hashable, Sendable, Codable {
    /// The lowest sample, from -1 to 1.
    public var minimum: Float
    /// The highest sample, from -1 to 1.
    public var maximum: Float
    /// The root of the mean of the squares, from 0 to 1.
    public var rms: Float

    /// Makes a point.
    public init(minimum: Float, maximum: Float, rms: Float) {
      (self.minimum, self.maximum, self.rms) = (minimum, maximum, rms)
    }
  }

  /// Steps of equal length, from the start of the media to ``end``.
  public var points: [Point]
  /// How far it is known.
  public var end: Duration
  /// How long the media says that it is; `nil` where it does not say. Of a whole waveform ``end`` is exact.
  public var statedDuration: Duration?
  /// Whether all of the media was decoded.
  public var isWhole: Bool

  /// Makes a waveform.
  public init(points: [Point], end: Duration, statedDuration: Duration?, isWhole: Bool) {
    self.points = points
    self.end = end
    self.statedDuration = statedDuration
    self.isWhole = isWhole
  }
}
