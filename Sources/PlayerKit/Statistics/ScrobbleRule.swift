/// The rule for when a play counts.
///
/// It uses ``Listening/played``: at rate 2, half of a track has been played after a quarter of its
/// duration.
public struct ScrobbleRule: Sendable, Hashable {
  /// The duration that a track must exceed to count.
  public var minimumDuration: Duration
  /// The sufficient fraction of the track, from 0 to 1. Less counts as 0; more and NaN count as 1.
  public var fraction: Double
  /// The amount of a track that suffices in any case.
  public var maximum: Duration

  /// Creates a rule.
  public init(minimumDuration: Duration, fraction: Double, maximum: Duration) {
    self.minimumDuration = minimumDuration
    self.fraction = fraction
    self.maximum = maximum
  }

  /// The rule of Last.fm: the track is longer than 30 seconds, and half of it or 4 minutes were
  /// played, the shorter of the two.
  public static let lastFM = ScrobbleRule(
    minimumDuration: .seconds(30),
    fraction: 0.5,
    maximum: .seconds(240)
  )

  /// Returns how much of a track of this duration must be played; `nil` if it never counts. An
  /// unknown duration, such as a live stream's, needs as much as the longest track.
  public func required(for duration: Duration?) -> Duration? {
    guard let duration else { return max(maximum, minimumDuration) }
    guard duration > minimumDuration else { return nil }
    let part = fraction.isNaN ? 1 : min(max(fraction, 0), 1)
    return min(duration * part, maximum)
  }
}
