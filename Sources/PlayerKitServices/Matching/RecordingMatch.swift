/// How well two recordings match, and why.
public struct RecordingMatch: Hashable, Sendable {
  /// The confidence that they are the same, from 0 to 1. They do not match below
  /// ``RecordingMatcher/threshold``, or if a part conflicts.
  public let score: Double
  /// Whether they are considered the same recording.
  public let isAccepted: Bool
  /// The findings for each part.
  public let reasons: [Reason]

  /// The finding for one part.
  public struct Reason: Hashable, Sendable {
    /// The part.
    public let part: Part
    /// The finding.
    public let finding: Finding
    /// The score of the part, from 0 to 1.
    public let score: Double
  }

  /// A part of a recording's description.
  @nonexhaustive public enum Part: String, Hashable, Sendable, CaseIterable {
    /// The ISRC.
    case isrc
    /// The MusicBrainz id.
    case musicBrainzID
    /// The title without remarks.
    case title
    /// Remarks in the title, the album's title or an artist's name that indicate another recording.
    case versions
    /// The artists, guests included.
    case artists
    /// The duration.
    case duration
    /// Whether the lyrics are explicit.
    case explicitness
    /// The album.
    case album
  }

  /// The result of comparing a part.
  @nonexhaustive public enum Finding: String, Hashable, Sendable {
    /// Equal.
    case same
    /// Equal in another script.
    case transliterated
    /// Almost equal: the duration differs by a few seconds, or guests or a subtitle are on one side
    /// only.
    case close
    /// Different, but of little weight: another album, another code, clean instead of explicit.
    case other
    /// Different, so it is another recording, unless the code says otherwise.
    case conflict
    /// One side lacks the value, or the two cannot be compared.
    case unknown
  }

  /// Returns the finding for `part`.
  public func finding(_ part: Part) -> Finding {
    reasons.first { $0.part == part }?.finding ?? .unknown
  }
}

extension RecordingMatch: CustomStringConvertible {
  /// The score and the findings, on one line.
  public var description: String {
    let parts = reasons.map { "\($0.part.rawValue) \($0.finding.rawValue)" }
    let hundredths = Int((min(max(score, 0), 1) * 100).rounded())
    return "\(isAccepted ? "same" : "not the same") \(hundredths) %: "
      + parts.joined(separator: ", ")
  }
}
