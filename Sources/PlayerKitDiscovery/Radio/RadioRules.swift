/// What a radio keeps to.
public struct RadioRules: Sendable, Hashable {
  /// Within how many tracks none comes again; at least 1.
  public var distance = 200
  /// How many of one artist there may be among ``artistWindow`` tracks in a row; at least 1. Never two in a row,
  /// whatever this says.
  public var perArtist = 2
  /// See ``perArtist``; at least 2.
  public var artistWindow = 12
  /// How many tracks the queue gets at once; at least 1.
  public var batch = 5
  /// Below how many tracks that are known and were not played the services are asked for more.
  public var reserve = 40
  /// How many questions are put to the services before the queue gets its tracks; up to four times as many
  /// where little is known that may be played.
  public var questions = 6
  /// How long all of them may take: less than the queue waits for its source.
  public var patience = Duration.seconds(20)

  /// The usual.
  public init() {}

  /// The same with what makes no sense put right.
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
