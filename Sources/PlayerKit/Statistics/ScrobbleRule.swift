/// When a play counts.
///
/// It goes by ``Listening/played``: at the rate 2 half of a track has been played after a quarter
/// of its time.
public struct ScrobbleRule: Sendable, Hashable {
  /// Only tracks longer than this count.
  public var minimumDuration: Duration
  /// This part of the track is enough, from 0 to 1; less counts as 0, more and NaN as 1 …
  public var fraction: Double
  /// … and so is this much of it.
  public var maximum: Duration

  /// Makes a rule.
  public init(minimumDuration: Duration, fraction: Double, maximum: Duration) {
    self.minimumDuration = minimumDuration
    self.fraction = fraction
    self.maximum = maximum
  }

  /// Last.fm's: a track longer than 30 seconds, of which half or 4 minutes were played, whichever
  /// comes first.
  public static let lastFM = ScrobbleRule(
    minimumDuration: .seconds(30),
    fraction: 0.5,
    maximum: .seconds(240)
  )

  /// How much has to be played of a track of this length; `nil`: it never counts. Of unknown
  /// length, such as a live stream: as much as of the longest.
  public func required(for duration: Duration?) -> Duration? {
    guard let duration else { return max(maximum, minimumDuration) }
    guard duration > minimumDuration else { return nil }
    let part = fraction.isNaN ? 1 : min(max(fraction, 0), 1)
    return min(duration * part, maximum)
  }
}
