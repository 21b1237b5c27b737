/// The key of a lookup.
enum RecordingKey: Hashable, Sendable {
  case musicBrainzID(String)
  case isrc(String)

  /// The normalized keys of a recording, the most exact first.
  static func all(of recording: Recording) -> [RecordingKey] {
    [
      MusicBrainzID.normal(recording.musicBrainzID).map { .musicBrainzID($0) },
      RecordingCode.normal(recording.isrc).map { .isrc($0) },
    ]
    .compactMap(\.self)
  }
}

/// A lookup of a recording by one of its keys. Judges the results. Pure.
struct RecordingQuestion: Sendable {
  /// The maximum number of results considered. A sane index returns fewer.
  private static let maximumCandidates = 100
  private static let tolerance = Duration.seconds(2)

  let key: RecordingKey
  private let wanted: Recording
  private let matcher: RecordingMatcher
  /// The recognizers of usable services. `nil` if all are usable.
  private let recognizers: LinkRecognizers?

  init(
    _ wanted: Recording,
    _ key: RecordingKey,
    _ matcher: RecordingMatcher,
    _ recognizers: LinkRecognizers? = nil
  ) {
    self.wanted = wanted
    self.key = key
    self.matcher = matcher
    self.recognizers = recognizers
  }

  /// The best result for the key. Among those that may be the same recording, prefers a matching
  /// length, then an unknown one, then the earliest release.
  func best(of candidates: [KnownRecording]) -> KnownRecording? {
    candidates.prefix(Self.maximumCandidates).enumerated()
      .filter { fits($0.element) }
      .min { left, right in
        let (first, second) = (rank(left.element), rank(right.element))
        return first == second
          ? left.offset < right.offset : first.lexicographicallyPrecedes(second)
      }?
      .element
  }

  /// Whether a candidate may be the same recording, given that the key matches.
  func fits(_ candidate: KnownRecording) -> Bool {
    var recording = Recording(
      title: candidate.title,
      artists: candidate.artists,
      duration: candidate.duration,
      isrc: candidate.isrcs.first,
      musicBrainzID: candidate.musicBrainzID
    )
    switch key {
    case .musicBrainzID(let id): recording.musicBrainzID = id
    case .isrc(let code): recording.isrc = code
    }
    return matcher.compare(recording, with: wanted).isAccepted
  }

  /// Whether a result adds anything new.
  func isAnswered(by found: KnownRecording) -> Bool {
    let code = RecordingCode.normal(wanted.isrc)
    let id = MusicBrainzID.normal(wanted.musicBrainzID)
    let otherID = MusicBrainzID.normal(found.musicBrainzID)
    let isNamed = recognizers.map { !found.links(by: $0).isEmpty } ?? !found.items.isEmpty
    return isNamed || otherID != nil && otherID != id
      || found.isrcs.compactMap(RecordingCode.normal).contains { $0 != code }
  }

  /// The rank by length, then by date. Unknown values rank after known ones.
  private func rank(_ candidate: KnownRecording) -> [Int] {
    let date = candidate.firstReleaseDate
    return [lengthRank(candidate), date?.year ?? .max, date?.month ?? 13, date?.day ?? 32]
  }

  private func lengthRank(_ candidate: KnownRecording) -> Int {
    guard let length = candidate.duration, let wanted = wanted.duration, length > .zero,
      wanted > .zero
    else { return 1 }
    let difference = length > wanted ? length - wanted : wanted - length
    return difference <= Self.tolerance ? 0 : 2
  }
}
