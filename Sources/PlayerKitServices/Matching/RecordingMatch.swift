/// How well two recordings fit each other, and why.
public struct RecordingMatch: Hashable, Sendable {
  /// How sure it is that they are the same, 0 … 1. Below ``RecordingMatcher/threshold``, or where a
  /// part conflicts, they are not taken for the same.
  public let score: Double
  /// Whether they are taken for the same recording.
  public let isAccepted: Bool
  /// What each part says.
  public let reasons: [Reason]

  /// What one part says.
  public struct Reason: Hashable, Sendable {
    /// The part.
    public let part: Part
    /// What it says.
    public let finding: Finding
    /// What it counts, 0 … 1.
    public let score: Double
  }

  /// A part of a recording's description.
  @nonexhaustive public enum Part: String, Hashable, Sendable, CaseIterable {
    /// The code.
    case isrc
    /// What MusicBrainz knows it by.
    case musicBrainzID
    /// The title without remarks.
    case title
    /// Remarks that make another recording, in the title, in the album's, in an artist's name.
    case versions
    /// The artists, guests included.
    case artists
    /// The length.
    case duration
    /// Whether the words are explicit.
    case explicitness
    /// The album.
    case album
  }

  /// What a part says.
  @nonexhaustive public enum Finding: String, Hashable, Sendable {
    /// The same.
    case same
    /// The same in another script.
    case transliterated
    /// Nearly: a length a few seconds off, guests on one side only, a subtitle on one side only.
    case close
    /// Other, which does not mean much: another album, another code, clean in place of explicit.
    case other
    /// Other, so that it is another recording, if the code does not say otherwise.
    case conflict
    /// One side says nothing of it, or the two cannot be compared.
    case unknown
  }

  /// What `part` says.
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
