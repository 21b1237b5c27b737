/// The rules of a radio.
public struct RadioRules: Sendable, Hashable {
  /// The number of tracks within which no track repeats; at least 1.
  public var distance = 200
  /// The maximum number of tracks of one artist among ``artistWindow`` consecutive tracks; at least
  /// 1. Two in a row never have the same artist, regardless of this value.
  public var perArtist = 2
  /// The window of ``perArtist``; at least 2.
  public var artistWindow = 12
  /// The number of tracks that the queue gets at once; at least 1.
  public var batch = 5
  /// The radio asks the services for more tracks if it has fewer unplayed ones than this.
  public var reserve = 40
  /// The maximum number of questions to the services before the queue gets its tracks. Up to four
  /// times as many if there is little to play.
  public var questions = 6
  /// The time limit for all these questions. Keep it shorter than the queue's time limit for its
  /// source.
  public var timeout = Duration.seconds(20)

  /// Makes the default rules.
  public init() {}

  /// The same rules with invalid values corrected.
  var checked: RadioRules {
    var rules = self
    rules.distance = min(max(distance, 1), 10_000)
    rules.perArtist = max(perArtist, 1)
    rules.artistWindow = min(max(artistWindow, 2), 1_000)
    rules.batch = min(max(batch, 1), 100)
    rules.reserve = min(max(reserve, rules.batch), RadioSequence.capacity / 2)
    rules.questions = min(max(questions, 1), 100)
    return rules
  }
}
