/// Decides whether recordings of two services are the same. Pure and deterministic.
///
/// - A wrong song is worse than none: uncertain matches are not accepted.
/// - The title, the artists and the duration must agree. The duration may differ by 3 s, or by 7 s
///   if everything else agrees.
/// - Remarks that indicate another recording (live, remix, karaoke …) must be the same on both
///   sides. Other remarks (remastered, deluxe, explicit …) do not count.
/// - A guest on one side only means another recording, unless the album is the same and the
///   durations agree to the second. A composer is not a performer. A concert that only one side
///   names may be any concert.
/// - An equal ISRC outweighs one conflict, since titles and durations are sometimes wrong. Two
///   conflicts outweigh the ISRC, since it is sometimes wrong itself, and so does a title without
///   any common word. Different codes mean little: one recording often has several.
/// - The MusicBrainz id counts like the ISRC, whether equal or different: recordings are entered
///   twice and merged later.
/// - Only the score distinguishes explicit and clean versions. A clean version is accepted if there
///   is no explicit one, and the finding reports it.
public struct RecordingMatcher: Sendable {
  /// The minimum accepted score.
  public let threshold: Double
  /// Names of the same artists, which count before the built-in ones.
  public let aliases: ArtistAliases

  /// The threshold used to measure the table of hard pairs in the tests.
  public static let defaultThreshold = 0.8

  /// Makes a matcher.
  public init(
    threshold: Double = RecordingMatcher.defaultThreshold,
    aliases: ArtistAliases = ArtistAliases()
  ) {
    self.threshold = threshold
    self.aliases = aliases
  }

  /// Compares two recordings. The order does not matter.
  public func compare(_ candidate: Recording, with wanted: Recording) -> RecordingMatch {
    compare(RecordingReading(candidate, aliases), RecordingReading(wanted, aliases))
  }

  /// Returns the best of `candidates`, the first one if several are equally good. `nil` if none is
  /// accepted.
  public func best(
    of candidates: some Collection<Recording>,
    for wanted: Recording
  ) -> (recording: Recording, match: RecordingMatch)? {
    let wanted = RecordingReading(wanted, aliases)
    var best: (recording: Recording, match: RecordingMatch)?
    for candidate in candidates {
      let match = compare(RecordingReading(candidate, aliases), wanted)
      if match.isAccepted, match.score > best?.match.score ?? -1 { best = (candidate, match) }
    }
    return best
  }
}

extension RecordingMatcher {
  private static let weights: [RecordingMatch.Part: Double] = [
    .title: 0.38, .artists: 0.30, .duration: 0.20, .explicitness: 0.06, .album: 0.06,
  ]

  func compare(_ left: RecordingReading, _ right: RecordingReading) -> RecordingMatch {
    let isrc = RecordingParts.equality(left.isrc, right.isrc, unknown: 0.5, other: 0)
    let musicBrainzID = RecordingParts.equality(
      left.musicBrainzID,
      right.musicBrainzID,
      unknown: 0.5,
      other: 0
    )
    let album = RecordingParts.album(left, right)
    let duration = RecordingParts.duration(left, right)
    let title = RecordingParts.title(left, right, isSameAlbum: album.finding == .same)
    let versions = RecordingParts.versions(left, right, isSameAlbum: album.finding == .same)
    let artists = RecordingParts.artists(
      left,
      right,
      isSameAlbum: album.finding == .same,
      isSameTitle: title.finding == .same
    )
    let explicitness = RecordingParts.equality(
      left.isExplicit,
      right.isExplicit,
      unknown: 0.8,
      other: 0.2
    )
    let verdicts: [(RecordingMatch.Part, RecordingParts.Verdict)] = [
      (.isrc, isrc), (.musicBrainzID, musicBrainzID), (.title, title), (.versions, versions),
      (.artists, artists), (.duration, duration), (.explicitness, explicitness), (.album, album),
    ]
    let reasons = verdicts.map { part, verdict in
      RecordingMatch.Reason(part: part, finding: verdict.finding, score: verdict.score)
    }

    let sum = reasons.reduce(0) { $0 + (Self.weights[$1.part] ?? 0) * $1.score }
    let conflicts = reasons.count { $0.finding == .conflict }
    // If scripts differ in title or artists, only the code can confirm the match.
    let hidden = [title, artists].count { $0.finding == .unknown }
    let identities = [isrc, musicBrainzID]
    let isSame = identities.contains { $0.finding == .same }
    let isConfirmed =
      [title, artists].contains { ![.unknown, .conflict].contains($0.finding) }
      || hidden == 2 && duration.finding == .same
    let isOtherName = title.finding == .conflict && !left.title.name.shares(with: right.title.name)
    var score = sum * versions.score
    if identities.contains(where: { $0.finding == .other }) { score -= 0.02 }
    if isSame { score = 0.5 + score / 2 }
    let isOpen =
      isSame
      ? conflicts > 1 || isOtherName || !isConfirmed
      : conflicts > 0 || hidden > 0
    if isOpen {
      score = min(score, threshold * 0.6)
    } else if isSame {
      score = max(score, threshold)
    }
    score = min(max(score, 0), 1)
    return RecordingMatch(
      score: score,
      isAccepted: !isOpen && score >= threshold,
      reasons: reasons
    )
  }
}
